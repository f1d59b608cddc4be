import RestorationCore
import RestorationEngine
import RestorationStorage

/// How the last launch ended, as the ledger was left.
struct LastLaunch {
    /// Whether it ended while a crash counted as one of the restore.
    let endedInWindow: Bool
    /// How many launches in a row did not come up.
    let failures: UInt32
    private(set) var mark: LedgerPage.MarkState
    private(set) var sheet: LedgerPage.Sheet
    /// Whether the machine was started anew since; no, if that is not known.
    var isRestarted: Bool {
        guard let then = sheet.boot, let now = BootIdentifier.current else { return false }
        return then != now
    }

    init(_ page: LedgerPage) {
        endedInWindow = page.isWindowOpen
        failures = page.launches
        mark = page.markState
        sheet = page.sheet
    }

    /// Forgets whose code it was, and who is set aside.
    mutating func forgive() {
        mark = .nobody
        sheet = LedgerPage.Sheet(boot: sheet.boot)
    }
}

/// What follows for this launch from how the last one ended. Decided in values: nothing is touched.
///
/// | the mark | the object |
/// |---|---|
/// | is stamped by the thread that restored | is set aside |
/// | is not, or by another thread | is doubted; the second time in a row it is set aside |
/// | names the delegate, another archive, or is torn | nobody |
///
/// An object stays set aside while its record is there and program and plugin are those that
/// crashed.
struct CrashVerdict {
    /// The objects that are set aside, by their record numbers.
    private(set) var refusals: [Int: Refusal] = [:]
    private(set) var suspects: [LedgerPage.Suspect] = []
    private(set) var doubted: UInt64?
    /// What the report and the log say.
    private(set) var notes: [Diagnosis] = []

    struct Refusal {
        let suspect: LedgerPage.Suspect
        let reason: Diagnosis
        /// Whether a class made the object: then nothing of it is wanted, and not only its state.
        let hasClass: Bool
    }

    private let archive: ArchiveReader
    private let digests: ObjectDigests
    private let last: LastLaunch
    private let now: Int64
    private let wayBack: String

    init(
        on last: LastLaunch,
        restoring archive: ArchiveReader,
        generation: UInt64,
        salt: UInt64,
        participants: Participants,
        now: Int64,
        wayBack: String
    ) {
        self.archive = archive
        self.last = last
        self.now = now
        self.wayBack = wayBack
        digests = ObjectDigests(archive, salt: salt)
        suspects = last.sheet.suspects
        if last.endedInWindow { judge(generation) }
        refuse(participants)
    }

    // MARK: The last launch

    private mutating func judge(_ generation: UInt64) {
        guard case .running(let mark) = last.mark else { return }
        let stage = mark.stage & ~LedgerPage.lateStage
        let story = CrashStory(stage: stage, signal: mark.signal)
        guard stage != RestorationStep.Stage.delegate.ledgerNumber else {
            return note(story, at: nil, "Nothing is set aside. Mend the delegate.")
        }
        guard let number = record(of: mark, generation) else { return }
        let object = digests.digest(ofRecord: number)
        let path = archive.path(of: archive.records[number].path)
        let isCertain = mark.signal != nil && mark.strangeThread == nil
        guard isCertain || last.sheet.doubted == object else {
            doubted = object
            notes.append(
                Diagnosis(
                    problem: story.doubt(isRestarted: last.isRestarted),
                    place: "\(path)",
                    remedy:
                        "It was tried again. If that ends the program once more, it is set aside."
                )
            )
            return
        }
        suspects.removeAll { $0.object == object }
        suspects.append(
            LedgerPage.Suspect(
                object: object,
                identity: mark.identity,
                moment: now,
                stage: stage,
                signal: isCertain ? mark.signal ?? 0 : 0
            )
        )
    }

    /// The record of the object whose code ran. One that came late is found by its digest: records
    /// have been saved since, and have other numbers.
    private func record(of mark: LedgerPage.Mark, _ generation: UInt64) -> Int? {
        if mark.stage & LedgerPage.lateStage != 0 {
            return digests.records(with: [mark.generation])[mark.generation]
        }
        guard mark.generation == generation, archive.records.indices.contains(mark.record),
            archive.records[mark.record].path != ArchiveRecord.none
        else { return nil }
        return mark.record
    }

    private mutating func note(_ story: CrashStory, at path: RestorationPath?, _ remedy: String) {
        notes.append(
            Diagnosis(problem: story.problem, place: path.map { "\($0)" }, remedy: remedy)
        )
    }

    // MARK: This launch

    private mutating func refuse(_ participants: Participants) {
        let records = digests.records(with: Set(suspects.map(\.object)))
        suspects.removeAll { suspect in
            guard let number = records[suspect.object] else { return true }
            let plugin = archive.string(archive.records[number].plugin)
            return suspect.identity != participants.identity(ofPlugin: plugin)
        }
        for suspect in suspects.suffix(LedgerPage.suspectLimit) {
            guard let number = records[suspect.object] else { continue }
            let plugin = archive.string(archive.records[number].plugin)
            refusals[number] = Refusal(
                suspect: suspect,
                reason: Diagnosis(
                    problem: CrashStory(suspect).problem,
                    place: participants.file(ofPlugin: plugin),
                    remedy: CrashStory.remedy(plugin: plugin, wayBack: wayBack)
                ),
                hasClass: archive.records[number].className != ArchiveRecord.none
            )
        }
    }
}
