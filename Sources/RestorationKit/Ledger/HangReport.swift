import Logging
import RestorationCore
import RestorationStorage
import Synchronization

/// Says in the log whose code has hung, from the thread that watches: the session's own is in that
/// code.
final class HangReport: Sendable {
    private let logger: Logger
    private let deadline: Duration
    private let salt: UInt64
    /// Tells what objects are called; it may be asked from any thread.
    private let store: any RestorationStore
    /// What identities and the digests of classes stand for.
    private let parties = Mutex<[UInt64: String]>([:])
    private let classes = Mutex<[UInt64: String]>([:])

    init(
        _ options: RestorationOptions,
        deadline: Duration,
        salt: UInt64,
        _ store: any RestorationStore
    ) {
        logger = options.logger(.crash)
        self.deadline = deadline
        self.salt = salt
        self.store = store
    }

    /// Takes note of what an identity stands for.
    func note(plugin: String?, as identity: UInt64) {
        guard let plugin else { return }
        parties.withLock { $0[identity] = plugin }
    }

    func note(className: String?, as digest: UInt64) {
        guard let className else { return }
        classes.withLock { $0[digest] = className }
    }

    var rule: HangWatch.Rule {
        HangWatch.Rule(deadline: deadline) { [self] mark in logger.warning(diagnosis(of: mark)) }
    }

    private func diagnosis(of mark: LedgerPage.Mark) -> Diagnosis {
        let plugin = parties.withLock { $0[mark.identity] }
        let party = plugin.map { "Code of the plugin \($0)" } ?? "Code of the program"
        let (place, hasClass) = whatRuns(mark)
        let moment = CrashDescription(stage: mark.stage, hasClass: hasClass).moment
        return Diagnosis(
            problem: "\(party) has been running for \(deadline) \(moment)",
            place: place,
            advice: "If it is at work, have it call report_progress",
            outlook: ". If the program ends in that code, the next launch treats it as a crash."
        )
    }

    /// What is called so in the archive on the disk, and whether a class makes it; a class by its
    /// name.
    private func whatRuns(_ mark: LedgerPage.Mark) -> (place: String?, hasClass: Bool?) {
        if let name = classes.withLock({ $0[mark.generation] }) { return (name, nil) }
        guard let image = try? store.openCurrent(),
            let archive = try? ArchiveReader(image),
            let number = record(of: mark, in: archive, generation: image.generation)
        else { return (nil, nil) }
        let record = archive.records[number]
        return ("\(archive.path(of: record.path))", record.className != ArchiveRecord.none)
    }

    private func record(
        of mark: LedgerPage.Mark,
        in archive: ArchiveReader,
        generation: UInt64
    ) -> Int? {
        guard mark.isNumbered else {
            let digests = ObjectDigests(archive, salt: salt)
            return digests.records(with: [mark.generation])[mark.generation]
        }
        guard generation == mark.generation, archive.records.indices.contains(mark.record),
            archive.records[mark.record].path != ArchiveRecord.none
        else { return nil }
        return mark.record
    }
}
