import Glibc
import RestorationCore

/// The facts about a file that storage decides by.
struct FileStatus {
    /// The same for two names exactly if they stand for the same file.
    let identity: Identity
    let isRegular: Bool
    let isLink: Bool
    let isDirectory: Bool
    let sizeInBytes: Int
    /// How many names the file has.
    let links: Int
    let owner: uid_t
    /// The permission bits, without the file's type.
    let permissions: mode_t
    /// When the contents were last changed.
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
    /// The permissions of files and directories of saved state.
    var rightPermissions: mode_t { isDirectory ? 0o700 : 0o600 }
    /// Whether not even its owner may read it, as a umask can leave it.
    var isClosedToOwner: Bool {
        let needed: mode_t = isDirectory ? 0o500 : 0o400
        return permissions & needed != needed
    }
    /// Whether its group may use it, and nobody else but its owner.
    var isOpenToGroupAlone: Bool { permissions & 0o070 != 0 && permissions & 0o007 == 0 }
    /// Whether its group or everybody may write to it.
    var isWritableByOthers: Bool { permissions & 0o022 != 0 }

    /// Why somebody else may change what lies in this directory; `nil` if nobody may.
    ///
    /// The administrator may own it: root can replace what is in it in any case.
    func directoryFault(for user: uid_t) -> DirectoryFault? {
        guard owner == user || owner == 0 else { return .ownedBySomebodyElse(user: owner) }
        guard !isWritableByOthers else { return .openToOthers(permissions: permissions) }
        return nil
    }
}

extension Timestamp {
    /// The kernel keeps nanoseconds below a second; a file system that does not is cut off.
    init(_ time: timespec) {
        let nanoseconds = UInt32(clamping: min(time.tv_nsec, 999_999_999))
        self = Timestamp(seconds: Int64(time.tv_sec), nanoseconds: nanoseconds)!
    }
}
