internal import Glibc

/// A regular file open for reading, closed with the value.
struct ReadOnlyFile: ~Copyable {
    private let descriptor: Int32
    /// The size when the file was opened.
    let sizeInBytes: Int
    /// What stays the same however the file is called.
    let identity: Identity

    /// Tells a file apart from all others on this machine.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ facts: stat) {
            device = UInt64(facts.st_dev)
            inode = UInt64(facts.st_ino)
        }

        /// The identity of what is at `path`, following links; `nil` if nothing is.
        init?(ofFile path: String) {
            var facts = stat()
            // Invariant: Swift passes `path` as a C string that lives for the call.
            guard unsafe stat(path, &facts) == 0 else { return nil }
            self.init(facts)
        }
    }

    /// Why a file cannot be opened.
    enum OpeningError: Error {
        case system(SystemError)
        case notRegular
        case directory
    }

    /// Opens the file at `path`, following links. Never waits: what is not a regular file could
    /// block its reader.
    init(path: String) throws(OpeningError) {
        // Invariant: Swift passes `path` as a C string that lives for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(.latest) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else {
            let error = SystemError.latest
            close(descriptor)
            throw .system(error)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw facts.st_mode & S_IFMT == S_IFDIR ? .directory : .notRegular
        }
        self.descriptor = descriptor
        sizeInBytes = Int(facts.st_size)
        identity = Identity(facts)
    }

    deinit {
        close(descriptor)
    }

    /// Reads up to `count` bytes from `offset` on; fewer only where the file ends.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // Invariant: the buffer has `count` bytes, and `filled` of them are behind us.
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress! + filled,
                    count - filled,
                    off_t(offset + filled)
                )
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw .latest }
            guard result > 0 else { break }
            filled += result
        }
        bytes.removeLast(count - filled)
        return bytes
    }
}
