internal import Glibc

/// Distinguishes states of a file without reading it.
struct FileStamp: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: UInt64
    let modified: Int64

    init(_ facts: stat) {
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = UInt64(bitPattern: Int64(facts.st_size))
        modified =
            Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
    }

    static func of(_ path: String) -> Result<FileStamp, SystemError> {
        var facts = stat()
        // Invariant: `path` is a valid C string during the call.
        guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else {
            return .failure(.latest)
        }
        return .success(FileStamp(facts))
    }
}

extension SystemError {
    var meansAbsence: Bool { code == ENOENT || code == ENOTDIR }
}
