internal import RestorationPlugins

extension RestorationSession {
    /// Restores the program's saved state. Call it once, when the base graph is built and its roots
    /// are added, even if nothing was saved: until then nothing is saved.
    ///
    /// Damaged or unreadable state is not an error. It is set aside, never deleted, and the newest
    /// intact generation is restored, as the report's notes say.
    ///
    /// - Parameter reason: Passed to every restoration class. For
    ///   ``/RestorationCore/RestorationReason/pristine`` nothing is restored, and the saved state
    ///   is set aside.
    /// - Returns: The outcome of every object.
    /// - Throws: ``SessionError/alreadyRestored``; `StorageError.keyMissing(path:state:)` if there
    ///   is saved state and its key is missing, and other errors of `StorageError` if the session
    ///   cannot read the state or determine its absence. Nothing is saved after an error.
    @discardableResult
    public func restore(reason: RestorationReason = .launch) throws -> RestorationReport {
        enter()
        try gate.checkIsNew()
        gate.phase = .restoring
        defer { if gate.phase == .restoring { gate.phase = .created } }
        return try program.whileWindowIsOpen {
            let report = try restoring.restore(reason)
            // Calls getters of libraries outside any step. The lookup of their objects has already
            // called the same getters in steps.
            classes.walkBoundObjects()
            // A participant may have closed the session.
            guard gate.phase == .restoring else { throw gate.closedError }
            gate.phase = .running
            // Drops changes reported during the restore, since they came from decoding.
            if mailbox.look(\.hasChange) { mailbox.post { $0.hasChange = false } }
            _ = classes.loader.runPending()
            return self.report ?? report
        }
    }

    /// The plan of a ``restore(reason:)`` for a launch, if it were called now. No code of a plugin
    /// or object runs. Nothing changes, except that an unusable archive is set aside, as
    /// ``restore(reason:)`` would do.
    ///
    /// The plan ignores later changes to registered classes, pins and plugin directories, so call
    /// it when the program is ready to restore.
    ///
    /// - Throws: ``SessionError/alreadyRestored`` after the restore, whose report has the
    ///   deviations from its plan; ``SessionError/busy`` during it; `StorageError`, as
    ///   ``restore(reason:)`` does; ``SessionError/closed``.
    public func restorationPlan() throws -> RestorationPlan {
        enter()
        try gate.checkIsNew()
        return try restoring.plan()
    }

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

    /// The saved scopes of the roots with one identifier, so that a program can rebuild as many
    /// windows before it restores (PATH-16).
    ///
    /// ```swift
    /// for scope in try session.preservedScopes(ofRoot: "Window") {
    ///     session.addRoot(makeWindow(), scope: scope)
    /// }
    /// try session.restore()
    /// ```
    ///
    /// No participant's code runs. ``restore(reason:)`` may still decline to restore the state.
    ///
    /// - Returns: In saved order. Empty if nothing was saved, and after the restore.
    /// - Throws: `StorageError`, as ``restore(reason:)`` does; ``SessionError/closed``.
    public func preservedScopes(ofRoot identifier: String) throws -> [String] {
        guard let archive = try openBeforeRestore()?.reader else { return [] }
        var scopes: [String] = []
        for record in archive.records.indices.dropFirst()
        where archive.records[record].flags.contains(.isRoot)
            && archive.records[record].flags.isDisjoint(with: [.hasNumber, .hasNumberedKey])
        {
            let top = archive.component(of: record)
            guard top.identifier.rawValue == identifier, let scope = top.discriminator?.rawValue,
                !scopes.contains(scope)
            else { continue }
            scopes.append(scope)
        }
        return scopes
    }
}
