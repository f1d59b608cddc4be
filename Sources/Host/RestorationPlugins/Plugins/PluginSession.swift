package import RestorationCore
package import RestorationEngine

/// The session on whose behalf plugins ask for objects. Belongs to its thread, as does every call.
package protocol PluginSession: AnyObject {
    /// What is known of objects.
    var records: RecordSet { get }
    /// What plugins can ask about.
    var facts: PluginFacts { get }

    /// Creates an object by the route of its path.
    ///
    /// - Throws: `CreationDeclined`, or why there is none.
    func make(
        _ identifier: RestorationIdentifier,
        under parent: any Restorable,
        parameters: [String: RestorationValue]
    ) throws -> any Restorable

    /// The tree has changed.
    func noteChange()

    /// Whether an object has yet to be given its state.
    func hasDeferredState(_ object: any Restorable) -> Bool

    /// Whether saves still write what was kept for an object.
    func isKept(_ kept: UnavailableObject) -> Bool

    /// An object can take the state that was kept for it.
    func stateCanBeApplied(to object: any Restorable)
}

/// Facts about the running program, as `restoration_host.query` names them.
package struct PluginFacts {
    package enum Stage: String {
        case idle, preserving, restoring
    }

    package var applicationVersion: String?
    /// Why the state was restored; `nil` before that.
    package var reason: RestorationReason?
    package var stage: Stage
    /// When and by what the state was saved that the program was started with; `nil` without any.
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
