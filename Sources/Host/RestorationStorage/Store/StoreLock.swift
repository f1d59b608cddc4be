import CRestorationSystem
import Glibc

/// The lock that keeps a second process, or a second store, out of a state directory.
///
/// It belongs to the open file, and the kernel drops it when its holder is gone, however it went.
/// The file holds the number of the process in decimal, to be named to others.
///
/// A forked child does not have the lock: the child closes its copy of the open file at once.
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
        for _ in 0..<attemptLimit {
            let file = try directory.openOrCreate(FileName.lock, noting)
            guard try attempting(.lock, path, try file.lock(.exclusive)) else {
                throw .inUse(path: path, process: holder(of: file))
            }
            let identity = try attempting(.inspect, path, try file.status()).identity
            let lock = StoreLock(file: file, identity: identity)
            // Between opening and locking, somebody may have removed the directory and made it
            // anew; then we hold the lock of a file that nobody else will ever look at.
            guard try lock.isCurrent(in: directory) else { continue }
            lock.sign()
            return lock
        }
        throw .system(.lock, path: path, errorNumber: ESTALE)
    }

    /// A file system that numbers its files anew at each look never shows a lock as current.
    private static let attemptLimit = 100

    /// Whether this is still the lock that another process would try to take.
    func isCurrent(in directory: Directory) throws(StorageError) -> Bool {
        guard process == getpid(), isOpen else { return false }
        return try directory.status(of: FileName.lock)?.identity == identity
    }

    /// Whether the lock is still held: it goes with its descriptor, which other code of the process
    /// may close.
    var isOpen: Bool { file.isOpen }

    private func sign() {
        // A full disk must not keep the program from running: others then hear "another process".
        do {
            try file.truncate(to: 0)
            try file.write(Array(String(getpid()).utf8), at: 0)
        } catch {}
    }

    /// The process that signed the file, if it holds the lock. The number may be one of another
    /// namespace, or of a process whose child has inherited the open file.
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
