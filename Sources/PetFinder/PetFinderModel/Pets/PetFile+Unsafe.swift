internal import Glibc

/// The system calls of ``PetFile``. Strings and arrays' buffers are lent to C for one call.
extension PetFile {
    func readBytes() throws(PetFinderError) -> [UInt8]? {
        let descriptor = openAboveStandard(path, O_RDONLY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("read")
            }
            bytes += buffer[..<count]
        }
    }

    /// Replaces the file: writes a draft beside it, makes it durable, then renames it.
    func writeBytes(_ bytes: [UInt8]) throws(PetFinderError) {
        try makeDirectory()
        let draft = path + ".new"
        let descriptor = openAboveStandard(draft, O_WRONLY | O_CREAT | O_TRUNC)
        guard descriptor >= 0 else { throw failure("written") }
        do {
            defer { close(descriptor) }
            // Independent of the umask.
            _ = fchmod(descriptor, 0o600)
            var written = 0
            while written < bytes.count {
                let count = unsafe bytes[written...].withUnsafeBytes { rest in
                    unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
                if count < 0, errno != EINTR { throw failure("written") }
                written += max(count, 0)
            }
            guard fsync(descriptor) == 0 else { throw failure("written") }
        }
        guard unsafe rename(draft, path) == 0 else { throw failure("written") }
        try syncDirectory()
    }

    /// The rename is durable only when the directory is.
    private func syncDirectory() throws(PetFinderError) {
        let descriptor = openAboveStandard(directory, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw failure("written") }
        defer { close(descriptor) }
        // Some file systems, such as CIFS, cannot synchronise directories and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("written") }
    }

    /// Opens a file above the standard descriptors, which may be closed.
    private func openAboveStandard(_ path: String, _ flags: Int32) -> Int32 {
        let opened = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard (0...2).contains(opened) else { return opened }
        defer { close(opened) }
        return fcntl(opened, F_DUPFD_CLOEXEC, 3)
    }

    private func makeDirectory() throws(PetFinderError) {
        var path = ""
        for component in directory.split(separator: "/") {
            path += "/\(component)"
            if unsafe mkdir(path, 0o700) == 0 {
                _ = unsafe chmod(path, 0o700)
            } else if errno != EEXIST {
                throw failure("written")
            }
        }
    }

    private func failure(_ operation: String) -> PetFinderError {
        let reason = unsafe String(cString: strerror(errno))
        return .fileFailed(path: path, operation: operation, reason: reason)
    }
}
