public import RestorationKit

extension TestProgram {
    /// A new version of the program, on the same disk and with the same clock: another build of its
    /// graph, which finds the state that this one has saved.
    ///
    /// ```swift
    /// let old = try launch.terminate()
    /// let new = old.upgraded { session in
    ///     session.register(Sheet.self, as: "Sheet", schemaVersion: 2, aliases: ["Page"])
    ///     let desk = NewDesk()
    ///     session.addRoot(desk)
    ///     return desk
    /// }
    /// #expect(try new.launch().report.notRestored.isEmpty)
    /// ```
    ///
    /// Both versions may be launched from now on, one after the other: a person may go back. While
    /// a launch of one of them runs, the other one gets `StorageError.inUse`, as two instances of a
    /// program do.
    ///
    /// - Parameters:
    ///   - preset: What happens when something goes wrong; `nil` for that of this version.
    ///   - configure: Changes the options of each launch, such as the `applicationVersion`; `nil`
    ///     for what this version does.
    ///   - build: Builds the base graph of the new version.
    /// - Returns: The new version, with the ``faults`` that are set now.
    public func upgraded<NewGraph>(
        preset: RestorationPreset? = nil,
        configure: ((inout RestorationOptions) -> Void)? = nil,
        build: @escaping (RestorationSession) throws -> NewGraph
    ) -> TestProgram<NewGraph> {
        TestProgram<NewGraph>(
            upgrading: self,
            preset: preset,
            configure: configure,
            build: build
        )
    }
}
