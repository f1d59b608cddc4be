import CRestorationSystem
import Glibc

/// An open file or directory; closed on deinit.
///
/// Thin wrappers. Each retries after EINTR, transfers all bytes, and throws `errno` on failure. The
/// kernel serialises operations on a descriptor, so threads may share a handle.
///
/// Other code of the process may close any descriptor and reuse its number. So each call first
/// checks that the number still denotes the handle's file, and otherwise throws `EBADF`.
final class FileHandle: Sendable {
    private let number: Int32
    private let identity: FileStatus.Identity

    /// `O_PATH` of open(2), which Swift does not import: the value on x86-64 and arm64.
    static let pathOnly: Int32 = 0o10_000_000

    /// Opens an absolute path. Callers resolve relative paths early (``absolutePath(_:)``), because
    /// the working directory may change.
    init(open path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw SystemError(code: ENOENT) }
        number = try retrying { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }.aboveStandard
        identity = try Self.identity(of: number)
    }

    /// Opens a name inside a directory.
    ///
    /// A symbolic link fails with `ELOOP`, and a pipe does not block the call.
    init(
        open name: String,
        in directory: FileHandle,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let parent = try directory.descriptor
        number = try retrying { unsafe openat(parent, name, flags, mode) }.aboveStandard
        identity = try Self.identity(of: number)
    }

    /// Creates a file in a directory, for reading and writing, or throws ``SystemError/nameTaken``.
    ///
    /// Only its user can access the file, whatever the process's umask.
    init(creating name: String, in directory: FileHandle) throws(SystemError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let parent = try directory.descriptor
        number = try retrying { unsafe openat(parent, name, flags, 0o600) }.aboveStandard
        identity = try Self.identity(of: number)
        setPermissions(0o600)
    }

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) throws(SystemError) {
        number = try descriptor.aboveStandard
        identity = try Self.identity(of: number)
    }

    deinit {
        // Errors of close do not matter: durable data was synchronised before.
        if isOpen { _ = close(number) }
    }

    /// Whether the descriptor still denotes the opened file.
    var isOpen: Bool { (try? Self.identity(of: number)) == identity }

    /// - Throws: `EBADF` if other code has closed it.
    var descriptor: Int32 {
        get throws(SystemError) {
            guard isOpen else { throw SystemError(code: EBADF) }
            return number
        }
    }

    private static func identity(of number: Int32) throws(SystemError) -> FileStatus.Identity {
        var raw = stat()
        try retrying { unsafe fstat(number, &raw) }
        return FileStatus.Identity(device: raw.st_dev, inode: raw.st_ino)
    }
}

extension Int32 {
    fileprivate var aboveStandard: Int32 {
        get throws(SystemError) {
            let moved = restoration_above_standard(self)
            guard moved >= 0 else { throw SystemError(code: errno) }
            return moved
        }
    }
}

// MARK: - Bytes

extension FileHandle {
    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        let descriptor = try descriptor
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                while filled < count {
                    // Invariant: the buffer has `count` bytes, of which `filled` are initialised.
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                    let position = off_t(offset + filled)
                    let got = try retrying {
                        unsafe pread(descriptor, rest.baseAddress, rest.count, position)
                    }
                    if got == 0 { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(SystemError) {
        var failure: SystemError?
        let written: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            do throws(SystemError) {
                // Invariant: the storage is valid until the closure returns.
                try unsafe write(UnsafeRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if written == nil { try write(Array(bytes), at: offset) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        let descriptor = try descriptor
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let wrote = try retrying {
                unsafe restoration_write_at(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
                    off_t(offset + done)
                )
            }
            // Not documented for regular files, but an error is better than an endless loop.
            guard wrote > 0 else { throw SystemError(code: EIO) }
            done += wrote
        }
    }

    func truncate(to size: Int) throws(SystemError) {
        let descriptor = try descriptor
        try retrying { restoration_truncate(descriptor, off_t(size)) }
    }

    /// Makes the contents durable, with the metadata needed to read them.
    func synchronizeData() throws(SystemError) {
        let descriptor = try descriptor
        try retrying { fdatasync(descriptor) }
    }

    func synchronize() throws(SystemError) {
        let descriptor = try descriptor
        try retrying { fsync(descriptor) }
    }

    /// Makes the names in this directory durable. Some file systems, such as CIFS, do not
    /// synchronise directories.
    func synchronizeNames() throws(SystemError) {
        do {
            try synchronize()
        } catch {
            guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
        }
    }
}

// MARK: - Facts and locks

extension FileHandle {
    func status() throws(SystemError) -> FileStatus {
        let descriptor = try descriptor
        var raw = stat()
        try retrying { unsafe fstat(descriptor, &raw) }
        return FileStatus(raw)
    }

    /// Sets the permissions and returns whether the file has them now. File systems without modes
    /// refuse or ignore the call.
    @discardableResult
    func setPermissions(_ permissions: mode_t) -> Bool {
        guard isOpen else { return false }
        _ = fchmod(number, permissions)
        return (try? status().permissions & 0o777) == permissions & 0o777
    }

    /// Whether the file system stores modes, tested by changing the mode temporarily.
    func storesModes(of status: FileStatus) -> Bool {
        let isKept = setPermissions(status.rightPermissions)
        if isKept { setPermissions(status.permissions) }
        return isKept
    }

    /// Takes a lock, or returns `false` if another handle has it.
    ///
    /// Locks belong to handles, so two handles of one process exclude each other, too. The kernel
    /// releases the lock when the handle is closed.
    func lock(_ mode: LockMode) throws(SystemError) -> Bool {
        let descriptor = try descriptor
        do {
            try retrying { flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    func waitForLock() throws(SystemError) {
        let descriptor = try descriptor
        try retrying { flock(descriptor, LOCK_EX) }
    }

    func unlock() throws(SystemError) {
        let descriptor = try descriptor
        try retrying { flock(descriptor, LOCK_UN) }
    }

    enum LockMode {
        case shared, exclusive
    }
}

// MARK: - Names inside a directory

extension FileHandle {
    /// The status of a name, without following a link, or `nil` if it does not exist.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        let descriptor = try descriptor
        var raw = stat()
        do {
            try retrying { unsafe fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) }
            return FileStatus(raw)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Creates a directory that only its user can access, whatever the process's umask.
    func makeDirectory(_ name: String) throws(SystemError) {
        let descriptor = try descriptor
        try retrying { unsafe mkdirat(descriptor, name, 0o700) }
        setPermissions(0o700, of: name)
    }

    /// Sets the permissions of a file or directory, and returns whether it has them now. Trap:
    /// follows links, so other users must be unable to put a link in its place.
    @discardableResult
    func setPermissions(_ permissions: mode_t, of name: String) -> Bool {
        guard isOpen else { return false }
        _ = unsafe fchmodat(number, name, permissions, 0)
        guard let status = try? status(of: name) else { return false }
        return status.permissions & 0o777 == permissions & 0o777
    }

    /// Whether this process may create, rename and remove files in the directory.
    var isWritableDirectory: Bool {
        unsafe isOpen && faccessat(number, ".", W_OK, AT_EACCESS) == 0
    }

    func rename(_ name: String, to other: String) throws(SystemError) {
        let descriptor = try descriptor
        try retrying { unsafe renameat(descriptor, name, descriptor, other) }
    }

    /// Renames a file, or throws ``SystemError/nameTaken``.
    func renameOnly(_ name: String, toUnused other: String) throws(SystemError) {
        let code = unsafe restoration_rename_without_replacing(try descriptor, name, other)
        guard code != 0 else { return }
        let error = SystemError(code: code)
        guard error.isUnsupported else { throw error }
        // The kernel cannot check and rename in one step. The caller holds a lock, which makes two
        // steps safe.
        guard try status(of: other) == nil else { throw .nameTaken }
        try rename(name, to: other)
    }

    func exchange(_ name: String, with other: String) throws(SystemError) {
        let code = unsafe restoration_exchange_names(try descriptor, name, other)
        if code != 0 { throw SystemError(code: code) }
    }

    func link(_ name: String, to other: String) throws(SystemError) {
        let descriptor = try descriptor
        try retrying { unsafe linkat(descriptor, name, descriptor, other, 0) }
    }

    /// Removes a name, if it exists.
    func unlink(_ name: String) throws(SystemError) {
        let descriptor = try descriptor
        do {
            try retrying { unsafe unlinkat(descriptor, name, 0) }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// The names in this directory, sorted by bytes, without "." and "..".
    func names() throws(SystemError) -> [String] {
        // A second descriptor, because closing the stream closes its descriptor.
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = try descriptor
        let copy = try retrying { unsafe openat(descriptor, ".", flags) }.aboveStandard
        guard let stream = unsafe fdopendir(copy) else {
            let code = errno
            _ = close(copy)
            throw SystemError(code: code)
        }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            // Invariant (readdir(3)): d_name ends with NUL and is valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw SystemError(code: errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

@discardableResult
private func retrying<Number: SignedInteger>(
    _ call: () -> Number
) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(code: errno) }
    }
}
