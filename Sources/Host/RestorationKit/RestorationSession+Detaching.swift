/// Roots that the program takes down and builds anew while it runs.
extension RestorationSession {
    /// Reads the delegate's values in the state that ``restore(reason:)`` would restore; `nil` if
    /// there is none. References are read as nil.
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

    /// The archive that ``restore(reason:)`` would open; `nil` once it has been called, and where
    /// nothing is stored.
    func openBeforeRestore() throws -> ArchiveOpening? {
        try checkIsOpen()
        guard gate.phase == .created, store != nil else { return nil }
        return try saved.open()
    }

    /// Takes roots down whose state is to stay: it is captured now, and every save writes it back.
    ///
    /// - Parameter scopes: Those of the roots, which no other roots have.
    /// - Throws: ``SessionError``.
    package func detach(_ scopes: Set<String>) throws -> PutAway? {
        try checkIsOpen()
        let taken = records.roots.filter { $0.scope.map(scopes.contains) ?? false }
        guard let image = try saving.capturer.image(of: taken) else { return nil }
        let away = try records.putAway(taken, as: image)
        changed()
        return away
    }

    /// Makes sure that ``reattach(_:)`` can be called now.
    ///
    /// - Throws: ``SessionError``.
    package func checkCanReattach() throws {
        enter()
        try gate.checkIsIdle()
    }

    /// Gives roots that have been added under the scopes of before their state. Failures are told
    /// in the report's notes and in the log. To be called where ``checkCanReattach()`` throws
    /// nothing.
    package func reattach(_ away: PutAway) {
        enter()
        // Roots built meanwhile may have ended the session.
        guard gate.isIdle else { return forget(away) }
        away.archive.silencesFailedCoders = options.isStrict
        arrivals.restore { $0.bringOut(away) }
        let failures = records.failures(of: away)
        failures.forEach { options.logger(.restore).warning($0) }
        reports.add(failures)
        if !failures.isEmpty { reports.write() }
        changed()
    }

    /// Gives the state of roots up that do not come back.
    package func forget(_ away: PutAway) {
        records.giveUp(away)
        changed()
    }

    /// Restores state outside the engine: a crash in `body` counts as one of the restore.
    package func goOnRestoring(_ body: () -> Void) {
        enter()
        guard gate.phase == .running else { return body() }
        window.whileOpen(body)
    }

    /// Forgets all state for good, as ``discard()`` does, and goes on.
    package func forgetState() throws {
        try checkIsOpen()
        reports.dropNews()
        saved.disk.finish()
        saving.forgetImages()
        if !options.keepsStateForDevelopment { try store?.discard() }
    }
}
