import RestorationKit
import Synchronization

/// What a seed's program has saved: plain images, in memory.
final class SeedDisk: Sendable {
    struct Archive {
        var image: [UInt8]
        var generation: UInt64
    }

    struct Contents {
        var current: Archive?
        var previous: Archive?
        /// Captures up to this one lose against what happened since.
        var newest: UInt64 = 0
    }

    static let application = ApplicationIdentifier("org.example.differential")!
    /// Guarded, because reports are written by another thread.
    let contents: Mutex<Contents>

    init(_ contents: Contents = Contents()) { self.contents = Mutex(contents) }

    /// The newest generation; 0 if nothing is saved.
    var generation: UInt64 { contents.withLock { $0.current?.generation ?? 0 } }
}

/// The store of one life on a disk. It takes no lock, so that what is saved can be looked at while
/// the program runs.
final class SeedStore: RestorationStore {
    private let disk: SeedDisk
    private let last = Mutex<UInt64>(0)

    init(_ disk: SeedDisk) { self.disk = disk }

    func lock() throws(StorageError) {}
    func close() {}

    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        let newest = disk.contents.withLock { $0.newest }
        last.withLock { $0 = max($0, newest) }
        guard let archive = try openCurrent() else { return .nothingSaved }
        return .opened(archive, fellBackBecause: [])
    }

    func rejectCurrent() throws(StorageError) -> OpenOutcome {
        disk.contents.withLock { ($0.current, $0.previous) = ($0.previous, nil) }
        return try open(checking: .footer)
    }

    func openCurrent() throws(StorageError) -> OpenedArchive? {
        disk.contents.withLock { $0.current }.map(Self.opened)
    }

    func openPrevious() throws(StorageError) -> OpenedArchive? {
        disk.contents.withLock { $0.previous }.map(Self.opened)
    }

    private static func opened(_ archive: SeedDisk.Archive) -> OpenedArchive {
        OpenedArchive(
            image: archive.image,
            place: "the seed's disk",
            application: SeedDisk.application,
            generation: archive.generation,
            savedAt: Timestamp(seconds: 1_893_456_000)!
        )
    }

    func nextGeneration() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }

    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try disk.contents.withLock { (contents) throws(StorageError) in
            guard generation > contents.newest else {
                throw .superseded(
                    path: "the seed's disk",
                    generation: generation,
                    newest: contents.newest
                )
            }
            contents.newest = generation
            contents.previous = contents.current
            contents.current = SeedDisk.Archive(
                image: chunks.reduce(into: []) { $0 += $1 },
                generation: generation
            )
        }
    }

    func writeReport(_ report: [UInt8]) throws(StorageError) {}

    func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] {
        let newest = last.withLock { $0 }
        disk.contents.withLock {
            ($0.current, $0.previous) = (nil, nil)
            $0.newest = max($0.newest, newest)
        }
        return []
    }

    func discard() throws(StorageError) { _ = try setAsideEverything(because: .discarded) }
}
