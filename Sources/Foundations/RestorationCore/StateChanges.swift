/// The receiver of state changes: the sessions of a host, or the host of a plugin.
package enum StateChanges {
    private static let listener = Locked<(@Sendable (any Restorable) -> Void)?>(nil)

    /// Sets the listener. Each image with a copy of this module has a listener of its own.
    package static func listen(_ body: @escaping @Sendable (any Restorable) -> Void) {
        listener.withLock { $0 = body }
    }

    fileprivate static func report(_ object: any Restorable) {
        listener.withLock { $0 }?(object)
    }
}

extension Restorable {
    /// Reports a change of the object's state, so that the session saves it soon.
    ///
    /// In a host, the report reaches the object's session; in a plugin, it reaches the host. Any
    /// thread. Does nothing for an object that is not preserved: before a plugin object's
    /// initialiser has returned, after it was destroyed, or in a test without a session.
    ///
    /// Semantic source: `NSResponder.invalidateRestorableState()` (AppKit).
    public func invalidateRestorableState() { StateChanges.report(self) }
}
