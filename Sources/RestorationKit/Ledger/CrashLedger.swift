import Logging
import RestorationCore
internal import RestorationDiscovery
package import RestorationEngine
internal import RestorationPlugins
import RestorationStorage

/// Notes whose code runs in restores and saves, where the next launch finds it; and keeps objects
/// out of those in which an earlier launch has crashed.
///
/// `Docs/Crashes.md` has the rules. Belongs to the session's thread.
package final class CrashLedger: RestorationRecorder {
    private let page: LedgerPage
    private let steps: LedgerSteps
    /// Of calls outside of restores.
    package let calls: CallLedger
    private var last: LastLaunch
    private let options: RestorationOptions
    /// What has objects restored again that are set aside.
    private let wayBack: String
    private let participants: Participants
    /// Tells of what has hung; `nil` if nobody is to be watched.
    private let hangs: HangReport?
    private var generation: UInt64 = 0
    /// Whose record numbers the refusals mean, if there are any. Not weak: from the first weak
    /// reference on, every retain and release of the archive would take the long way.
    private var archive: ArchiveReader?
    private var refusals: [Int: CrashVerdict.Refusal] = [:]
    /// Why nothing at all is restored, and everything retained.
    private var objection: Diagnosis?
    /// The objects that are tried again although launches ended in them, until they come through.
    private var trials: [CrashVerdict.Trial] = []
    private var hasGivenUp = false
    /// What is kept for the objects that are set aside.
    private var kept: [(suspect: UInt64, object: UnavailableObject)] = []
    /// Whose code runs for the records of the archive that is restored.
    private var acting: ActingClasses
    /// The class that a record named last, and the identity of the plugin whose code ran for it.
    private var latest: (key: ClassKey, identity: UInt64)?
    /// Whether what runs is a late restore: by now the archive on the disk may be another one, in
    /// which records have other numbers.
    private var isLate = false

    init(
        _ page: LedgerPage,
        application: String,
        options: RestorationOptions,
        classes: ClassDirectory,
        store: any RestorationStore
    ) {
        self.page = page
        wayBack = CrashDescription.wayBack(to: application, options)
        self.options = options
        last = LastLaunch(page)
        participants = Participants(
            salt: page.salt,
            program: .program(version: options.applicationVersion),
            // Weak: the directory's plugins have this ledger.
            plugins: { [weak classes] in classes?.catalog.outcome.usedIdentifiers ?? [] },
            build: { [weak classes] in classes?.catalog.outcome.build(ofPlugin: $0) },
            acting: { [weak classes] in classes?.actingClass(for: $0) ?? ActingClass(of: $0) },
            classes: { [weak classes] plugin in
                let found = classes?.catalog.outcome.plugin(named: plugin)
                return found?.manifest.classes.map(\.name) ?? []
            }
        )
        let hangs = options.hangDeadline.map {
            HangReport(options, deadline: $0, salt: page.salt, store)
        }
        self.hangs = hangs
        acting = participants.actingClasses()
        participants.onIdentity = { hangs?.note(plugin: $0, as: $1) }
        steps = LedgerSteps(page)
        calls = CallLedger(steps, participants, hangs)
        let (launches, isFull) = last.failures.addingReportingOverflow(1)
        if !isFull { page.sheet.launches = launches }
    }

    /// What was wrong with the page itself.
    var damage: Diagnosis? {
        switch page.condition {
        case .intact: nil
        case .flawed:
            Diagnosis(
                problem: "A part of the crash ledger was damaged",
                remedy: "Nothing needs to be done: the ledger has a second copy, or does not need"
                    + " the part."
            )
        case .damaged:
            Diagnosis(
                problem: "The crash ledger was damaged, or of another version, and was made anew",
                remedy: "Nothing needs to be done: objects that were set aside are tried again."
            )
        }
    }

    /// Another build of a plugin is used from now on: crashes are that one's.
    func forgetBuild(ofPlugin plugin: String) { participants.forgetBuild(ofPlugin: plugin) }

    // MARK: The last launch

    /// How the launch before this one has ended.
    var previousLaunch: PreviousLaunch { last.described(participants) }

    /// Whether the program did not get through its last restore.
    var isRecovery: Bool { last.endedInWindow }

    /// Whether the whole archive is out, where one crash is enough for that (FAIL-2, FAIL-3).
    var condemnsArchive: Bool { last.condemnsArchive }

    /// Whether the machine was started anew since the last launch.
    var isRestarted: Bool { last.isRestarted }

    /// Decides which objects of the archive are kept out of a restore that begins now; `nil` where
    /// nothing is restored. Touches nothing.
    func verdict(restoring archive: ArchiveReader?, generation: UInt64?) -> CrashVerdict? {
        guard steps.phase != .ended, let archive, let generation else { return nil }
        return CrashVerdict(evidence(archive), restoring: archive, generation: generation)
    }

    /// Begins to note the restore.
    ///
    /// - Parameters:
    ///   - archive: What is restored; `nil` for nothing.
    ///   - verdict: What was decided of it.
    /// - Returns: What the report says.
    func begin(
        restoring archive: ArchiveReader?,
        generation: UInt64?,
        _ verdict: CrashVerdict?
    ) -> [Diagnosis] {
        guard steps.phase != .ended else { return [] }
        // A restore that was given up, and tried once more, begins anew.
        refusals = [:]
        objection = nil
        trials = []
        isLate = false
        acting = participants.actingClasses()
        latest = nil
        self.archive = nil
        var sheet = page.sheet
        sheet.boot = .current
        sheet.endings = last.endings
        sheet.isWindowOpen = true
        sheet.suspects = []
        var notes = damage.map { [$0] } ?? []
        if let archive, let generation, let verdict {
            sheet.suspects = verdict.suspects
            // Who looks for the reason of a crash wants to see it again.
            if !options.keepsStateForDevelopment {
                refusals = verdict.refusals
                objection = verdict.objection
            }
            trials = objection == nil ? verdict.trials : []
            notes += verdict.notes
            if objection != nil || !refusals.isEmpty { self.archive = archive }
            self.generation = generation
        }
        let outside = CallVerdict(evidence(archive))
        sheet.suspects = (sheet.suspects + outside.suspects).sorted { $0.moment < $1.moment }
        notes += outside.notes
        calls.withhold(options.keepsStateForDevelopment ? [:] : outside.refusals)
        // Damage is logged already.
        let news = notes.dropFirst(damage == nil ? 0 : 1)
        for reason in news + reasonsForLog { options.logger(.crash).warning(reason) }
        steps.phase = .judged
        steps.removeAll()
        write(sheet)
        watchSignals()
        return notes
    }

    /// Why something is left out, with the objects' paths.
    private var reasonsForLog: [Diagnosis] {
        if let objection { return [objection] }
        return refusals.sorted { $0.key < $1.key }.map { number, refusal in
            let path =
                number == 0
                ? nil : archive.map { "\($0.path(of: $0.records[number].path))" }
            let place = [path, refusal.reason.place].compactMap(\.self)
            return Diagnosis(
                problem: refusal.reason.problem,
                place: place.isEmpty ? nil : place.joined(separator: ", "),
                remedyOf: refusal.reason
            )
        }
    }

    private func evidence(_ archive: ArchiveReader?) -> LedgerEvidence {
        LedgerEvidence(
            last: last,
            archive: archive,
            salt: page.salt,
            participants: participants,
            now: options.clock.timeOfDay.seconds,
            wayBack: wayBack
        )
    }

    /// Writes what lasts. It has to outlive a power loss only where it is not what it was.
    private func write(_ sheet: LedgerPage.Sheet) {
        let former = page.sheet
        guard sheet != former else { return }
        page.sheet = sheet
        if sheet.suspects != former.suspects { page.synchronize() }
    }

    private func watchSignals() {
        guard options.notesFatalSignals, steps.watch == nil else { return }
        steps.watch = page.watch(hangs?.rule)
    }

    // MARK: Steps

    package func willRun(_ step: RestorationStep) throws {
        guard steps.phase == .judged else { return }
        if archive != nil { try check(step) }
        steps.begin(
            LedgerStep(
                place: isLate ? step.digest(salt: page.salt) : generation,
                record: UInt32(truncatingIfNeeded: step.record),
                stage: LedgerStage(step.stage).rawValue | (isLate ? LedgerPage.lateStage : 0),
                identity: identity(of: step)
            )
        )
    }

    package func didRun(_ step: RestorationStep) {
        guard steps.phase == .judged else { return }
        if !trials.isEmpty { noteComingThrough() }
        steps.end()
    }

    package func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) throws {
        try calls.willSave(stage, record, in: writer)
    }

    package func didSave() { calls.didSave() }

    /// An object has come through what launches ended in before, if the program gets on.
    private func noteComingThrough() {
        let step = steps.current
        trials = trials.filter { trial in
            let isLate = trial.stage & LedgerPage.lateStage != 0
            return trial.stage != step.stage
                || (isLate ? trial.object != step.place : trial.record != Int(step.record))
        }
    }

    /// The digest of the program and of a plugin of it.
    package func identity(ofPlugin plugin: String?) -> UInt64 {
        participants.identity(ofPlugin: plugin)
    }

    private func identity(of step: RestorationStep) -> UInt64 {
        let key = ClassKey(step.archive.records[step.record])
        if let latest, latest.key == key { return latest.identity }
        let plugin = acting.acting(forRecord: step.record, in: step.archive).plugin
        let identity = participants.identity(ofPlugin: plugin)
        latest = (key, identity)
        return identity
    }

    package var objectionToApplicationState: Diagnosis? {
        steps.phase == .judged ? objection ?? refusals[0]?.reason : nil
    }

    private func check(_ step: RestorationStep) throws {
        if let objection, step.archive === archive { throw KeptOut(objection) }
        guard let refusal = refusals[step.record], step.archive === archive,
            step.stage != .delegate
        else { return }
        if step.stage == .create, !refusal.isWhole { return }
        throw KeptOut(refusal.reason)
    }

    // MARK: Afterwards

    /// Takes note of what is kept for the objects that are set aside.
    func noteRetained(in records: RecordTable, of archive: ArchiveReader) {
        // Whatever is restored from here on is late, be the window closed by now or extended.
        isLate = true
        guard !refusals.isEmpty else { return }
        for object in records.unavailable + records.retainedForLiveObjects.map(\.kept) {
            // Where its bytes are damaged, an older archive has them.
            let number =
                object.archive === archive ? object.number : archive.record(at: object.path)
            guard let refusal = number.flatMap({ refusals[$0] }), refusal.isSuspect else {
                continue
            }
            kept.append((refusal.suspect.object, object))
        }
    }

    /// The objects that are set aside and whose state a save has not kept: they have another one by
    /// now, which is as good as any.
    func given(_ records: RecordTable, superseded: [RestorationPath]) -> [UInt64] {
        guard !kept.isEmpty else { return [] }
        let held =
            records.unavailable
            + records.retainedForLiveObjects.filter { $0.object != nil }.map(\.kept)
        return kept.filter { entry in
            !held.contains { $0 === entry.object } || superseded.contains(entry.object.path)
        }.map(\.suspect)
    }

    /// Takes note of a generation that is on the disk, so that the next launch misses it if it is
    /// gone.
    func noteSaved(_ generation: UInt64) {
        if steps.phase == .judged { page.sheet.saved = generation }
        if page.failedSave != nil { page.failedSave = nil }
    }

    /// Remembers a save that has failed until one succeeds, for tools: on a full disk, no report of
    /// it can be written.
    func noteFailedSave(_ generation: UInt64, _ error: (any Error)?) {
        page.failedSave = FailedSave(
            error as? StorageError,
            generation: generation,
            moment: options.clock.timeOfDay.seconds
        )
    }

    /// Whether a save would be the first one that gives up what is retained in this launch, which
    /// leaves something out of its restore.
    func isGivingUp(_ report: PreservationReport) -> Bool {
        guard !hasGivenUp, objection != nil || !refusals.isEmpty else { return false }
        return report.issues.contains { issue in
            switch issue {
            case .supersededRetained, .outdatedRetained: true
            default: false
            }
        }
    }

    /// Such a save is on the disk.
    func noteGivenUp() { hasGivenUp = true }

    /// Lets objects be restored again that were set aside.
    func release(_ suspects: [UInt64]) {
        guard steps.phase == .judged, !suspects.isEmpty else { return }
        kept.removeAll { suspects.contains($0.suspect) }
        var sheet = page.sheet
        sheet.suspects.removeAll { $0.isOfRestore && suspects.contains($0.object) }
        write(sheet)
    }

    /// Lets every object be asked again: for its state at once; restored in this launch if nothing
    /// is restored yet, else in the next one.
    func releaseAll() {
        guard steps.phase != .ended else { return }
        page.sheet.suspects = []
        calls.withhold([:])
        kept = []
        guard steps.phase == .before else { return }
        page.clearMark()
        last.forgive()
    }

    /// Opens once more for what comes late.
    package func restorationWindowDidOpen() {
        guard steps.phase == .judged else { return }
        page.sheet.isWindowOpen = true
        watchSignals()
    }

    package func restorationWindowDidClose() {
        guard steps.phase == .judged else { return }
        checkPage()
        var sheet = page.sheet
        sheet.isWindowOpen = false
        sheet.endings = 0
        // What was tried has come through, and all together, unless it was retained.
        if objection == nil {
            let others = Set(trials.map(\.object) + refusals.values.map(\.suspect.object))
            sheet.suspects.removeAll { !$0.isCrash && !others.contains($0.object) }
        }
        write(sheet)
    }

    /// Whether other code of the process has closed the page's file.
    var isFileClosed: Bool { page.isFileClosed }
    /// The latest call of a plugin, in words.
    var lastPluginCall: String? { calls.lastPluginCall }

    /// Tells once that the page is lost.
    private func checkPage() {
        guard steps.watch?.hasLostPage == true else { return }
        options.logger(.crash).warning(
            Diagnosis(
                problem: "The crash ledger was cut short, or could not be written",
                remedy: "Leave the state directory to the program, and look at the disk: a"
                    + " crash from here on goes unnoticed."
            )
        )
        steps.watch = nil
    }

    package func launchDidSucceed() {
        guard steps.phase != .ended, page.sheet.launches != 0 else { return }
        page.sheet.launches = 0
    }

    package func launchDidEnd() {
        if steps.phase == .judged { page.clearMark() }
    }

    /// The page is another's from now on.
    func end() {
        if steps.phase == .judged { checkPage() }
        steps.phase = .ended
        steps.watch = nil
    }

    /// Stamps what runs, as the handler of a fatal signal does.
    package func stamp(signal: Int32) { page.stamp(signal: signal) }
}
