/// Detaching roots, and restoring them after the program has built them again.
extension RestorationSession {
    /// Reads the delegate's values in the state that ``restore(reason:)`` would restore, if any.
    /// References are nil.
    ///
    /// - Throws: as ``restore(reason:)``.
    package func readApplicationRecord<Contents>(
        _ read: (RestorationCoder) -> Contents
    ) throws -> Contents? {
        guard let opened = try openBeforeRestore(), let archive = opened.reader,
            saved.reasonToSetAside(opened, after: ledger?.last) == nil,
            let coder = try? archive.coder(for: 0, resolving: RestoredObjects(count: 0))
        else { return nil }
        return read(coder)
    }

    /// The archive that ``restore(reason:)`` would open; `nil` after that call, or without a store.
    func openBeforeRestore() throws -> ArchiveOpening? {
        try checkIsOpen()
        guard gate.phase == .created, store != nil else { return nil }
        return try saved.open()
    }

    /// Captures the state of roots, then removes the roots from the session. Every later save
    /// includes the captured state.
    ///
    /// - Parameter scopes: The roots' scopes, which no other roots have.
    /// - Throws: ``SessionError``.
    package func detach(_ scopes: Set<String>) throws -> DetachedRoots? {
        try checkIsOpen()
        let roots = records.roots.filter { $0.scope.map(scopes.contains) ?? false }
        guard let image = try saving.image(of: roots) else { return nil }
        let detached = try records.detach(roots, as: image)
        changed()
        return detached
    }

    /// Checks that ``reattach(_:)`` can be called now.
    ///
    /// - Throws: ``SessionError``.
    package func checkCanReattach() throws {
        enter()
        try gate.checkIsIdle()
    }

    /// Restores the state of roots that were added again under their former scopes. Failures go
    /// into the report's notes and the log. Call ``checkCanReattach()`` first.
    package func reattach(_ detached: DetachedRoots) {
        enter()
        // Code that built the roots since `checkCanReattach()` may have closed the session.
        guard gate.isIdle else { return forget(detached) }
        detached.archive.silencesFailedCoders = options.isStrict
        restoring.restore { $0.retainedRows(of: detached) }
        let failures = records.failures(of: detached)
        failures.forEach { options.logger(.restore).warning($0) }
        reports.add(failures)
        if !failures.isEmpty { reports.write() }
        changed()
    }

    /// Gives up the state of roots that do not come back.
    package func forget(_ detached: DetachedRoots) {
        records.giveUp(detached)
        changed()
    }

    /// Runs `body`, which restores state outside the engine. A crash in `body` counts as a crash of
    /// the restore.
    package func continueRestore(_ body: () -> Void) {
        enter()
        guard gate.phase == .running else { return body() }
        program.whileWindowIsOpen(body)
    }

    /// Discards all state, as ``discard()`` does, without closing the session.
    package func forgetState() throws {
        try checkIsOpen()
        reports.cancelPendingWrite()
        saved.disk.finish()
        saving.forgetImages()
        if !options.keepsStateForDevelopment { try store?.discard() }
    }
}
