public import RestorationKit
import RestorationStorage
import Synchronization

/// A disk in memory with the state of one application, for tests.
///
/// It outlives the ``MemoryStore`` of each launch, and holds the same files as a disk: the newest
/// archive, the previous one, the one that the newest launch found, the report, and archives set
/// aside.
public final class MemoryDisk: Sendable {
    /// The application whose state is on the disk.
    public let application: ApplicationIdentifier
    let clock: any RestorationClock
    /// The crash ledger, which outlives launches like a file.
    let ledger = LedgerPage()

    /// Changes the boot id of earlier notes, as a reboot would.
    func restartMachine() {
        var sheet = ledger.sheet
        sheet.boot = sheet.boot.map { BootIdentifier($0.high, ~$0.low) } ?? nil
        ledger.sheet = sheet
    }
    /// Guards the disk.
    let contents = Mutex(Contents())

    struct Contents {
        /// By the file names of `ArchiveStore`.
        var archives: [String: Archive] = [:]
        var report: [UInt8]?
        var setAside: [SetAsideFile] = []
        /// The highest generation ever saved.
        var newest: UInt64 = 0
        var holder: ObjectIdentifier?
    }

    struct Archive {
        var image: [UInt8]
        var generation: UInt64
        var savedAt: Timestamp
        /// Whether the power failed during the write.
        var isTorn = false
    }

    /// Creates an empty disk.
    ///
    /// - Parameters:
    ///   - application: The application id, such as "org.example.notes".
    ///   - clock: Gives each archive its date.
    public init(
        application: ApplicationIdentifier,
        clock: any RestorationClock = SystemClock()
    ) {
        self.application = application
        self.clock = clock
    }

    /// A store for a new process. Make one for each launch.
    public func store() -> MemoryStore { MemoryStore(self) }

    /// The generation that the next launch would restore; `nil` if there is none.
    public var generation: UInt64? { contents.withLock { $0.newestIntact?.generation } }

    /// The files set aside, oldest first.
    public var setAside: [SetAsideFile] { contents.withLock { $0.setAside } }

    /// The state that the next launch would restore; `nil` if nothing is saved.
    ///
    /// - Throws: An error of the format if the archive cannot be read.
    public func savedState() throws -> StateSnapshot? {
        try image.map { try StateSnapshot(image: $0) }
    }

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

    mutating func replace(by archive: MemoryDisk.Archive) {
        archives[FileName.previous] = archives[FileName.current]
        archives[FileName.current] = archive
    }

    /// Retains the archive that a launch found, after its first save.
    mutating func keepFound() {
        guard let found = archives.removeValue(forKey: FileName.previous) else { return }
        archives[FileName.found] = found
    }
}
