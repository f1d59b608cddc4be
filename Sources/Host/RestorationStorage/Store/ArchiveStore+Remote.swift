import Glibc
import RestorationCore

/// The files that a ``RoamingStore`` needs beside the archives.
extension ArchiveStore {
    /// Opens the current generation as it is sealed on the disk; `nil` if there is none.
    func currentSealed() throws(StorageError) -> SealedFile? {
        guard let directory = try Directory(existing: directory),
            try directory.status(of: FileName.current) != nil
        else { return nil }
        return try Self.retryingLookup { () throws(StorageError) in
            try SealedFile(named: FileName.current, in: directory, conditions: conditions)
        }
    }

    /// Links the current archive as `archive.mine`, before another device's state replaces it. An
    /// earlier `archive.mine` moves to `set-aside/`. Does nothing without an archive.
    func keepMine() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            guard try directory.status(of: FileName.current) != nil else { return }
            if try directory.status(of: FileName.mine) != nil {
                _ = try setAside([(FileName.mine, .replaced, nil)], in: directory)
            }
            let path = directory.path(of: FileName.mine)
            try attempting(
                .setAside,
                path,
                try link(FileName.current, to: FileName.mine, directory)
            )
        }
    }

    private func link(
        _ name: String,
        to other: String,
        _ directory: Directory
    ) throws(SystemError) {
        do throws(SystemError) {
            try conditions.before(.linkCopy)
            try directory.handle.link(name, to: other)
        } catch {
            guard error.isUnsupported else { throw error }
            try directory.handle.copy(name, to: other, conditions)
        }
        try directory.handle.synchronizeNames()
    }

    /// The device's record of a remote store; `nil` without such a file.
    func readRemoteMemory() throws(StorageError) -> [UInt8]? {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            guard try directory.status(of: FileName.remote) != nil else { return nil }
            let path = directory.path(of: FileName.remote)
            let file = try attempting(
                .open,
                path,
                try FileHandle(open: FileName.remote, in: directory.handle, O_RDONLY)
            )
            return try attempting(.read, path, try file.read(1 << 20, at: 0))
        }
    }

    /// Replaces the device's record of a remote store, durably.
    func writeRemoteMemory(_ bytes: [UInt8]) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            let path = directory.path(of: FileName.remote)
            try attempting(.write, path, try replace(FileName.remote, with: bytes, directory))
        }
    }

    private func replace(
        _ name: String,
        with bytes: [UInt8],
        _ directory: Directory
    ) throws(SystemError) {
        try directory.handle.unlink(FileName.newRemote)
        let new = try FileHandle(creating: FileName.newRemote, in: directory.handle)
        try new.write(bytes, at: 0)
        try new.synchronizeData()
        try directory.handle.rename(FileName.newRemote, to: name)
        try directory.handle.synchronizeNames()
    }
}
