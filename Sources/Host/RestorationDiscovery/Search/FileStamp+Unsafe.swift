internal import Glibc

/// Tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: UInt64
    /// In nanoseconds since 1970.
    let modified: Int64

    init(_ facts: stat) {
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = UInt64(bitPattern: Int64(facts.st_size))
        modified =
            Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
    }

    /// The stamp of the file at `path`, links followed, or why there is none.
    static func of(_ path: String) -> Result<FileStamp, SystemError> {
        var facts = stat()
        // Invariant: `path` is lent as a C string for the call.
        guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else {
            return .failure(.latest)
        }
        return .success(FileStamp(facts))
    }
}

extension SystemError {
    /// There is nothing by that name.
    var meansAbsence: Bool { code == ENOENT || code == ENOTDIR }
}
