import ArgumentParser

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Prepares a database for sessions that move between machines.",
        subcommands: [RemoteInit.self]
    )
}
