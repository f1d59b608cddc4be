package import RestorationCore
package import RestorationEngine

/// The session that serves requests of plugins. Belongs to its thread, as does every call.
package protocol PluginSession: AnyObject {
    var records: RecordSet { get }
    /// The facts that plugins can query.
    var facts: PluginFacts { get }

    /// The present time, and the end of waits that begin at present, if they end.
    var now: ContinuousClock.Instant { get }
    var arrivalDeadline: ContinuousClock.Instant? { get }

    /// Creates an object by the route of its path.
    ///
    /// - Throws: `CreationDeclined`, or the reason for the failure.
    func make(
        _ identifier: RestorationIdentifier,
        under parent: any Restorable,
        parameters: [String: RestorationValue]
    ) throws -> any Restorable

    func recordChange()

    /// Called when an object can apply its retained state.
    @discardableResult
    func applyAwaitedState(to object: any Restorable) -> [Diagnosis]
}

/// Facts about the running program, as `restoration_host.query` names them.
package struct PluginFacts {
    package enum Stage: String {
        case idle, preserving, restoring
    }

    package var applicationVersion: String?
    /// The reason of the restore; `nil` before it.
    package var reason: RestorationReason?
    package var stage: Stage
    /// The saved state at launch, if any.
    package var savedState: PreservationInfo?

    package init(
        applicationVersion: String?,
        reason: RestorationReason?,
        stage: Stage,
        savedState: PreservationInfo? = nil
    ) {
        self.applicationVersion = applicationVersion
        self.reason = reason
        self.stage = stage
        self.savedState = savedState
    }
}
