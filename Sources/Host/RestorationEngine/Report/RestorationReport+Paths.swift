public import RestorationCore

extension RestorationReport {
    /// The entry of the object at `path`; `nil` if nothing was saved there.
    ///
    /// Paths are unique, so there is at most one entry. Discriminators, which are part of the path,
    /// distinguish siblings of one identifier: `Tab#2` differs from `Tab`, which finds the object
    /// that was saved without a discriminator. A record that `alias(_:forPath:)` moved is listed
    /// under its new path only.
    ///
    /// The report has only saved objects. An object of the program without saved state has no
    /// entry, as on a first launch.
    ///
    /// Cost: O(objects).
    public subscript(path: RestorationPath) -> Entry? {
        places.position(of: path, among: rows.lazy.map(\.row)).map(entry)
    }

    /// The entry of the object at a path in the form that reports print: with discriminators, and
    /// with a backslash before special characters.
    ///
    /// ```swift
    /// let report = try session.restore()
    /// if let editor = report["Tabs/Edit"], !editor.outcome.isSuccess { print(editor) }
    /// ```
    ///
    /// - Returns: As for a `RestorationPath`; also `nil` for text that is not a path.
    public subscript(path: String) -> Entry? {
        (try? RestorationPath(parsing: path)).flatMap { self[$0] }
    }
}
