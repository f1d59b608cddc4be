extension RestorationSession {
    /// Gives an object the state that was kept for it: one that could not take it during the
    /// restore and now can, for its layout is done or its data has arrived; or an owner that has
    /// loaded its elements. Each state is applied once (REST-39).
    ///
    /// ```swift
    /// func rowsDidArrive() { session.applyAwaitedState(to: list) }
    /// ```
    ///
    /// Does nothing if nothing is kept, while objects are being preserved or restored, or once the
    /// session is closed.
    ///
    /// Call ``invalidate(_:)`` for every change that the person makes: the object's present state
    /// then replaces the deferred state, and this does nothing (REST-40).
    ///
    /// - Returns: Why state could not be applied, if it could not; it is kept then, or given up
    ///   under the preset `uikit`, as that of any object whose decoding fails. Empty when all is
    ///   well.
    @discardableResult
    public func applyAwaitedState(to object: any Restorable) -> [Diagnosis] {
        enter()
        guard gate.isIdle else { return [] }
        return arrivals.restore { $0.waiting(for: object) }
    }
}
