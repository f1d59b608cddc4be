import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage
import TerminalDialogue

struct RemoteOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The connection string, such as postgresql://ada@db.example.com/restoration.",
            valueName: "connection"
        )
    )
    var connection: String

    @Option(help: ArgumentHelp("Only the states of this application.", valueName: "id"))
    var application: String?

    @Option(
        help: ArgumentHelp(
            "Only the state of this device: its name, or the beginning of its ID.",
            valueName: "name-or-id"
        )
    )
    var device: String?

    @Option(help: ArgumentHelp("Only the state of this person.", valueName: "name"))
    var person: String?

    /// The only row that the options select.
    func row(of connection: RemoteConnection) throws -> RemoteEntry {
        try connection.row(of: prefix(), device: device, person: person)
    }

    func prefix() throws -> RemotePrefix {
        guard let application else { return .all }
        guard let id = ApplicationIdentifier(application) else {
            throw CommandError.notAnApplication(application)
        }
        return .application(id)
    }
}

struct RemoteList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the states that the role may read.",
        discussion: """
            EXAMPLES:
              restorectl remote list postgresql://ada@db.example.com/restoration
            """
    )

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let connection = try RemoteConnection(remote.connection)
        let rows = try connection.rows(
            of: remote.prefix(),
            device: remote.device,
            person: remote.person
        )
        return Findings(RemoteRowList(place: connection.store.place, rows: rows))
    }
}

struct RemoteShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the objects of a device's state.",
        discussion: """
            EXAMPLES:
              restorectl remote show postgresql://ada@db.example.com/restoration --device laptop
            """
    )

    @OptionGroup var remote: RemoteOptions

    @Option(
        help: ArgumentHelp(
            "Opens the state with the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?

    @Flag(help: "Shows long values and names in full.")
    var full = false

    @Flag(help: "Shows sensitive values as well.")
    var reveal = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let connection = try RemoteConnection(remote.connection)
        let row = try remote.row(of: connection)
        let archive = try connection.open(row, with: Keys(file: keyFile))
        return Findings(try ArchiveContents(archive, from: nil, isFull: full, reveals: reveal))
    }
}

struct RemoteRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a device's state from the database.",
        discussion: """
            For a device that is gone. A device that is in use stores its state again. Asks before \
            it removes anything; where there is no terminal to ask on, say --yes.

            EXAMPLES:
              restorectl remote remove postgresql://ada@db.example.com/restoration --device laptop
            """
    )

    @OptionGroup var remote: RemoteOptions

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let connection = try RemoteConnection(remote.connection)
        let row = try remote.row(of: connection)
        let question = "Remove the state of \(row.label.quoted), \(row.key), for good?"
        guard try yes || Confirmation.isGiven(to: question) else {
            return Findings(RemoteRowList(place: connection.store.place, rows: []))
        }
        try connection.store.remove(row.key)
        return Findings(RemoteRowList(place: connection.store.place, rows: [row], isRemoved: true))
    }
}
