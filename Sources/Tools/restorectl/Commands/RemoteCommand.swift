import ArgumentParser

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Shows and moves the states of several machines in a database.",
        subcommands: [
            RemoteInit.self, RemoteList.self, RemoteShow.self, RemotePull.self, RemotePush.self,
            RemoteRemove.self,
        ]
    )
}
