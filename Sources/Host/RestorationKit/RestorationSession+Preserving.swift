internal import RestorationPlugins

extension RestorationSession {
    // MARK: Changes

    /// Reports that an object's state has changed, so that it is saved within the autosave
    /// interval. Cheap: call it on every change.
    ///
    /// If the object's saved state could not be applied, or is deferred, the next save compares the
    /// object with its encoding from then. If it differs, its present state replaces the retained
    /// state, and the save reports `PreservationError.outdatedRetained`.
    ///
    /// Does nothing once the session is closed.
    public func invalidate(_ object: any Restorable) {
        enter()
        // Changes reported earlier come from decoding.
        if gate.phase == .running { records.invalidate(object) }
        changed()
    }

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

    /// Why an object does not have its saved state, if so.
    ///
    /// For an `UnavailableObject`, its ``/RestorationEngine/UnavailableObject/reason``. For an
    /// object whose state could not be applied, the failure; a plugin's object then has no
    /// interface and no methods. For an object with deferred state, the reason of its wait. Saves
    /// retain the state, so keep your reference, and tell the user about the gap.
    ///
    /// Call it on the session's thread. A closed session retains no state, and returns only
    /// failures that the objects know themselves.
    public func failure(of object: any Restorable) -> Diagnosis? {
        enter()
        return records.failure(of: object)
    }

    func changed() { saving.recordChange() }

    /// Reports changes from any thread, such as one of the program's own. Plugins' objects use
    /// their host services. Does nothing once the session is closed.
    public var invalidator: StateInvalidator { StateInvalidator(mailbox: mailbox) }

    // MARK: Saving

    /// Preserves the state now, and returns when it is durable: written, synchronised, and in place
    /// of the previous generation. For exits and signals.
    ///
    /// ```swift
    /// if let save = try session.preserveNow() {
    ///     for issue in save.report.issues { print(issue) }    // each omission and its reason
    /// }
    /// ```
    ///
    /// - Returns: The outcome, which ``onSave`` gets first. Its ``SaveOutcome/error`` is `nil`,
    ///   since the save is durable. `nil` if the delegate declined to be preserved.
    /// - Throws: `StorageError` if the disk is full or fails: the previous generation is intact,
    ///   and the state stays marked as changed; ``SessionError`` if the session cannot save at all.
    @discardableResult
    public func preserveNow() throws -> SaveOutcome? {
        enter()
        return try saving.preserveNow()
    }

    /// Preserves the state, and returns when it is durable. The capture is made at once on the
    /// session's thread. Sealing and writing use a thread of the session's own, so busy tasks do
    /// not delay the save. Only the return needs one of the threads that tasks share.
    ///
    /// Call it on the session's thread. It returns on the caller's actor, which need not have a
    /// thread of its own: the main actor changes its thread if the program's main thread does not
    /// drain the main queue. If that is the session's thread, ``onSave`` is called before the
    /// return, else by the next ``runPending()``, for which ``fileDescriptor`` becomes readable.
    ///
    /// - Returns: The outcome, with the number of the durable generation: this one, or a later one
    ///   that has superseded it. On another thread than the session's, its ``SaveOutcome/notes``
    ///   are empty, and ``onSave`` gets them. `nil` if the delegate declined to be preserved.
    /// - Throws: as ``preserveNow()``; ``SessionError/closed`` if the session was closed before the
    ///   state was durable.
    @discardableResult
    public func preserve() async throws -> SaveOutcome? {
        enter()
        guard let capture = try saving.capture() else { return nil }
        let error = await withCheckedContinuation { continuation in
            saved.disk.perform { continuation.resume(returning: capture.commit()) }
        }
        var told: SaveOutcome?
        if gate.thread.isCurrent {
            told = saving.finish(capture, error)
        } else {
            mailbox.post { $0.saves.append((capture, error)) }
        }
        return try capture.outcome(after: error, told: told)
    }

    /// The image that a save would write now. The delegate and the objects are called as for a
    /// save, but nothing is written or changed.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    package func captureImage() throws -> ArchiveImage? {
        enter()
        return try saving.image()
    }
}
