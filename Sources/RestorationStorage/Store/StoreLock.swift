import Glibc

/// The lock that keeps a second process, or a second store, out of a state directory.
///
/// It belongs to the open file, and the kernel drops it when its holder is gone, however it went.
/// The file holds the number of the process in decimal, to be named to others.
final class StoreLock: Sendable {
    private let file: FileHandle
    private let identity: FileStatus.Identity

    private init(file: FileHandle, identity: FileStatus.Identity) {
        self.file = file
        self.identity = identity
    }

    deinit {
        // The next holder signs anew. Until then the number would be of a process that let go.
        do { try file.truncate(to: 0) } catch {}
        // Closing alone would not do: a child process that another thread is just starting shares
        // the open file until it runs its program.
        do { try file.unlock() } catch {}
    }

    /// Takes the lock of a directory.
    ///
    /// - Parameter noting: hears of it if a umask had closed the file to its owner.
    /// - Throws: ``StorageError/inUse(path:process:)`` at once if somebody holds it.
    static func take(
        in directory: Directory,
        noting: (ModeChange) -> Void
    ) throws(StorageError) -> StoreLock {
        let path = directory.path(of: FileName.lock)
        while true {
            let file = try attempting(
                .open,
                path,
                try directory.openOrCreate(FileName.lock, noting)
            )
            guard try attempting(.lock, path, try file.lock(.exclusive)) else {
                throw .inUse(path: path, process: holder(writtenIn: file))
            }
            let identity = try attempting(.inspect, path, try file.status()).identity
            let lock = StoreLock(file: file, identity: identity)
            // Between opening and locking, somebody may have removed the directory and made it
            // anew; then we hold the lock of a file that nobody else will ever look at.
            guard try lock.isCurrent(in: directory) else { continue }
            lock.sign()
            return lock
        }
    }

    /// Whether this is still the lock that another process would try to take.
    func isCurrent(in directory: Directory) throws(StorageError) -> Bool {
        try directory.status(of: FileName.lock)?.identity == identity
    }

    private func sign() {
        // A full disk must not keep the program from running: others then hear "another process".
        do {
            try file.truncate(to: 0)
            try file.write(Array(String(getpid()).utf8), at: 0)
        } catch {}
    }

    private static func holder(writtenIn file: FileHandle) -> Int? {
        do {
            return Int(String(decoding: try file.read(20, at: 0), as: UTF8.self))
        } catch {
            return nil
        }
    }
}
