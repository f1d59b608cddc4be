package import RestorationPlugins

/// The session as its plugins know it.
extension RestorationSession: PluginSession {
    package var facts: PluginFacts {
        PluginFacts(
            applicationVersion: options.applicationVersion,
            reason: restoring.reason,
            stage: gate.isCapturing
                ? .preserving : gate.phase == .restoring ? .restoring : .idle,
            savedState: restoring.savedState
        )
    }

    package var now: ContinuousClock.Instant { options.clock.now }
    package var arrivalDeadline: ContinuousClock.Instant? { options.arrivalLimit.map { now + $0 } }

    package func make(
        _ identifier: RestorationIdentifier,
        under parent: any Restorable,
        parameters: [String: RestorationValue]
    ) throws -> any Restorable {
        do {
            return try make(identifier.rawValue, under: parent, parameters: parameters)
        } catch SessionError.objectNotYetAvailable {
            throw ObjectNotYetAvailable()  // Plugins have a status for this error
        }
    }

    /// Reports a change of the tree.
    package func recordChange() {
        guard enterIfOpen() else { return }
        changed()
    }
}
