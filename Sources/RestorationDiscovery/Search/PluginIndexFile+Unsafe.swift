internal import CRestorationSystem
internal import Glibc
internal import RestorationCore

/// The file in which the index of an application's plugins lies.
struct PluginIndexFile {
    let path: String

    /// The largest index that is read, in bytes.
    private static let maximumSizeInBytes = 64 << 20

    /// The place of an application's index, or `nil` if there is none: in a privileged process,
    /// whose environment is in foreign hands, and without a home.
    ///
    /// Semantic source: XDG Base Directory Specification 0.8.
    ///
    /// - Parameter directory: The place that the host has chosen; `nil` leaves it to the
    ///   environment.
    init?(
        application: ApplicationIdentifier,
        in directory: String? = nil,
        process: ProcessFacts
    ) {
        if let directory {
            path = "\(directory)/\(application).index"
            return
        }
        guard !process.isPrivileged else { return nil }
        let named = process.environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = process.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        guard let cache = named ?? home else { return nil }
        path = "\(cache)/restoration/plugins/\(application).index"
    }

    /// The bytes of the index, or why they cannot be read.
    ///
    /// The file is read rather than mapped: if somebody shortened a mapped file, the next look at
    /// it would end the process. At the size of an index the copy costs no more than the page
    /// faults.
    func read() throws(IndexReport.Flaw) -> [UInt8] {
        let file: ReadOnlyFile
        do {
            file = try ReadOnlyFile(path: path)
        } catch .system(let error) {
            throw error.meansAbsence ? .absent : .unreadable(error)
        } catch {
            throw .damaged
        }
        guard file.isPrivate else { throw .foreign }
        guard file.sizeInBytes <= Self.maximumSizeInBytes else { throw .damaged }
        do {
            return try file.read(file.sizeInBytes, at: 0)
        } catch {
            throw .unreadable(error)
        }
    }

    /// What tells this build of the code from any other: the program that runs, and the library
    /// that the code is in, if it is in one.
    static let build: String = {
        // Invariant: the handle is an address in the file that this code is in; the name lives as
        // long as that is loaded, which it is.
        let file = unsafe restoration_library_of(#dsohandle).map { unsafe String(cString: $0) }
        return ["/proc/self/exe", file].compactMap(\.self)
            .map { path in
                guard case .success(let stamp) = FileStamp.of(path) else { return "" }
                return "\(stamp.device):\(stamp.inode):\(stamp.size):\(stamp.modified)"
            }
            .joined(separator: " ")
    }()

    /// Puts a new index in the place of the old one, at once or not at all.
    ///
    /// 1. The new file has one name for all processes, so that one that is killed leaves one file
    ///    behind, and not one each time. A lock on it keeps them apart; who does not get it leaves
    ///    the work to the other.
    /// 2. Whoever held the lock before may have given the file its final name meanwhile: then it is
    ///    not the new file any more, and must not be written to.
    /// 3. It is not synchronised with the disk: after a power failure the checksum tells.
    func write(_ bytes: [UInt8]) -> IndexReport.Writing {
        makeDirectories()
        let newPath = path + ".new"
        // Invariant, here and below: Swift passes paths as C strings that live for the call.
        let descriptor = unsafe restoration_above_standard(
            open(newPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        )
        guard descriptor >= 0 else { return .failed(.latest) }
        defer { close(descriptor) }
        // Where the file system has no locks, the checksum tells of two that have written at once.
        let isLeft = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        guard !isLeft else { return .leftToAnother }
        var own = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(newPath, &named) == 0,
            own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { return .leftToAnother }
        guard own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid(), own.st_nlink == 1 else {
            return .failed(SystemError(code: EPERM))
        }
        // Some file systems keep no modes; whoever reads the index looks at who may write to it.
        _ = fchmod(descriptor, 0o600)
        guard restoration_truncate(descriptor, 0) == 0,
            Self.write(bytes, to: descriptor), unsafe rename(newPath, path) == 0
        else { return .failed(.latest) }
        return .done
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            // Invariant: `done < count`, so the rest lies within the lent buffer.
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe restoration_write(descriptor, buffer.baseAddress! + done, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Makes what is missing of the way to the file; a failure shows when the file is opened.
    private func makeDirectories() {
        var missing: [String] = []
        var directory = Self.parent(of: path)
        while let next = directory, FileStamp.of(next).isAbsent {
            missing.append(next)
            directory = Self.parent(of: next)
        }
        for directory in missing.reversed() where unsafe mkdir(directory, 0o700) == 0 {
            // Whatever the umask is.
            _ = unsafe chmod(directory, 0o700)
        }
    }

    private static func parent(of path: String) -> String? {
        path.lastIndex(of: "/").flatMap { $0 == path.startIndex ? nil : String(path[..<$0]) }
    }
}

extension Result<FileStamp, SystemError> {
    fileprivate var isAbsent: Bool {
        if case .failure(let error) = self { error.meansAbsence } else { false }
    }
}

extension ProcessFacts {
    /// Tells this run of the system on this machine from all others; `nil` if it is not known.
    ///
    /// Semantic source: proc_sys_kernel(5), `random/boot_id`.
    static var boot: String? {
        do {
            let file = try ReadOnlyFile(path: "/proc/sys/kernel/random/boot_id")
            let text = String(decoding: try file.read(36, at: 0), as: UTF8.self)
            return text.isEmpty ? nil : text
        } catch {
            return nil
        }
    }
}
