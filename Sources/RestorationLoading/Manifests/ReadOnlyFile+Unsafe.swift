internal import Glibc

/// A regular file open for reading, closed with the value.
struct ReadOnlyFile: ~Copyable {
    private let descriptor: Int32
    /// The size when the file was opened.
    let sizeInBytes: Int
    /// What the file was when it was opened: a later change shows in another stamp.
    let stamp: FileStamp
    /// Whether the file belongs to this user, and nobody else may write to it.
    let isPrivate: Bool

    /// What stays the same however the file is called.
    var identity: Identity { Identity(stamp) }

    /// Tells a file apart from all others on this machine.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ stamp: FileStamp) {
            device = stamp.device
            inode = stamp.inode
        }

        /// The identity of what is at `path`, following links; `nil` if nothing is.
        init?(ofFile path: String) {
            var facts = stat()
            // Invariant: Swift passes `path` as a C string that lives for the call.
            guard unsafe stat(path, &facts) == 0 else { return nil }
            self.init(FileStamp(facts))
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
        stamp = FileStamp(facts)
        isPrivate = facts.st_uid == geteuid() && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    deinit {
        close(descriptor)
    }

    /// Reads up to `count` bytes from `offset` on; fewer only where the file ends.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // Invariant: the buffer has room for `count` bytes, and `filled` of them are behind.
                let result = unsafe pread(
                    descriptor,
                    buffer.baseAddress! + filled,
                    count - filled,
                    off_t(offset + filled)
                )
                if result < 0, errno == EINTR { continue }
                if result < 0 { failure = .latest }
                guard result > 0 else { break }
                filled += result
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
