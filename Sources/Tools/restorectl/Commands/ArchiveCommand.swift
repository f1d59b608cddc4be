import ArgumentParser

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Looks at saved state, brings it back, or clears it away.",
        subcommands: [
            ArchiveList.self, ArchiveShow.self, ArchiveVerify.self, ArchiveReinstate.self,
            ArchiveDrop.self, ArchiveDiscard.self, ArchiveSuspects.self, ArchiveRetry.self,
        ]
    )
}
