import Glibc
import RestorationCore

/// The facts about a file that storage needs.
struct FileStatus {
    /// Equal for two names exactly if they refer to the same file.
    let identity: Identity
    let isRegular: Bool
    let isLink: Bool
    let isDirectory: Bool
    let sizeInBytes: Int
    let links: Int
    let owner: uid_t
    let permissions: mode_t
    /// The time of the last change of the contents.
    let changed: Timestamp

    struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t
    }

    init(_ raw: stat) {
        identity = Identity(device: raw.st_dev, inode: raw.st_ino)
        isRegular = raw.st_mode & S_IFMT == S_IFREG
        isLink = raw.st_mode & S_IFMT == S_IFLNK
        isDirectory = raw.st_mode & S_IFMT == S_IFDIR
        sizeInBytes = Int(raw.st_size)
        links = Int(raw.st_nlink)
        owner = raw.st_uid
        permissions = raw.st_mode & 0o7777
        changed = Timestamp(raw.st_mtim)
    }
}

extension FileStatus {
    var rightPermissions: mode_t { isDirectory ? 0o700 : 0o600 }
    /// Whether its owner cannot read it, for example because of a umask.
    var isClosedToOwner: Bool {
        let needed: mode_t = isDirectory ? 0o500 : 0o400
        return permissions & needed != needed
    }
    /// Whether its group has access, but others have none.
    var isOpenToGroupAlone: Bool { permissions & 0o070 != 0 && permissions & 0o007 == 0 }
    var isWritableByOthers: Bool { permissions & 0o022 != 0 }

    /// The reason why other users may change the directory's contents, or `nil`.
    ///
    /// Root may own it, since root can replace the contents in any case.
    func directoryFault(for user: uid_t) -> DirectoryFault? {
        guard owner == user || owner == 0 else { return .ownedByOtherUser(user: owner) }
        guard !isWritableByOthers else { return .openToOthers(permissions: permissions) }
        return nil
    }
}

extension Timestamp {
    /// File systems may return invalid nanoseconds, which are clamped.
    init(_ time: timespec) {
        let nanoseconds = UInt32(clamping: min(time.tv_nsec, 999_999_999))
        self = Timestamp(seconds: Int64(time.tv_sec), nanoseconds: nanoseconds)!
    }
}
