extension RestorationSession {
    /// The scopes of the roots of one identifier that are in the saved state, so that a program can
    /// make as many windows as there were before it restores (PATH-16).
    ///
    /// ```swift
    /// for scope in try session.preservedScopes(ofRoot: "Window") {
    ///     session.addRoot(makeWindow(), scope: scope)
    /// }
    /// try session.restore()
    /// ```
    ///
    /// Nobody's code is run. Whether the state is restored in the end is found out by
    /// ``restore(reason:)``.
    ///
    /// - Returns: In the order in which they were saved. Empty if nothing was saved, and after the
    ///   restore.
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
