internal import RestorationPlugins

extension RestorationSession {
    /// Whether a change is not durable yet. Changes are reported by ``invalidate(_:)``, by
    /// ``invalidator`` or a plugin on any thread, or when an object is made, moved or removed. Use
    /// it for a mark in a window's title, or a question before the program quits.
    ///
    /// ```swift
    /// title = session.hasUnsavedChanges ? "Desk ●" : "Desk"
    /// ```
    ///
    /// A save counts when the session learns that it is durable, as ``onSave`` also reports. The
    /// value stays `true` after a save that fails or that the delegate declines. If nothing can be
    /// saved, because the key is locked or the session runs without stored state, it is `true` from
    /// the first change on.
    ///
    /// `false` before ``restore(reason:)`` has returned, since nothing counts as a change until
    /// then, and once the session is closed.
    ///
    /// Semantic source: `NSDocument.hasUnautosavedChanges` (AppKit).
    public var hasUnsavedChanges: Bool {
        enter()
        guard gate.phase == .running else { return false }
        return !saving.areChangesSaved || mailbox.look(\.hasChange)
            || classes.loader.hasPendingChanges
    }
}
