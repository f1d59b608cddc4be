internal import RestorationPlugins

extension RestorationSession {
    // MARK: Changes

    /// Says that an object's state has changed, so that it is saved within the autosave interval.
    /// Cheap: call it on every change.
    ///
    /// If saved state could not be applied to the object, or is still to come, the next save
    /// compares the object with how it encoded when that state failed or was put off. If it
    /// differs, its present state replaces the retained state, and the save says so
    /// (`PreservationError.outdatedRetained`); otherwise nothing is given up.
    ///
    /// Does nothing once the session is closed.
    public func invalidate(_ object: any Restorable) {
        enter()
        // Changes told before come from decoding.
        if gate.phase == .running {
            records.invalidate(object)
        }
        changed()
    }

    /// Why an object does not have its saved state; `nil` if there is nothing to tell.
    ///
    /// For an `UnavailableObject`, its ``/RestorationEngine/UnavailableObject/reason``. For an
    /// object whose state could not be applied, why; a plugin's has no interface and no methods
    /// then. For one whose state is still to come, the reason of its wait. Saves keep its state, so
    /// hold your reference to it, and tell the person why there is a gap.
    ///
    /// Call it on the session's thread. A closed session keeps no state for objects any more, and
    /// tells only the failures that they know themselves.
    public func failure(of object: any Restorable) -> Diagnosis? {
        enter()
        return records.failure(of: object)
    }

    /// Notes that something is to be saved, and that places may be taken that something is awaited
    /// for.
    func changed() { saving.noteChange() }

    /// Says from any thread that something has changed. Plugins' objects do it through their host
    /// services; a program's own threads may, too. It does nothing once the session is closed.
    public var invalidator: StateInvalidator { StateInvalidator(mailbox: mailbox) }

    // MARK: Saving

    /// Preserves the state now and returns when it is durable: written, synchronised, and in place
    /// of the generation before. For exits and signals.
    ///
    /// ```swift
    /// if let save = try session.preserveNow() {
    ///     for issue in save.report.issues { print(issue) }    // what was left out, and why
    /// }
    /// ```
    ///
    /// - Returns: The outcome of the save, as ``onSave`` is told before this returns: it is on the
    ///   disk, so its ``SaveOutcome/error`` is `nil`. `nil` if the delegate declined to be
    ///   preserved.
    /// - Throws: `StorageError` if the disk is full or fails: the generation saved before is
    ///   intact, and the state stays marked as changed; ``SessionError`` if the session cannot save
    ///   at all.
    @discardableResult
    public func preserveNow() throws -> SaveOutcome? {
        enter()
        return try saving.preserveNow()
    }

    /// Preserves the state and returns when it is durable. The capture is made at once, on the
    /// session's thread; sealing and writing happen on another one, which is the session's own. So
    /// the state of a program whose tasks keep all processors busy is saved in time; only to return
    /// needs one of the threads that tasks share.
    ///
    /// Call it on the session's thread. Where it returns is up to the caller's actor, which need
    /// not have a thread of its own: the main actor changes its thread in a program whose main
    /// thread does not drain the main queue. ``onSave`` is called before it returns if that is the
    /// session's thread, and else by the next ``runPending()``, for which ``fileDescriptor``
    /// becomes readable.
    ///
    /// - Returns: The outcome of the save, with the number of the generation that is durable: this
    ///   one, or a later one that has overtaken it. Its ``SaveOutcome/notes`` are empty if this
    ///   returns on another thread than the session's: ``onSave`` is told them. `nil` if the
    ///   delegate declined to be preserved.
    /// - Throws: as ``preserveNow()``; ``SessionError/closed`` if the session was closed before the
    ///   state was durable.
    @discardableResult
    public func preserve() async throws -> SaveOutcome? {
        enter()
        guard let capture = try saving.capture() else { return nil }
        let store = try saved.usableStore()
        let error = await withCheckedContinuation { continuation in
            saved.disk.perform { continuation.resume(returning: capture.commit(to: store)) }
        }
        var told: SaveOutcome?
        if gate.thread.isCurrent {
            told = saving.finish(capture, error)
        } else {
            mailbox.post {
                $0.saves.append(EndedSave(capture: capture, error: error, isAutosave: false))
            }
        }
        return try capture.outcome(after: error, told: told)
    }

    /// The image that a save would write now, without writing it. The delegate is asked and told as
    /// for a save, and the objects encode; the session stays as it is.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    package func captureImage() throws -> ArchiveImage? {
        enter()
        return try saving.capturer.image()
    }
}
