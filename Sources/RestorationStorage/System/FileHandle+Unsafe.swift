import CRestorationSystem
import Glibc

/// An open file or directory; closed when the last reference goes.
///
/// The calls are thin: they retry when a signal interrupts them, read and write everything they
/// were asked for, and throw the error number otherwise. A descriptor number is a plain value and
/// the kernel serialises what happens to it, so handles may be shared between threads.
final class FileHandle: Sendable {
    let descriptor: Int32

    /// `O_PATH` of open(2), which Swift does not import: the number is that of x86-64 and arm64.
    static let pathOnly: Int32 = 0o10_000_000

    /// Opens an absolute path. Relative paths are resolved where they come in
    /// (``absolutePath(_:)``), since the working directory may be another one by now.
    init(open path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw SystemError(code: ENOENT) }
        descriptor = try retrying { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
    }

    /// Opens a name inside a directory.
    ///
    /// A symbolic link is refused with `ELOOP`, and a pipe that somebody put there does not make
    /// the call wait.
    init(
        open name: String,
        in directory: FileHandle,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = try retrying { unsafe openat(directory.descriptor, name, flags, mode) }
    }

    /// Makes a file in a directory, for reading and writing, or throws ``SystemError/nameTaken``.
    ///
    /// Only its user can use the file, whatever the umask of the process is.
    init(creating name: String, in directory: FileHandle) throws(SystemError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        descriptor = try retrying { unsafe openat(directory.descriptor, name, flags, 0o600) }
        setPermissions(0o600)
    }

    deinit {
        // A failing close has nothing to tell: whatever must last was synchronised before.
        _ = close(descriptor)
    }
}

// MARK: - Bytes

extension FileHandle {
    /// Reads up to `count` bytes at `offset`; fewer only where the file ends.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                while filled < count {
                    // Invariant: the buffer holds `count` bytes, of which `filled` are written.
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

    /// Writes all bytes at `offset`.
    func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(SystemError) {
        var failure: SystemError?
        let written: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            do throws(SystemError) {
                // Invariant: the storage is lent by the collection until the closure returns.
                try unsafe write(UnsafeRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if written == nil { try write(Array(bytes), at: offset) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let wrote = try retrying {
                unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
            // Not documented for regular files, but an endless loop would be worse than an error.
            guard wrote > 0 else { throw SystemError(code: EIO) }
            done += wrote
        }
    }

    func truncate(to size: Int) throws(SystemError) {
        try retrying { ftruncate(descriptor, off_t(size)) }
    }

    /// Returns when the contents are on the disk, with the metadata needed to read them back.
    func synchronizeData() throws(SystemError) {
        try retrying { fdatasync(descriptor) }
    }

    /// Returns when contents and metadata are on the disk.
    func synchronize() throws(SystemError) {
        try retrying { fsync(descriptor) }
    }

    /// Returns when the names in this directory are on the disk, as far as the file system can
    /// tell: some, such as CIFS, do not synchronise directories.
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
        var raw = stat()
        try retrying { unsafe fstat(descriptor, &raw) }
        return FileStatus(raw)
    }

    /// Sets the permissions, and returns whether the file has them now. Some file systems keep no
    /// modes: they refuse to set them, or ignore that.
    @discardableResult
    func setPermissions(_ permissions: mode_t) -> Bool {
        _ = fchmod(descriptor, permissions)
        return (try? status().permissions & 0o777) == permissions & 0o777
    }

    /// Whether the file system keeps modes, which is found out by setting others than the file has.
    func keepsModes(of status: FileStatus) -> Bool {
        let isKept = setPermissions(status.rightPermissions)
        if isKept { setPermissions(status.permissions) }
        return isKept
    }

    /// Takes a lock, or returns `false` if somebody else holds it.
    ///
    /// It belongs to this handle, so two handles of one process exclude each other too. The kernel
    /// drops it when the handle is closed.
    func lock(_ mode: LockMode) throws(SystemError) -> Bool {
        do {
            try retrying { flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Waits until nobody else holds the lock.
    func waitForLock() throws(SystemError) {
        try retrying { flock(descriptor, LOCK_EX) }
    }

    func unlock() throws(SystemError) {
        try retrying { flock(descriptor, LOCK_UN) }
    }

    enum LockMode {
        case shared, exclusive
    }
}

// MARK: - Names inside a directory

extension FileHandle {
    /// What a name stands for, without following a link; `nil` if nothing has it.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        var raw = stat()
        do {
            try retrying { unsafe fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) }
            return FileStatus(raw)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Makes a directory that only its user can use, whatever the umask of the process is.
    func makeDirectory(_ name: String) throws(SystemError) {
        try retrying { unsafe mkdirat(descriptor, name, 0o700) }
        setPermissions(0o700, of: name)
    }

    /// Sets the permissions of a file or directory that is no link, and returns whether it has them
    /// now. Nobody but the user must be able to put a link in its place.
    @discardableResult
    func setPermissions(_ permissions: mode_t, of name: String) -> Bool {
        _ = unsafe fchmodat(descriptor, name, permissions, 0)
        guard let status = try? status(of: name) else { return false }
        return status.permissions & 0o777 == permissions & 0o777
    }

    /// Whether this process may change names in the directory.
    var isWritableDirectory: Bool { unsafe faccessat(descriptor, ".", W_OK, AT_EACCESS) == 0 }

    func rename(_ name: String, to other: String) throws(SystemError) {
        try retrying { unsafe renameat(descriptor, name, descriptor, other) }
    }

    /// Renames a file, or throws ``SystemError/nameTaken``.
    func renameOnly(_ name: String, toUnused other: String) throws(SystemError) {
        let code = unsafe restoration_rename_without_replacing(descriptor, name, other)
        guard code != 0 else { return }
        let error = SystemError(code: code)
        guard error.isUnsupported else { throw error }
        // Where the kernel cannot look and rename in one step, two must do. Whoever calls this
        // holds a lock, so nobody comes between them.
        guard try status(of: other) == nil else { throw .nameTaken }
        try rename(name, to: other)
    }

    func exchange(_ name: String, with other: String) throws(SystemError) {
        let code = unsafe restoration_exchange_names(descriptor, name, other)
        if code != 0 { throw SystemError(code: code) }
    }

    func link(_ name: String, to other: String) throws(SystemError) {
        try retrying { unsafe linkat(descriptor, name, descriptor, other, 0) }
    }

    /// Removes a name; one that is not there is as good as removed.
    func unlink(_ name: String) throws(SystemError) {
        do {
            try retrying { unsafe unlinkat(descriptor, name, 0) }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// The names in this directory, sorted by their bytes, without "." and "..".
    func names() throws(SystemError) -> [String] {
        // A second descriptor, because closing the stream closes what it reads from.
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let copy = try retrying { unsafe openat(descriptor, ".", flags) }
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
            // Invariant (readdir(3)): d_name ends with NUL and lives until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw SystemError(code: errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// Repeats a call while signals interrupt it.
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
