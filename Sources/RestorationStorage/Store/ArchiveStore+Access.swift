import Glibc

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
    func accessFault(of directory: Directory) throws(StorageError) -> StorageError? {
        let path = directory.path
        let status = try attempting(.inspect, path, try directory.handle.status())
        if let fault = status.directoryFault(for: conditions.user) {
            return .directoryRefused(path: path, because: fault)
        }
        // Where a link leads is for whoever made it to see to.
        guard let folder = try directory.status(of: FileName.setAside), folder.isDirectory,
            let fault = folder.directoryFault(for: conditions.user)
        else { return nil }
        return .directoryRefused(path: directory.path(of: FileName.setAside), because: fault)
    }

    /// Takes from others what they may do with the files, and notes it.
    func closeToOthers(in directory: Directory) {
        let reports = [FileName.report, FileName.saveReport]
        for name in [FileName.current, FileName.previous] + reports + [FileName.program] {
            do throws(SystemError) {
                let file = try FileHandle(open: name, in: directory.handle, O_RDONLY)
                let status = try file.status()
                guard status.isRegular, status.permissions & 0o077 != 0 else { continue }
                let path = directory.path(of: name)
                do throws(SystemError) {
                    try file.setPermissions(0o600)
                    note(.closedToOthers(path: path, permissions: status.permissions))
                } catch {
                    note(.openToOthers(path: path, permissions: status.permissions))
                }
            } catch {
                // Most often there is no such file; what else is wrong with it, opening it tells.
            }
        }
    }
}
