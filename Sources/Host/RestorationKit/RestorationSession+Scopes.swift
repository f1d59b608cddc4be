extension RestorationSession {
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
        where archive.records[record].parent == ArchiveRecord.none
            && !archive.records[record].isBare
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
