import Logging
import RestorationDiscovery
package import RestorationPlugins

/// Records each call in the ledger file, and skips calls in which earlier launches ended. Belongs
/// to the session's thread.
package final class CrashLedger: RestorationRecorder, PluginCallRecorder {
    package let page: LedgerPage
    private let options: RestorationOptions
    private let participants: Participants
    private let steps: LedgerSteps
    private let retryCommand: String
    private(set) var last: LastLaunch
    private var phase = Phase.before
    private var decision: CrashDecision?
    private var hasGivenUp = false
    /// The records of the last step's archive.
    private var records: LedgerRecords?
    /// The last step's kind, which adjacent records mostly share, and the identity of its plugin.
    private var latest: (kind: Int, identity: UInt64)?

    private enum Phase {
        /// The page describes the last launch, and is not changed.
        case before
        case decided, ended
    }

    /// Opens the ledger of a store. The program also runs without one, but crashes go unnoticed.
    init?(of store: any RestorationStore, _ application: String, _ program: HostProgram) {
        options = program.options
        do {
            guard let page = try store.openLedger() else { return nil }
            self.page = page
        } catch {
            options.logger(.crash).warning(Diagnosis(error))
            return nil
        }
        retryCommand = LedgerPage.Suspect.retryCommand(to: application, options)
        steps = LedgerSteps(page)
        let build = BuildIdentity.program(version: options.applicationVersion)
        // Weak, since the directory's plugins hold this ledger.
        participants = Participants(salt: page.salt, program: build) {
            [weak classes = program.classes] in
            classes.map { ($0.catalog.outcome, $0.pins.map(\.plugin.rawValue)) }
        }
        last = LastLaunch(page)
        let (launches, isFull) = last.sheet.launches.addingReportingOverflow(1)
        if !isFull { page.sheet.launches = launches }
        program.classes.loader.recorder = self
        damage.map { options.logger(.crash).warning($0) }
    }

    private var now: Int64 { options.clock.timeOfDay.seconds }

    private var damage: Diagnosis? {
        if case .intact = page.condition { return nil }
        return Diagnosis(
            problem: "The crash ledger was damaged, or written by another version",
            remedy: "No action is needed: objects that were left out may be tried again."
        )
    }

    var previousLaunch: PreviousLaunch {
        let end = last.end(in: LedgerRecords(nil, nil, participants))
        let crashedObject = end.flatMap { participants.plugin(of: $0.identity) }
        return PreviousLaunch(end, plugin: crashedObject?.plugin)
    }

    /// The decision about a restore now and the saves after it; `nil` once the session has ended.
    /// Changes nothing.
    func decision(restoring archive: ArchiveReader?, generation: UInt64?) -> CrashDecision? {
        guard phase != .ended else { return nil }
        let records = LedgerRecords(archive, generation, participants)
        let end = last.end(in: records, at: now)
        return CrashDecision(
            last.sheet,
            after: end,
            restoring: records,
            isApplied: !options.keepsStateForDevelopment,
            retryCommand: retryCommand
        )
    }

    /// Starts recording a restore under `decision`. Returns notes for the report.
    func begin(_ decision: CrashDecision?) -> [Diagnosis] {
        guard phase != .ended, let decision else { return [] }
        phase = .decided
        self.decision = decision.isEmpty ? nil : decision
        (decision.notes + decision.lines).forEach { options.logger(.crash).warning($0) }
        page.clearMark()
        let former = page.sheet.suspects
        var sheet = page.sheet
        (sheet.suspects, sheet.endings) = (decision.sheet.suspects, decision.sheet.endings)
        (sheet.boot, sheet.isWindowOpen) = (.current, true)
        page.sheet = sheet
        // Must survive a power loss only if it has changed.
        if sheet.suspects != former { page.synchronize() }
        watchSignals()
        return (damage.map { [$0] } ?? []) + decision.notes
    }

    private func watchSignals() {
        guard options.recordsFatalSignals, steps.watch == nil else { return }
        steps.watch = page.watch(hangs)
    }

    /// Logs a hung call. Runs on the watching thread, since the session's own is in that call.
    private var hangs: HangWatch.Rule? {
        guard let deadline = options.hangDeadline else { return nil }
        let (logger, names) = (options.logger(.crash), participants.names)
        return HangWatch.Rule(deadline: deadline) { mark in
            let party = names(mark.identity).map { "the plugin \($0)" } ?? "the program"
            let moment = LedgerStage(rawValue: mark.stage)?.moment ?? ""
            logger.warning(
                "Code of \(party) has been running for \(deadline) \(moment)",
                remedy: "If it is still working, make it call report_progress. If the program"
                    + " ends in that code, the next launch treats it as a crash."
            )
        }
    }

    package func willRun(_ step: RestorationStep) throws {
        guard phase == .decided else { return }
        if let decision, step.archive === decision.records.archive { try check(step, decision) }
        let (place, identity) = (place(of: step.id), identity(of: step))
        steps.begin(LedgerStep(place: place, stage: LedgerStage(step.stage), identity: identity))
    }

    private func identity(of step: RestorationStep) -> UInt64 {
        if let latest, latest.kind == step.kind { return latest.identity }
        if records == nil || records?.archive !== step.archive {
            records = LedgerRecords(step.archive, nil, participants)
        }
        let identity = records?.identity(ofRecord: step.record) ?? 0
        latest = (step.kind, identity)
        return identity
    }

    package func didRun() { if phase == .decided { steps.end() } }

    private func check(_ step: RestorationStep, _ decision: CrashDecision) throws {
        if let objection = decision.objection { throw SkippedCall(objection) }
        guard let refusal = decision.refusals[step.record], step.stage != .delegate,
            step.stage != .create || refusal.isWhole
        else { return }
        throw SkippedCall(refusal.reason)
    }

    package var objectionToApplicationState: Diagnosis? {
        phase == .decided ? decision?.objection ?? decision?.refusals[0]?.reason : nil
    }

    private func place(of record: RecordID) -> UInt64 {
        record.isApplication ? LedgerPage.delegate : record.digest(salt: participants.salt)
    }

    package func willSave(
        _ stage: SavingStage,
        _ row: Int,
        of records: RecordSet,
        plugin: String?
    ) throws {
        guard phase == .decided, steps.isWatched || decision != nil else { return }
        let id = records.id(of: row)
        var step = LedgerStep(
            place: place(of: id),
            stage: LedgerStage(stage),
            identity: identity(ofPlugin: plugin)
        )
        if let reason = decision?.reasonToWithhold(step) { throw SkippedCall(reason) }
        if records.isNew(row), !id.isApplication {
            let recorded = step.place
            step.place = participants.place(
                of: records.path(of: row, last: Participants.depthOfPlace)
            )
            if let reason = decision?.reasonToWithhold(step, laterFor: recorded) {
                throw SkippedCall(reason)
            }
        }
        // Without the handler, a mark would only remain after a kill.
        if steps.isWatched { steps.begin(step) }
    }

    package func didSave() { if phase == .decided, steps.isWatched { steps.end() } }

    /// The digest of the program with a plugin.
    package func identity(ofPlugin plugin: String?) -> UInt64 {
        participants.identity(ofPlugin: plugin)
    }

    /// Blames later crashes on the plugin's new build.
    func forgetBuild(ofPlugin plugin: String) {
        participants.forgetBuild(ofPlugin: plugin)
        records = nil
        latest = nil
    }

    package func willCall(_ stage: PluginCallStage, _ plugin: UInt64) -> Bool {
        guard phase == .decided else { return false }
        var step = LedgerStep(place: plugin, stage: .call, identity: plugin)
        if let current = steps.current {
            // A converter of another plugin runs for the record being created. All other calls are
            // already recorded.
            guard stage == .convert else { return false }
            (step.place, step.stage) = (current.place, .convert)
        } else if steps.watch == nil {
            return false
        }
        steps.begin(step)
        return true
    }

    package func didCall() { if phase == .decided { steps.end() } }

    package func recordProgress() {
        if phase == .decided, steps.current != nil { page.refreshMark() }
    }

    /// Describes the latest call of a plugin; `nil` if none was recorded.
    var lastPluginCall: String? {
        steps.latest.flatMap { step in
            participants.names(step.identity).map { "of the plugin \($0), \(step.stage.moment)" }
        }
    }

    /// Records the generation, so that the next launch notices its absence.
    func recordSaved(_ generation: UInt64, givingUp: Bool) {
        if phase == .decided { page.sheet.saved = generation }
        if givingUp { hasGivenUp = true }
        if page.failedSave != nil { page.failedSave = nil }
    }

    /// Records a failed save for tools until one succeeds, since a full disk takes no report.
    func recordFailedSave(_ generation: UInt64, _ error: (any Error)?) {
        page.failedSave = FailedSave(error as? StorageError, generation: generation, moment: now)
    }

    /// Whether a save is the first to give up state retained after a crash.
    func isGivingUp(_ report: PreservationReport) -> Bool {
        guard !hasGivenUp, decision?.isOfRestore == true else { return false }
        return report.issues.contains { if case .outdatedRetained = $0 { true } else { false } }
    }

    /// Releases all set-aside objects, also for this launch before its restore.
    func releaseAll() {
        guard phase != .ended else { return }
        page.release(page.sheet.suspects, disregardsLastLaunch: phase == .before)
        decision?.withheld = []
        if phase == .before { last = LastLaunch(page) }
    }

    package func restorationWindowDidOpen() {
        guard phase == .decided else { return }
        page.sheet.isWindowOpen = true
        watchSignals()
    }

    package func restorationWindowDidClose() {
        if phase == .decided { page.sheet.isWindowOpen = false }
    }

    package func launchDidSucceed() {
        if phase != .ended, page.sheet.launches != 0 { page.sheet.launches = 0 }
    }

    package func launchDidEnd() { if phase == .decided { page.clearMark() } }

    func end() {
        phase = .ended
        steps.watch = nil
    }
}
