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
        return try window.whileOpen {
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

    /// An object's unread keys, sorted.
    package func keysNotAskedFor(by object: any Restorable) -> [String] {
        records.keysNotAskedFor(by: object)
    }
}
