extension RestorableObject {
    /// Tells the host that the object's state has changed, so that it is preserved soon.
    ///
    /// Any thread.
    ///
    /// Does nothing for an object that no host created: in its own initialiser, after its end, and
    /// in a test without a host.
    ///
    /// Semantic source: `NSResponder.invalidateRestorableState()` (AppKit).
    public func invalidateRestorableState() {
        guard let plugin = LoadedPlugin.current else { return }
        guard let handle = plugin.objects.handle(of: self) else { return }
        plugin.host.invalidate(handle)
    }

    /// The object that a pointer from the host stands for, for the functions of an interface table:
    /// a host passes what `create` delivered.
    ///
    /// - Returns: `nil` if the pointer stands for no living object of this class, and on another
    ///   thread than the session's, which is logged.
    public static func object(at pointer: UnsafeRawPointer?) -> Self? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("object(at:)") else {
            return nil
        }
        return plugin.objects.object(at: pointer) as? Self
    }
}
