/// Who hears that an object's state has changed: the sessions of a host, or the host of a plugin.
package enum StateChanges {
    // Guards what is set once, when there is somebody to hear.
    private static let listener = Locked<(@Sendable (any Restorable) -> Void)?>(nil)

    /// Sets who hears; of each image's copy of this module there is one.
    package static func listen(_ body: @escaping @Sendable (any Restorable) -> Void) {
        listener.withLock { $0 = body }
    }

    fileprivate static func note(_ object: any Restorable) {
        listener.withLock { $0 }?(object)
    }
}

extension Restorable {
    /// Tells that the object's state has changed, so that it is preserved soon.
    ///
    /// The same in a host, where it reaches the session that the object belongs to, and in a
    /// plugin, where it reaches the host. Any thread. Does nothing for an object that nobody
    /// preserves: in a plugin's object before its initialiser has returned or after its end, and in
    /// a test without a session.
    ///
    /// Semantic source: `NSResponder.invalidateRestorableState()` (AppKit).
    public func invalidateRestorableState() { StateChanges.note(self) }
}
