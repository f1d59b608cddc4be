import Logging
import RestorationCore
internal import RestorationDiscovery
package import RestorationEngine
package import RestorationPlugins
import RestorationStorage

/// Notes whose code runs in restores and saves, where the next launch finds it; and keeps objects
/// out of those in which an earlier launch has crashed.
///
/// Whose code runs between them it notes, too. Belongs to the session's thread.
package final class CrashLedger: RestorationRecorder, PluginCallRecorder {
    private let page: LedgerPage
    private let steps: LedgerSteps
    private var last: LastLaunch
    private let options: RestorationOptions
    /// What has objects restored again that are set aside.
    private let wayBack: String
    private let participants: Participants
    /// Tells of what has hung; `nil` if nobody is to be watched.
    private let hangs: HangReport?
    /// Whose record numbers the refusals mean, if there are any. Not weak: from the first weak
    /// reference on, every retain and release of the archive would take the long way.
    private var archive: ArchiveReader?
    private var refusals: [Int: CrashVerdict.Refusal] = [:]
    /// Why nothing at all is restored, and everything retained.
    private var objection: Diagnosis?
    private var withheld: [CrashVerdict.SavingCall: Diagnosis] = [:]
    private var generation: UInt64 = 0
    private var hasGivenUp = false
    /// Whose code runs for the records of the archive that is restored.
    private var acting: ActingClasses
    /// The class that a record named last, and the identity of the plugin whose code ran for it.
    private var latest: (key: ClassKey, identity: UInt64)?
    /// Whether what runs is a late restore: by now the archive on the disk may be another one, in
    /// which records have other numbers.
    private var isLate = false
    /// Whether it is noted in the save that goes on whose code runs.
    private var isNotingSave = false
    /// The plugin asked last in it, as its archive numbers it, and its identity.
    private var latestSaved: (plugin: UInt32, identity: UInt64)?

    init(
        _ page: LedgerPage,
        application: String,
        options: RestorationOptions,
        classes: ClassDirectory
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
            acting: { [weak classes] in classes?.actingClass(for: $0) ?? ActingClass(of: $0) }
        )
        let hangs = options.hangDeadline.map { HangReport(options, deadline: $0) }
        self.hangs = hangs
        acting = participants.actingClasses()
        participants.onIdentity = { hangs?.note(plugin: $0, as: $1) }
        steps = LedgerSteps(page)
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

    /// Decides what is kept out of a restore that begins now, and of the saves after it; `nil` once
    /// the session has ended. Touches nothing.
    func verdict(restoring archive: ArchiveReader?, generation: UInt64?) -> CrashVerdict? {
        guard steps.phase != .ended else { return nil }
        return CrashVerdict(
            after: last,
            restoring: archive.flatMap { archive in generation.map { (archive, $0) } },
            salt: page.salt,
            participants,
            now: options.clock.timeOfDay.seconds,
            wayBack: wayBack
        )
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
        guard steps.phase != .ended, let verdict else { return [] }
        isLate = false
        acting = participants.actingClasses()
        latest = nil
        self.archive = archive
        self.generation = generation ?? 0
        // Who looks for the reason of a crash wants to see it again.
        let isApplied = !options.keepsStateForDevelopment
        refusals = isApplied ? verdict.refusals : [:]
        objection = isApplied ? verdict.objection : nil
        withheld = isApplied ? verdict.withheld : [:]
        for reason in verdict.notes + reasonsForLog { options.logger(.crash).warning(reason) }
        if objection == nil, refusals.isEmpty { self.archive = nil }
        var sheet = page.sheet
        sheet.boot = .current
        sheet.endings = verdict.history.row
        sheet.isWindowOpen = true
        sheet.suspects = verdict.history.suspects
        steps.phase = .judged
        steps.removeAll()
        write(sheet)
        watchSignals()
        return (damage.map { [$0] } ?? []) + verdict.notes
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
                place: isLate ? LedgerObject.of(step, salt: page.salt) : generation,
                record: UInt32(truncatingIfNeeded: step.record),
                stage: LedgerStage(step.stage).rawValue | (isLate ? LedgerPage.lateStage : 0),
                identity: identity(of: step)
            )
        )
    }

    package func didRun(_ step: RestorationStep) {
        if steps.phase == .judged { steps.end() }
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

    // MARK: Saves, and calls between them

    package func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) throws {
        guard steps.phase == .judged else { return }
        // Each save begins with it.
        if case .delegate = stage { (isNotingSave, latestSaved) = (!steps.areUnwatched, nil) }
        guard isNotingSave || !withheld.isEmpty else { return }
        let (object, plugin) = LedgerObject.of(record, in: writer, salt: page.salt)
        if latestSaved?.plugin != plugin {
            let name = plugin == ArchiveRecord.none ? nil : writer.string(plugin)
            latestSaved = (plugin, identity(ofPlugin: name))
        }
        let identity = latestSaved?.identity ?? 0
        let noted = LedgerStage(stage)
        for object in [object, nil] where !withheld.isEmpty {
            let call = CrashVerdict.SavingCall(object: object, stage: noted, identity: identity)
            if let reason = withheld[call] { throw KeptOut(reason) }
        }
        guard isNotingSave else { return }
        steps.begin(LedgerStep(place: object, stage: noted.rawValue, identity: identity))
    }

    package func didSave() {
        if isNotingSave, steps.phase == .judged { steps.end() }
    }

    package func callee(ofClass name: String?, plugin: String) -> PluginCallee {
        PluginCallee(
            object: LedgerObject.all(ofClass: name, salt: page.salt),
            identity: identity(ofPlugin: plugin)
        )
    }

    package func willCall(_ stage: PluginCallStage, _ callee: PluginCallee) -> Bool {
        guard steps.phase == .judged else { return false }
        var step = LedgerStep(
            place: callee.object,
            stage: LedgerStage(stage).rawValue,
            identity: callee.identity
        )
        if stage == .convert, !steps.areIdle {
            // It runs for the record whose object is being created, and is another plugin's.
            step = steps.current
            step.stage = LedgerStage.convert.rawValue | step.stage & LedgerPage.lateStage
            step.identity = callee.identity
        } else if !steps.areIdle || steps.areUnwatched {
            return false
        }
        steps.begin(step)
        return true
    }

    package func didCall() {
        if steps.phase == .judged { steps.end() }
    }

    package func noteProgress() { steps.noteProgress() }

    /// The latest call of a plugin, in words; `nil` where calls are not noted, or none was made.
    var lastPluginCall: String? {
        let step = steps.current
        return participants.party(of: step.identity)?.plugin.map { plugin in
            let moment = CrashDescription(stage: step.stage, hasClass: nil).moment
            return "of the plugin \(plugin), \(moment)"
        }
    }

    // MARK: What is left out

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

    /// Whatever is restored from here on is late, be the window closed by now or extended.
    func noteRestored() { isLate = true }

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

    /// Lets every object be asked again: for its state at once; restored in this launch if nothing
    /// is restored yet, else in the next one.
    func releaseAll() {
        guard steps.phase != .ended else { return }
        var sheet = page.sheet
        (sheet.suspects, sheet.endings) = ([], 0)
        page.sheet = sheet
        withheld = [:]
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
        page.sheet.isWindowOpen = false
    }

    /// Whether other code of the process has closed the page's file.
    var isFileClosed: Bool { page.isFileClosed }

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
