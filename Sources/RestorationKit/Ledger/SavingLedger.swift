import RestorationCore
import RestorationEngine
import RestorationStorage

/// Notes whose code runs in saves, and where plugins' objects are destroyed; and keeps code out in
/// which an earlier launch has crashed.
package final class SavingLedger {
    private let steps: LedgerSteps
    private let participants: Participants
    private let root: UInt64
    /// Why code is not asked for something.
    private var withheld: [SavingVerdict.Call: Diagnosis] = [:]
    private var isWithholding = false
    /// Whether it is noted in the save that goes on whose code runs.
    private var isNoting = false
    /// The plugin asked last in it, as its archive numbers it, and its identity.
    private var latest: (plugin: UInt32, identity: UInt64)?

    init(_ steps: LedgerSteps, _ participants: Participants) {
        self.steps = steps
        self.participants = participants
        root = ObjectDigests.root(steps.page.salt)
    }

    func withhold(_ calls: [SavingVerdict.Call: Diagnosis]) {
        withheld = calls
        isWithholding = !calls.isEmpty
    }

    /// - Throws: Why the code is not asked.
    func willSave(_ stage: SavingStage, _ record: Int, in writer: ArchiveWriter) throws {
        guard steps.phase == .judged else { return }
        // Each save begins with it.
        if case .delegate = stage { beginSave() }
        guard isNoting || isWithholding else { return }
        let (digest, plugin) = writer.digest(ofRecord: record, root: root)
        let call = SavingVerdict.Call(
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

    private func begin(_ call: SavingVerdict.Call) {
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

    /// Lets an object of a plugin's class be destroyed, unless the program has crashed in that.
    ///
    /// - Returns: Why it is not destroyed; `nil` if it is.
    package func destroy(objectOf className: String, plugin: String, _ body: () -> Void)
        -> Diagnosis?
    {
        let isNoted = steps.phase == .judged && !steps.areUnwatched
        guard isNoted || steps.phase == .judged && isWithholding else {
            body()
            return nil
        }
        let call = SavingVerdict.Call(
            object: ObjectDigests.any(
                ofClass: ArchiveWriter.hash(of: className),
                steps.page.salt
            ),
            stage: .destroy,
            identity: participants.identity(ofPlugin: plugin)
        )
        if let reason = withheld[call] { return reason }
        if isNoted { begin(call) }
        body()
        if isNoted, steps.phase == .judged { steps.end() }
        return nil
    }
}
