import Glibc
import RestorationCore

/// Who else may read and change what a store keeps.
extension ArchiveStore {
    /// Why the state directory is refused; `nil` if it is not, or there is none.
    ///
    /// Changes nothing and takes no lock, so tools may call it while the application runs.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if the directory cannot be looked at.
    package func accessFault() throws(StorageError) -> StorageError? {
        guard let directory = try Directory(existing: directory) else { return nil }
        return try accessFault(of: directory)
    }

    /// Whether somebody else could remove the state, put an older one in its place, or keep the
    /// program out by a lock.
    private func accessFault(of directory: Directory) throws(StorageError) -> StorageError? {
        for (path, status, _) in try places(in: directory) {
            if let fault = status.directoryFault(for: conditions.user) {
                return .directoryRefused(path: path, because: fault)
            }
        }
        return nil
    }

    /// Sets the modes of the directories that the group could change, and nobody else, since a
    /// volume may be mounted so; and of those that a umask has closed to this user.
    ///
    /// - Throws: why the directory is refused.
    func closeDirectories(in directory: Directory) throws(StorageError) {
        // Twice: nothing in a directory can be looked at before it is given back.
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

    /// Sets the modes of the files that others could use, or that a umask has closed to this user.
    /// Nobody else can change the directory by then.
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

    /// The state directory, and that of the files set aside if there is one. Where a link leads is
    /// for whoever made it to see to.
    private func places(in directory: Directory) throws(StorageError) -> [Place] {
        let (handle, name) = (directory.handle, FileName.setAside)
        let status = try attempting(.inspect, directory.path, try handle.status())
        let own: Place = (directory.path, status, { handle.setPermissions($0) })
        // Nothing in it can be looked at before it is given back.
        guard !status.isClosedToOwner, let folder = try directory.status(of: name),
            folder.isDirectory
        else { return [own] }
        return [own, (directory.path(of: name), folder, { handle.setPermissions($0, of: name) })]
    }

    /// Where the file system keeps no modes, chmod is no remedy.
    private func explained(_ fault: StorageError) -> StorageError {
        guard case .directoryRefused(let path, .openToOthers(let bits)) = fault,
            let handle = try? FileHandle(open: path, O_RDONLY | O_DIRECTORY),
            let status = try? handle.status(), status.owner == conditions.user,
            !handle.keepsModes(of: status)
        else { return fault }
        return .directoryRefused(path: path, because: .modesIgnored(permissions: bits))
    }
}

extension FileStatus {
    /// Whether the mode of a directory is to be set right.
    var isWronglyClosedOrOpen: Bool {
        isClosedToOwner || isOpenToGroupAlone && isWritableByOthers
    }
}
