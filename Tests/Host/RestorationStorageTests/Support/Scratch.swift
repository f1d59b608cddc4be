import Glibc

@testable import RestorationStorage

/// A directory for one test, removed on deinit.
final class Scratch {
    let path: String

    enum Medium {
        /// Exhaustive tests would spend most of their time waiting for the disk.
        case memory
        case disk
    }

    init(on medium: Medium = .memory) {
        let inMemory = medium == .memory ? temporaryDirectory(in: "/dev/shm") : nil
        path = inMemory ?? temporaryDirectory(in: "/tmp")!
    }

    deinit {
        remove(path)
    }

    /// The bytes of a file below the directory.
    subscript(name: String) -> [UInt8]? {
        get {
            guard let file = try? FileHandle(open: "\(path)/\(name)", O_RDONLY) else { return nil }
            return try! file.read(file.status().sizeInBytes, at: 0)
        }
        set {
            guard let newValue else {
                removeFile("\(path)/\(name)")
                return
            }
            let flags = O_WRONLY | O_CREAT | O_TRUNC
            try! FileHandle(open: "\(path)/\(name)", flags, mode: 0o600).write(newValue, at: 0)
        }
    }

    func makeDirectory(_ name: String) {
        _ = try! Directory(creating: "\(path)/\(name)")
    }

    /// The sorted names in a subdirectory; empty if it does not exist.
    func names(in name: String) -> [String] {
        (try? FileHandle(open: "\(path)/\(name)", O_RDONLY).names()) ?? []
    }

    private func remove(_ path: String) {
        let directory = try? FileHandle(open: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for name in (try? directory?.names()) ?? [] { remove("\(path)/\(name)") }
        directory == nil ? removeFile(path) : removeDirectory(path)
    }
}
