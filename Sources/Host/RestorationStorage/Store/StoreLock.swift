import CRestorationSystem
import Glibc

/// The exclusive lock of a state directory, against other processes and stores.
///
/// The lock belongs to the open file, so the kernel releases it when the process ends. The file
/// contains the process ID in decimal, for other processes' errors.
///
/// A forked child does not inherit the lock: it closes its copy of the open file immediately.
final class StoreLock: Sendable {
    private let file: FileHandle
    private let identity: FileStatus.Identity
    private let process = getpid()
    private let place: Int32

    private init(file: FileHandle, identity: FileStatus.Identity) {
        self.file = file
        self.identity = identity
        place = (try? file.descriptor).map(restoration_keep_from_children) ?? -1
    }

    deinit {
        guard process == getpid() else { return }
        restoration_share_with_children(place)
        // The next holder writes its ID later. Until then, the file would name a process that has
        // released the lock.
        do { try file.truncate(to: 0) } catch {}
        // Closing is not enough: a child process that another thread is starting shares the open
        // file until it executes its program.
        do { try file.unlock() } catch {}
    }

    /// Takes the lock of a directory.
    ///
    /// - Parameter noting: called if a umask had closed the file to its owner.
    /// - Throws: ``StorageError/inUse(path:process:)`` immediately if the lock is taken.
    static func take(
        in directory: Directory,
        noting: (ModeChange) -> Void
    ) throws(StorageError) -> StoreLock {
        let path = directory.path(of: FileName.lock)
        for _ in 0..<attemptLimit {
            let file = try directory.openOrCreate(FileName.lock, noting)
            guard try attempting(.lock, path, try file.lock(.exclusive)) else {
                throw .inUse(path: path, process: holder(of: file))
            }
            let identity = try attempting(.inspect, path, try file.status()).identity
            let lock = StoreLock(file: file, identity: identity)
            // Between open and lock, the directory may have been recreated. The lock file would
            // then be invisible to other processes.
            guard try lock.isCurrent(in: directory) else { continue }
            lock.sign()
            return lock
        }
        throw .system(.lock, path: path, errorNumber: ESTALE)
    }

    /// A file system with unstable inode numbers never shows a lock as current.
    private static let attemptLimit = 100

    /// Whether another process would try to take the same lock.
    func isCurrent(in directory: Directory) throws(StorageError) -> Bool {
        guard process == getpid(), isOpen else { return false }
        return try directory.status(of: FileName.lock)?.identity == identity
    }

    /// Whether the descriptor, and so the lock, is still open. Other code of the process may close
    /// it.
    var isOpen: Bool { file.isOpen }

    private func sign() {
        // Must not fail on a full disk: errors then name "another process".
        do {
            try file.truncate(to: 0)
            try file.write(Array(String(getpid()).utf8), at: 0)
        } catch {}
    }

    /// The process whose ID is in the file, if it holds the lock. The ID may come from another
    /// namespace, or from a process whose child inherited the open file.
    private static func holder(of file: FileHandle) -> Int? {
        do {
            let text = String(decoding: try file.read(20, at: 0), as: UTF8.self)
            guard let process = Int(text) else { return nil }
            return try LockHolder.has(process, locked: file.status().identity) ? process : nil
        } catch {
            return nil
        }
    }
}
