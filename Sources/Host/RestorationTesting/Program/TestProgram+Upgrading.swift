public import RestorationKit

extension TestProgram {
    /// A new version of the program, with the same disk and clock, which finds this one's saved
    /// state.
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
    /// Both versions can be launched in turn, as by a user who goes back. While one runs, launching
    /// the other throws `StorageError.inUse`, as for two instances of a program.
    ///
    /// - Parameters:
    ///   - preset: The preset for failures; `nil` for that of this version.
    ///   - configure: Changes the options of each launch, such as the `applicationVersion`; `nil`
    ///     for this version's closure.
    ///   - build: Builds the base graph of the new version.
    /// - Returns: The new version, with the current ``faults``.
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
