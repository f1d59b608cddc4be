import RestorationBindings
import RestorationDiscovery
import RestorationEngine
import RestorationKit

/// Injects faults into a restore, and ends a restore or a save at a given step.
final class FaultRecorder: RestorationRecorder {
    private let incidents: Incidents
    var death: Death?
    /// The session's own recorder. It works as in any program, but sees no end of a crashed step.
    private let next: (any RestorationRecorder)?
    private let ledger: CrashLedger?
    private weak var session: RestorationSession?

    /// The step of an object's code in which a launch ends.
    struct Death {
        let stage: CrashStage
        /// `nil` for the delegate.
        let path: RestorationPath?
        /// The signal that the crash ledger records; `nil` for SIGKILL.
        let signal: Int32?

        init(stage: CrashStage, at path: String?, signal: Int32?) throws {
            guard (path == nil) == stage.isOfDelegate else {
                throw TestingError.misplacedCrash(stage, path: path)
            }
            do {
                self.path = try path.map { try RestorationPath(parsing: $0) }
            } catch {
                throw TestingError.invalidPath(path ?? "")
            }
            self.stage = stage
            self.signal = signal
        }
    }

    init(_ incidents: Incidents, death: Death?, session: RestorationSession) {
        self.incidents = incidents
        self.death = death
        self.session = session
        next = session.records.recorder
        ledger = session.ledger
    }

    func willRun(_ step: RestorationStep) throws {
        if incidents.isDead { throw ProcessDied() }
        try next?.willRun(step)
        do {
            try check(step)
        } catch {
            if !incidents.isDead { next?.didRun() }
            throw error
        }
    }

    func didRun() { if !incidents.isDead { next?.didRun() } }

    func willSave(
        _ stage: SavingStage,
        _ row: Int,
        of records: RecordSet,
        plugin: String?
    ) throws {
        if incidents.isDead { throw ProcessDied() }
        try next?.willSave(stage, row, of: records, plugin: plugin)
        guard let death, death.stage == CrashStage(stage) else { return }
        // The session runs the delegate's steps even without a delegate.
        if stage == .delegate, session?.delegate == nil { return }
        guard death.path == records.path(of: row) else { return }
        if let signal = death.signal { ledger?.page.stamp(signal: signal) }
        incidents.die()
        throw ProcessDied()
    }

    func didSave() { if !incidents.isDead { next?.didSave() } }

    var objectionToApplicationState: Diagnosis? { next?.objectionToApplicationState }

    func restorationWindowDidOpen() {
        if !incidents.isDead { next?.restorationWindowDidOpen() }
    }

    func restorationWindowDidClose() {
        if !incidents.isDead { next?.restorationWindowDidClose() }
    }

    func launchDidSucceed() { if !incidents.isDead { next?.launchDidSucceed() } }

    func launchDidEnd() { if !incidents.isDead { next?.launchDidEnd() } }

    private func check(_ step: RestorationStep) throws {
        let faults = incidents.faults.filter(\.isOfObject)
        guard death != nil || !faults.isEmpty else { return }
        // The session runs the delegate's steps even without a delegate.
        guard step.stage != .delegate || session?.delegate != nil else { return }
        let path = step.path
        if let death, death.stage == CrashStage(step.stage), death.path == path {
            if let signal = death.signal { ledger?.page.stamp(signal: signal) }
            incidents.die()
            throw ProcessDied()
        }
        guard let path else { return }
        switch step.stage {
        case .create: try checkCreation(step, "\(path)", faults)
        case .decode: try checkDecoding(step, "\(path)", faults)
        case .delegate, .load, .attach, .finish: break
        }
    }

    private func checkCreation(
        _ step: RestorationStep,
        _ path: String,
        _ faults: Set<Fault>
    ) throws {
        if let plugin = step.plugin, faults.contains(.pluginMissing(plugin)) {
            throw DiscoveryError.pluginMissing(plugin: plugin, unusable: [])
        }
        if let name = step.className, step.plugin == nil, faults.contains(.classMissing(name)) {
            throw SessionError.unknownClass(name)
        }
        if faults.contains(.creationDeclined(at: path)) { throw CreationDeclined() }
        if faults.contains(.creationFails(at: path)) {
            throw InjectedFailure(
                problem: "The test makes the creation of the object fail",
                place: path
            )
        }
    }

    /// Without a key, throws before the object's code runs. With a key, makes that key throw.
    private func checkDecoding(
        _ step: RestorationStep,
        _ path: String,
        _ faults: Set<Fault>
    ) throws {
        for case .decodingFails(at: path, let key) in faults {
            guard let key else {
                throw InjectedFailure(problem: "The test makes its decoding fail", place: path)
            }
            let failure = InjectedFailure(
                problem: "The test makes the value under \"\(key)\" fail",
                place: path
            )
            let isStored = step.archive?.failDecoding(
                ofKey: key,
                inRecord: step.record,
                because: failure.diagnosis
            )
            guard isStored == true else {
                throw InjectedFailure(
                    problem: "\(failure.problem), and nothing is stored under it",
                    place: path
                )
            }
        }
    }
}

private struct InjectedFailure: DiagnosedError {
    let problem: String
    let place: String

    var diagnosis: Diagnosis {
        Diagnosis(
            problem: problem,
            place: place,
            remedy: "Remove the fault from the program's faults."
        )
    }
}
