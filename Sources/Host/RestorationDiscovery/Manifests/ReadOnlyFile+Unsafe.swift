internal import CRestorationSystem
internal import Glibc

/// A regular file open for reading, closed on deinit.
package struct ReadOnlyFile: ~Copyable {
    private let descriptor: Int32
    /// The size at opening.
    let sizeInBytes: Int
    /// The stamp at opening. A later change results in another stamp.
    let stamp: FileStamp
    /// The facts about the file; `nil` if the path may be a link, whose own facts may differ.
    /// `hasAccessList` is always true, because fstat(2) does not tell.
    let facts: FileFacts?

    var identity: Identity { Identity(stamp) }

    /// The device and inode of a file.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ stamp: FileStamp) {
            device = stamp.device
            inode = stamp.inode
        }

        /// The identity of the file at `path`, following links; `nil` if there is none.
        package init?(ofFile path: String) {
            var facts = stat()
            // Invariant: `path` is a valid C string during the call.
            guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else { return nil }
            self.init(FileStamp(facts))
        }
    }

    enum OpeningError: Error {
        case system(SystemError)
        case notRegular
        case directory
    }

    /// Opens the file at `path`, following links. Never blocks, even on a pipe or device.
    init(path: String) throws(OpeningError) {
        // Invariant: `path` is a valid C string during the call.
        let descriptor = unsafe path.withCString { path in
            unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        try self.init(descriptor, mayBeLink: true)
    }

    /// Opens a file of an open directory, following links.
    ///
    /// - Parameter directory: avoids another lookup of the path.
    init(name: String, in directory: OpenDirectory) throws(OpeningError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        // Invariant: `name` is a valid C string during the calls. Implicit bridging would copy it
        // twice.
        let (descriptor, mayBeLink) = unsafe name.withCString { name in
            let descriptor = unsafe openat(directory.descriptor, name, flags | O_NOFOLLOW)
            guard descriptor < 0, errno == ELOOP else { return (descriptor, false) }
            return (unsafe openat(directory.descriptor, name, flags), true)
        }
        try self.init(descriptor, mayBeLink: mayBeLink)
    }

    private init(_ descriptor: Int32, mayBeLink: Bool) throws(OpeningError) {
        let descriptor = restoration_above_standard(descriptor)
        // ENXIO means a socket (open(2)).
        guard descriptor >= 0 else { throw errno == ENXIO ? .notRegular : .system(.latest) }
        var facts = stat()
        // Invariant (fstat(2)): the call fills `facts`.
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
            mayBeLink
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

    /// Populates the pages of a large buffer at once, because separate page faults would cost more
    /// than the read.
    private static func populate(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard buffer.count >= 1 << 16 else { return }
        let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let first = UInt(bitPattern: buffer.baseAddress) & ~(pageSize - 1)
        let end = UInt(bitPattern: buffer.baseAddress) + UInt(buffer.count)
        // Invariant (madvise(2)): the call only populates pages that overlap the buffer. If the
        // system does not support it, nothing is lost.
        unsafe _ = madvise(
            UnsafeMutableRawPointer(bitPattern: first),
            Int(end - first),
            MADV_POPULATE_WRITE
        )
    }

    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe Self.populate(buffer)
            while filled < count {
                // Invariant: the buffer has `count` bytes, of which `filled` are initialised.
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
