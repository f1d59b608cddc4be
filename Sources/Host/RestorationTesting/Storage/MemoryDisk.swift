public import RestorationKit
import RestorationStorage
import Synchronization

/// What a machine keeps of one application's state when a program ends: the disk of a test, in
/// memory.
///
/// It outlives the ``MemoryStore`` of each launch, and keeps what a disk would: the newest archive,
/// the one before, the one that the newest launch found, the report, and what was set aside.
public final class MemoryDisk: Sendable {
    /// Whose state it holds.
    public let application: ApplicationIdentifier
    let clock: any RestorationClock
    /// The crash ledger, which outlives every launch as a file would.
    let ledger = LedgerPage()

    /// What was noted before was noted in the life of the machine before this one.
    func restartMachine() {
        var sheet = ledger.sheet
        sheet.boot = sheet.boot.map { BootIdentifier($0.high, ~$0.low) } ?? nil
        ledger.sheet = sheet
    }
    /// Guards everything on the disk.
    let contents = Mutex(Contents())

    struct Contents {
        /// The archives, by the names that a store of files gives them.
        var archives: [String: Archive] = [:]
        var report: [UInt8]?
        var setAside: [SetAsideFile] = []
        /// The newest generation there ever was.
        var newest: UInt64 = 0
        /// The store that has the disk in use.
        var holder: ObjectIdentifier?
    }

    struct Archive {
        var image: [UInt8]
        var generation: UInt64
        var savedAt: Timestamp
        /// Power failed while it was being written.
        var isTorn = false
    }

    /// Creates an empty disk.
    ///
    /// - Parameters:
    ///   - application: An application's id, such as "org.example.notes".
    ///   - clock: Tells when an archive was saved.
    public init(
        application: ApplicationIdentifier,
        clock: any RestorationClock = SystemClock()
    ) {
        self.application = application
        self.clock = clock
    }

    /// A store of a process that starts now. Make one for each launch.
    public func store() -> MemoryStore { MemoryStore(self) }

    /// The generation that the next launch would restore; `nil` if there is none.
    public var generation: UInt64? { contents.withLock { $0.newestIntact?.generation } }

    /// What was set aside, oldest first.
    public var setAside: [SetAsideFile] { contents.withLock { $0.setAside } }

    /// What the next launch would restore, object by object; `nil` if nothing is saved.
    ///
    /// - Throws: an error of the format if the archive cannot be read.
    public func savedState() throws -> StateSnapshot? {
        try image.map { try StateSnapshot(image: $0) }
    }

    /// The plain bytes of the archive that the next launch would restore.
    var image: [UInt8]? { contents.withLock { $0.newestIntact?.image } }

    func opened(_ archive: Archive, as name: String) -> OpenedArchive {
        OpenedArchive(
            image: archive.image,
            place: Self.place(of: name),
            application: application,
            generation: archive.generation,
            savedAt: archive.savedAt
        )
    }

    static func place(of name: String) -> String { "memory/\(name)" }
}

extension MemoryDisk.Contents {
    var newestIntact: MemoryDisk.Archive? {
        FileName.generations.compactMap { archives[$0] }.first { !$0.isTorn }
    }

    /// Makes an archive the newest.
    mutating func replace(by archive: MemoryDisk.Archive) {
        archives[FileName.previous] = archives[FileName.current]
        archives[FileName.current] = archive
    }

    /// Keeps the archive that a launch found when its first save has replaced it.
    mutating func keepFound() {
        guard let found = archives.removeValue(forKey: FileName.previous) else { return }
        archives[FileName.found] = found
    }
}
