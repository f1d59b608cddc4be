/// Roots that the program takes down and builds anew while it runs.
extension RestorationSession {
    /// Reads what the delegate has stored in the state that ``restore(reason:)`` would restore;
    /// `nil` if there is none. References are read as nil.
    ///
    /// - Throws: as ``restore(reason:)``.
    package func readApplicationRecord<Contents>(
        _ read: (RestorationCoder) -> Contents
    ) throws -> Contents? {
        try checkIsOpen()
        guard phase == .created, store != nil else { return nil }
        let found = try openSaved()
        guard let archive = found.reader, reasonToSetAside(found) == nil,
            let coder = try? archive.coder(for: 0, resolving: RestoredObjects(count: 0))
        else { return nil }
        return read(coder)
    }

    /// Takes roots down whose state is to stay: it is captured now, and every save writes it back.
    ///
    /// - Parameter scopes: Those of the roots, which no other roots have.
    /// - Throws: ``SessionError``.
    package func detach(_ scopes: Set<String>) throws -> DetachedState? {
        try checkIsOpen()
        let taken = roots.filter { root in
            root.scope.identifier.map { scopes.contains($0.rawValue) } ?? false
        }
        guard let image = try captureImage(of: taken) else { return nil }
        let detached = try DetachedState(image, of: scopes, roots: roots, registry: registry)
        for root in taken { removeRoot(root.object) }
        for record in detached.records { addRoot(record) }
        return detached
    }

    /// Makes sure that ``reattach(_:)`` can be called now.
    ///
    /// - Throws: ``SessionError``.
    package func checkCanReattach() throws {
        enter()
        try checkCanCapture()
    }

    /// Gives roots that have been added under the scopes of before their state. What does not come
    /// back is told in the report's notes and in the log. To be called where
    /// ``checkCanReattach()`` throws nothing.
    package func reattach(_ detached: DetachedState) {
        enter()
        forget(detached) {
            // What was built meanwhile may have ended the session.
            guard phase == .running, !isCapturing else { return }
            phase = .restoring
            let isReopened = reopenWindow()
            detached.archive.silencesFailedCoders = isStrict
            let table = RecordTable(detached.archive, keepsUnavailable: false)
            let restoration = restoration(of: detached.archive, .launch, table: table)
            let outcome = restoration.bringBack(detached)
            if phase == .restoring { phase = .running }
            let failures = detached.failures(in: table)
            failures.forEach { options.logger(.restore).warning($0) }
            report?.notes += outcome.notes + failures
            if !outcome.notes.isEmpty || !failures.isEmpty { writeReport() }
            if isReopened { endLateRestore() }
            resumeArrivals()
        }
    }

    /// Gives the state of roots up that do not come back.
    package func forget(_ detached: DetachedState) { forget(detached) {} }

    private func forget(_ detached: DetachedState, after body: () -> Void) {
        let ended = Set(detached.records.map { ObjectIdentifier($0) })
        roots.removeAll { ended.contains(ObjectIdentifier($0.object)) }
        body()
        detached.removeAll()
        changed()
    }

    /// Restores what is not the engine's: a crash in `body` counts as one of the restore.
    package func goOnRestoring(_ body: () -> Void) {
        enter()
        let isReopened = phase == .running && reopenWindow()
        body()
        if isReopened { endLateRestore() }
    }

    /// Forgets all state for good, as ``discard()`` does, and goes on.
    package func forgetState() throws {
        try checkIsOpen()
        reportWriter?.hasNews = false
        saving.disk.finish()
        if !options.keepsStateForDevelopment { try store?.discard() }
    }
}
