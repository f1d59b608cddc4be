import RestorationPlugins

final class PluginSessionBridge: PluginSession {
    let records: RecordSet
    private weak var session: RestorationSession?

    init(_ session: RestorationSession) {
        records = session.records
        self.session = session
    }

    var facts: PluginFacts {
        PluginFacts(
            applicationVersion: session?.options.applicationVersion,
            reason: session?.restoring.reason,
            stage: stage,
            savedState: session?.restoring.savedState
        )
    }

    var now: ContinuousClock.Instant { session?.options.clock.now ?? .now }
    var arrivalDeadline: ContinuousClock.Instant? {
        session?.options.arrivalLimit.map { now + $0 }
    }

    private var stage: PluginFacts.Stage {
        if session?.gate.isCapturing == true { return .preserving }
        return session?.gate.phase == .restoring ? .restoring : .idle
    }

    func make(
        _ identifier: RestorationIdentifier,
        under parent: any Restorable,
        parameters: [String: RestorationValue]
    ) throws -> any Restorable {
        guard let session else { throw SessionError.closed }
        do {
            return try session.make(identifier.rawValue, under: parent, parameters: parameters)
        } catch SessionError.objectNotYetAvailable {
            throw ObjectNotYetAvailable()  // Plugins have a status for this error
        }
    }

    func recordChange() { session?.changed() }

    func hasDeferredState(_ object: any Restorable) -> Bool {
        session?.records.hasDeferredState(object) ?? false
    }

    func isRetained(_ standIn: UnavailableObject) -> Bool {
        session?.records.isRetained(standIn) ?? false
    }

    func applyAwaitedState(to object: any Restorable) { session?.applyAwaitedState(to: object) }
}
