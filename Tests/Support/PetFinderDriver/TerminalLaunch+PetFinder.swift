public import PseudoTerminal

extension TerminalLaunch {
    /// Starts Pet Finder and waits for its first screen.
    public convenience init(
        in home: PetFinderHome,
        startedBy starter: Starter = .direct,
        rows: Int = 24,
        columns: Int = 80
    ) throws {
        try self.init(
            ["\(home.products)/petfinder", "--plugins", home.pluginDirectory],
            environment: home.environment,
            startedBy: starter,
            rows: rows,
            columns: columns
        )
    }
}
