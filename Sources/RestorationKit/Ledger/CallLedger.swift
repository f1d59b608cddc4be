import RestorationCore
import RestorationEngine
package import RestorationPlugins
import RestorationStorage

/// Notes whose code runs outside of restores: in saves, and where plugins' code is called between
/// them; and keeps code out in which an earlier launch has crashed.
package final class CallLedger: PluginCallRecorder {
    private let steps: LedgerSteps
    private let participants: Participants
    private let salt: UInt64
    private let hangs: HangReport?
    /// Why code is not asked for something.
    private var withheld: [CallVerdict.Call: Diagnosis] = [:]
    private var isWithholding = false
    /// Whether it is noted in the save that goes on whose code runs.
    private var isNoting = false
    /// The plugin asked last in it, as its archive numbers it, and its identity.
    private var latest: (plugin: UInt32, identity: UInt64)?

    init(_ steps: LedgerSteps, _ participants: Participants, _ hangs: HangReport?) {
        self.hangs = hangs
        self.steps = steps
        self.participants = participants
        salt = steps.page.salt
    }

    func withhold(_ calls: [CallVerdict.Call: Diagnosis]) {
        withheld = calls
        isWithholding = !calls.isEmpty
    }

    /// - Throws: Why the code is not asked.
    func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) throws {
        guard steps.phase == .judged else { return }
        // Each save begins with it.
        if case .delegate = stage { beginSave() }
        guard isNoting || isWithholding else { return }
        let (digest, plugin) = writer.digest(ofRecord: record, salt: salt)
        let call = CallVerdict.Call(
            object: record == 0 ? LedgerPage.delegate : digest,
            stage: LedgerStage(stage),
            identity: identity(ofPlugin: plugin, in: writer)
        )
        if isWithholding, let reason = withheld[call] { throw KeptOut(reason) }
        if isNoting { begin(call) }
    }

    func didSave() {
        if isNoting, steps.phase == .judged { steps.end() }
    }

    private func begin(_ call: CallVerdict.Call) {
        steps.begin(
            LedgerStep(place: call.object, stage: call.stage.rawValue, identity: call.identity)
        )
    }

    private func identity(ofPlugin plugin: UInt32, in writer: ArchiveWriter) -> UInt64 {
        if let latest, latest.plugin == plugin { return latest.identity }
        let name = plugin == ArchiveRecord.none ? nil : writer.string(plugin)
        let identity = participants.identity(ofPlugin: name)
        latest = (plugin, identity)
        return identity
    }

    private func beginSave() {
        latest = nil
        isNoting = !steps.areUnwatched
    }

    // MARK: Calls between restores and saves

    /// Why code is not asked, since an earlier launch has crashed in it.
    package func objection(to stage: PluginCallStage, _ callee: PluginCallee) -> Diagnosis? {
        guard isWithholding, steps.phase == .judged else { return nil }
        return withheld[CallVerdict.Call(stage, callee)]
    }

    package func callee(ofClass name: String?, plugin: String) -> PluginCallee {
        let digest = ObjectDigests.any(
            ofClass: ArchiveWriter.hash(of: name),
            salt
        )
        hangs?.note(className: name, as: digest)
        return PluginCallee(object: digest, identity: participants.identity(ofPlugin: plugin))
    }

    package func willCall(_ stage: PluginCallStage, _ callee: PluginCallee) -> Bool {
        guard steps.phase == .judged else { return false }
        if stage == .convert, !steps.areIdle {
            beginConversion(by: callee)
            return true
        }
        guard steps.areIdle, !steps.areUnwatched else { return false }
        begin(CallVerdict.Call(stage, callee))
        return true
    }

    /// A converter runs for the record whose object is being created, and is another plugin's.
    private func beginConversion(by callee: PluginCallee) {
        var step = steps.current
        step.stage = LedgerStage.convert.rawValue | step.stage & LedgerPage.lateStage
        step.identity = callee.identity
        steps.begin(step)
    }

    package func noteProgress() { steps.noteProgress() }

    package func didCall() {
        if steps.phase == .judged { steps.end() }
    }

    /// The latest call of a plugin, in words; `nil` where calls are not noted, or none was made.
    var lastPluginCall: String? {
        guard let plugin = participants.party(of: steps.current.identity)?.plugin else {
            return nil
        }
        let moment = CrashDescription(stage: steps.current.stage, hasClass: nil).moment
        return "of the plugin \(plugin), \(moment)"
    }
}

extension CallVerdict.Call {
    fileprivate init(_ stage: PluginCallStage, _ callee: PluginCallee) {
        self.init(object: callee.object, stage: LedgerStage(stage), identity: callee.identity)
    }
}
