internal import CRestorationSystem
internal import Glibc

/// A regular file open for reading, closed with the value.
package struct ReadOnlyFile: ~Copyable {
    private let descriptor: Int32
    /// The size when the file was opened.
    let sizeInBytes: Int
    /// What the file was when it was opened: a later change shows in another stamp.
    let stamp: FileStamp
    /// What the file system says about the file itself: `nil` where a link led to it, about which
    /// it may say something else. Any list of rights is supposed to let others in.
    let facts: FileFacts?

    /// What stays the same however the file is called.
    var identity: Identity { Identity(stamp) }

    /// Tells a file apart from all others on this machine.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ stamp: FileStamp) {
            device = stamp.device
            inode = stamp.inode
        }

        /// The identity of what is at `path`, following links; `nil` if nothing is.
        package init?(ofFile path: String) {
            var facts = stat()
            // Invariant: `path` is lent as a C string for the call.
            guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else { return nil }
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
        // Invariant: `path` is lent as a C string for the call.
        let descriptor = unsafe path.withCString { path in
            unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        try self.init(descriptor, isLink: true)
    }

    /// Opens a file of a directory that is open, following links.
    ///
    /// - Parameter directory: spares the system the way to the file.
    init(name: String, in directory: OpenDirectory) throws(OpeningError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        // Invariant: `name` is lent as a C string for the calls. Passed to them as it is, it would
        // be copied twice.
        let (descriptor, isLink) = unsafe name.withCString { name in
            let descriptor = unsafe openat(directory.descriptor, name, flags | O_NOFOLLOW)
            guard descriptor < 0, errno == ELOOP else { return (descriptor, false) }
            return (unsafe openat(directory.descriptor, name, flags), true)
        }
        try self.init(descriptor, isLink: isLink)
    }

    private init(_ descriptor: Int32, isLink: Bool) throws(OpeningError) {
        let descriptor = restoration_above_standard(descriptor)
        // Semantic source: open(2): ENXIO is the error of a socket.
        guard descriptor >= 0 else { throw errno == ENXIO ? .notRegular : .system(.latest) }
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
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
        self.facts =
            isLink
            ? nil
            : FileFacts(
                kind: .file,
                owner: facts.st_uid,
                group: facts.st_gid,
                mode: facts.st_mode & 0o7777,
                hasAccessList: true
            )
    }

    deinit {
        close(descriptor)
    }

    /// Asks for all pages of a large buffer at once: one after the other, when they are first
    /// written to, they would cost more than the reading.
    private static func populate(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard buffer.count >= 1 << 16 else { return }
        let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let first = UInt(bitPattern: buffer.baseAddress) & ~(pageSize - 1)
        let end = UInt(bitPattern: buffer.baseAddress) + UInt(buffer.count)
        // Invariant (madvise(2)): only makes pages present that hold a part of the buffer. Where
        // the system does not know how to, nothing is lost.
        unsafe _ = madvise(
            UnsafeMutableRawPointer(bitPattern: first),
            Int(end - first),
            MADV_POPULATE_WRITE
        )
    }

    /// Reads up to `count` bytes from `offset` on; fewer only where the file ends.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe Self.populate(buffer)
            while filled < count {
                // Invariant: the buffer has room for `count` bytes, and `filled` of them are
                // behind.
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
