import ArgumentParser

/// The commands about saved state.
struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Looks at saved state.",
        subcommands: [ArchiveList.self, ArchiveShow.self, ArchiveVerify.self]
    )
}
