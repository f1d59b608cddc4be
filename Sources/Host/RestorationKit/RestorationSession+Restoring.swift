extension RestorationSession {
    /// Brings the program back to where it was. Call it once, when the base graph is built and its
    /// roots are added; call it too when there is nothing to restore, for until then nothing is
    /// saved.
    ///
    /// Damaged or unreadable state is no error: it is set aside, never deleted, the newest intact
    /// generation is restored, and the report's notes say so.
    ///
    /// - Parameter reason: Told to every restoration class. For
    ///   ``/RestorationCore/RestorationReason/pristine`` nothing is restored, and the saved state
    ///   is set aside.
    /// - Returns: The outcome of every object.
    /// - Throws: ``SessionError/alreadyRestored``; `StorageError.keyMissing(path:state:)` if there
    ///   is saved state and its key is gone, and other errors of `StorageError` if the state can
    ///   neither be read nor be told to be absent. Nothing is saved after an error.
    @discardableResult
    public func restore(reason: RestorationReason = .launch) throws -> RestorationReport {
        enter()
        try gate.checkIsNew()
        gate.phase = .restoring
        defer { if gate.phase == .restoring { gate.phase = .created } }
        window.open()
        defer { window.endRestoring() }
        let report = try restoring.restore(reason, reports)
        // Getters of libraries, in nobody's step: the records of their objects have been looked for
        // by the same getters, in their own steps.
        classes.walkBoundObjects()
        // A participant may have ended the session meanwhile.
        guard gate.phase == .restoring else { throw gate.closedError }
        gate.phase = .running
        // Changes that objects told while they were being restored came from their own decoding.
        // Data that has arrived meanwhile is news.
        let arrived = mailbox.take().arrived
        _ = classes.runPending()
        if !arrived.isEmpty { mailbox.post { $0.arrived += arrived } }
        return self.report ?? report
    }

    /// The keys kept for an object that its class has not asked for, in order.
    package func keysNotAskedFor(by object: any Restorable) -> [String] {
        records.keysNotAskedFor(by: object)
    }
}
