extension RestorationSession {
    /// Restores deferred state of an object that can take it now, because its layout is done or its
    /// data has arrived; or of an owner that has loaded its elements. Each state is applied once
    /// (REST-39).
    ///
    /// ```swift
    /// func rowsDidArrive() { session.applyAwaitedState(to: list) }
    /// ```
    ///
    /// Does nothing without deferred state, during a save or restore, or once the session is
    /// closed.
    ///
    /// Call ``invalidate(_:)`` for every change that the user makes. The present state then
    /// replaces the deferred state, and this call does nothing (REST-40).
    ///
    /// - Returns: Why state could not be applied. Such state is retained, or given up under the
    ///   preset `uikit`, as after any failed decode. Empty on success.
    @discardableResult
    public func applyAwaitedState(to object: any Restorable) -> [Diagnosis] {
        enter()
        guard gate.isIdle else { return [] }
        return restoring.restore { $0.waiting(for: object) }
    }
}
