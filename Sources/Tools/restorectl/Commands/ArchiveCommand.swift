import ArgumentParser

struct ArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Shows, restores or discards saved state.",
        subcommands: [
            ArchiveList.self, ArchiveShow.self, ArchiveVerify.self, ArchiveReinstate.self,
            ArchiveDrop.self, ArchiveDiscard.self, ArchiveSuspects.self, ArchiveRetry.self,
        ]
    )
}
