public import RestorationCore

extension RestorationReport {
    /// The entry of the object at `path`; `nil` if nothing was saved there.
    ///
    /// Two objects never have the same path, so there is at most one entry. Where siblings have the
    /// same identifier, their discriminators tell them apart and are part of the path: `Tab#2` is
    /// another object than `Tab`, and `Tab` finds the one that was saved without a discriminator,
    /// if there is one. An object at an aliased path has its present path.
    ///
    /// The report counts the objects that were saved. One that the program builds and nothing was
    /// saved of has no entry, as on a first launch.
    ///
    /// Cost: O(depth + log(objects)); the first look into a report, or into any copy of it, is
    /// O(objects).
    public subscript(path: RestorationPath) -> Entry? {
        places.row(at: path, among: rows.lazy.map(\.row)).flatMap { position(ofRow: $0) }.map(entry)
    }

    /// The entry of the object at a path in the form that reports print, with the discriminators of
    /// its steps and with a backslash before special characters.
    ///
    /// ```swift
    /// let report = try session.restore()
    /// if let editor = report["Tabs/Edit"], !editor.outcome.isSuccess { print(editor) }
    /// ```
    ///
    /// - Returns: As for a `RestorationPath`; also `nil` for text that is no path.
    public subscript(path: String) -> Entry? {
        (try? RestorationPath(parsing: path)).flatMap { self[$0] }
    }
}
