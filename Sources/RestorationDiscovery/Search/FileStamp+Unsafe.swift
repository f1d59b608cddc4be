internal import Glibc

/// What tells one state of a file or directory from another without reading it.
///
/// The time of the last change to the inode (`ctime`) is part of it: programs can set the time of
/// modification back, and installers do, but not this one.
struct FileStamp: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: UInt64
    /// In nanoseconds since 1970.
    let modified: Int64
    /// In nanoseconds since 1970.
    let changed: Int64

    init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    init(_ facts: stat) {
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = UInt64(bitPattern: Int64(facts.st_size))
        modified = Self.nanoseconds(facts.st_mtim)
        changed = Self.nanoseconds(facts.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// How long a file must have been left alone before its stamp means anything, in nanoseconds.
    ///
    /// A second change within one tick of the file system's clock leaves no trace in the times. The
    /// coarsest clock in use is that of FAT, with two seconds.
    static let restlessTime: Int64 = 2_000_000_000

    /// Whether any change after `now` would show in the stamp. A time in the future shows that the
    /// clock was set back: then nothing is known.
    func isSettled(at now: Int64) -> Bool { changed < now &- Self.restlessTime }

    /// The time of day in nanoseconds since 1970, by the clock from which files get their times.
    static var now: Int64 {
        var time = timespec()
        // Invariant (clock_gettime(2)): fills the value it is given; cannot fail for this clock.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    /// The stamp of what lies at `path`, links followed; an error otherwise.
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
