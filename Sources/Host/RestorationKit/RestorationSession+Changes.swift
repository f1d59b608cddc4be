extension RestorationSession {
    /// Whether something was reported as changed that is not durable yet: by ``invalidate(_:)``, by
    /// ``invalidator`` or a plugin on any thread, or because an object was made, moved or taken
    /// away. For a mark in a window's title, or a question before the program quits.
    ///
    /// ```swift
    /// title = session.hasUnsavedChanges ? "Desk ●" : "Desk"
    /// ```
    ///
    /// A save that is on its way to the disk counts as unsaved until the session has heard that it
    /// is there, which ``onSave`` tells as well. A save that fails leaves it `true`, and so does
    /// one that the delegate declines. Where nothing can be saved, because the key is locked or the
    /// session runs without stored state, it is `true` from the first change on.
    ///
    /// `false` before ``restore(reason:)`` has returned, since nothing counts as a change until
    /// then, and once the session is closed.
    ///
    /// Semantic source: `NSDocument.hasUnautosavedChanges` (AppKit).
    public var hasUnsavedChanges: Bool {
        enter()
        guard gate.phase == .running else { return false }
        return !saving.areChangesSaved || mailbox.look(\.hasChange) || classes.hasPendingChanges
    }
}
