import Glibc
import RestorationCore

/// Checks and repairs access by other users.
extension ArchiveStore {
    /// The reason to refuse the state directory; `nil` if there is none, or no directory.
    ///
    /// Read-only and lock-free, so safe while the application runs.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if the directory cannot be inspected.
    package func accessFault() throws(StorageError) -> StorageError? {
        guard let directory = try Directory(existing: directory) else { return nil }
        return try accessFault(of: directory)
    }

    /// Whether other users could remove the state, replace it with an older one, or block the
    /// program with a lock.
    private func accessFault(of directory: Directory) throws(StorageError) -> StorageError? {
        for (path, status, _) in try places(in: directory) {
            if let fault = status.directoryFault(for: conditions.user) {
                return .directoryRefused(path: path, because: fault)
            }
        }
        return nil
    }

    /// Repairs the modes of directories that a umask closed to this user, or that only the group
    /// could change, since a volume may be mounted so.
    ///
    /// - Throws: the reason to refuse the directory.
    func closeDirectories(in directory: Directory) throws(StorageError) {
        // Twice: the contents are accessible only after the directory itself is repaired.
        for _ in 1...2 {
            for (path, status, set) in try places(in: directory)
            where status.owner == conditions.user && status.isWronglyClosedOrOpen {
                let name = path == directory.path ? "the directory" : FileName.setAside
                if set(status.rightPermissions) { note(ModeChange(name: name, status)) }
            }
        }
        guard let fault = try accessFault(of: directory) else { return }
        throw explained(fault)
    }

    /// Repairs the modes of files that others could use or that a umask closed to this user. Other
    /// users can no longer change the directory by then.
    func setFileModes(in directory: Directory) throws(StorageError) {
        let others = [FileName.report, FileName.saveReport, FileName.lock]
        for name in FileName.generations + others {
            guard let status = try directory.status(of: name), status.isRegular,
                status.isClosedToOwner || status.permissions & 0o077 != 0
            else { continue }
            let isDone = directory.handle.setPermissions(status.rightPermissions, of: name)
            note(ModeChange(name: name, status, isDone: isDone))
        }
    }

    private typealias Place = (path: String, FileStatus, setPermissions: (mode_t) -> Bool)

    /// The state directory, and `set-aside/` if there is one. Targets of links are the
    /// responsibility of the link's creator.
    private func places(in directory: Directory) throws(StorageError) -> [Place] {
        let (handle, name) = (directory.handle, FileName.setAside)
        let status = try attempting(.inspect, directory.path, try handle.status())
        let own: Place = (directory.path, status, { handle.setPermissions($0) })
        // A closed directory must be repaired before its contents are accessible.
        guard !status.isClosedToOwner, let folder = try directory.status(of: name),
            folder.isDirectory
        else { return [own] }
        return [own, (directory.path(of: name), folder, { handle.setPermissions($0, of: name) })]
    }

    /// chmod does not help on a file system without modes.
    private func explained(_ fault: StorageError) -> StorageError {
        guard case .directoryRefused(let path, .openToOthers(let bits)) = fault,
            let handle = try? FileHandle(open: path, O_RDONLY | O_DIRECTORY),
            let status = try? handle.status(), status.owner == conditions.user,
            !handle.storesModes(of: status)
        else { return fault }
        return .directoryRefused(path: path, because: .modesIgnored(permissions: bits))
    }
}

extension FileStatus {
    var isWronglyClosedOrOpen: Bool {
        isClosedToOwner || isOpenToGroupAlone && isWritableByOthers
    }
}
