import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage

struct LocalOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The connection string, such as postgresql://ada@db.example.com/restoration.",
            valueName: "connection"
        )
    )
    var connection: String

    @Argument(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash.",
            discussion: "Default: the only application with saved state.",
            valueName: "application-or-directory"
        )
    )
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "The person, for a role that serves many people.",
            valueName: "name"
        )
    )
    var person: String?

    @Option(
        help: ArgumentHelp(
            "Opens the state with the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?

    func key(of application: ApplicationIdentifier) throws -> ArchiveKey {
        try Keys(file: keyFile).key(of: application)
    }

    func roaming() throws -> (RoamingStore, RemoteConnection) {
        let keys = try Keys(file: keyFile)
        // A new machine has no state yet.
        let application = subject.flatMap { ApplicationIdentifier($0) }
        let local = try application.map { try keys.store(of: $0) } ?? keys.store(named: subject)
        let connection = try RemoteConnection(connection)
        var settings = RoamingStore.Settings()
        settings.patience = .seconds(60)
        if let person {
            guard let name = RemotePerson(person) else { throw CommandError.notAPerson(person) }
            settings.person = name
        }
        return (RoamingStore(local, remote: connection.store, settings: settings), connection)
    }
}

struct RemotePull: Command {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Replaces this machine's state by that of another device.",
        discussion: """
            The next launch restores it. The present state stays as archive.mine, and archive \
            reinstate archive.mine brings it back. The program must not be running.

            EXAMPLES:
              restorectl remote pull postgresql://ada@db.example.com/restoration org.example.notes
            """
    )

    @OptionGroup var local: LocalOptions

    @Option(
        help: ArgumentHelp(
            "The device: its name, or the beginning of its ID. Without it, the only other one.",
            valueName: "name-or-id"
        )
    )
    var device: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let (roaming, connection) = try local.roaming()
        return try roaming.local.changing { files in
            try files.lock()
            defer { roaming.close() }
            _ = try local.key(of: files.application)
            // Without the remote store, which gets this machine's state only after success.
            try roaming.lock()
            if case .notNow(let error) = try files.open(checking: .footer) { throw error }
            let rows = connection.rows(try roaming.entries(), of: device)
            let others = rows.filter { $0.key.device != roaming.device }
            guard others.count <= 1 else {
                throw CommandError.severalDevices(others, connection.store.place)
            }
            guard let row = others.first else {
                throw CommandError.noDevice(device, connection.store.place)
            }
            try RemoteConnection.opening("\(connection.store.place), \(row.key)") {
                try roaming.takeOver(SaveElsewhere(row))
            }
            if case .notNow(let error) = try roaming.open(checking: .footer) { throw error }
            return Findings(MovedState(files.application, row, place: files.directory))
        }
    }
}

struct RemotePush: Command {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Stores this machine's newest state in the database.",
        discussion: """
            A program does that by itself; this is for one that was killed and is not started \
            again. The program must not be running.

            EXAMPLES:
              restorectl remote push postgresql://ada@db.example.com/restoration org.example.notes
            """
    )

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let (roaming, connection) = try local.roaming()
        return try roaming.local.changing { files in
            try files.lock()
            try files.checkHasState()
            if case .notNow(let error) = try roaming.open(checking: .footer) { throw error }
            roaming.close()
            if let problem = roaming.remoteError { throw problem }
            let row = try roaming.entries().first {
                $0.key.device == roaming.device
            }
            guard let row else { throw CommandError.noDevice(nil, connection.store.place) }
            return Findings(
                MovedState(files.application, row, place: connection.store.place),
                warnings: roaming.takeNotes()
            )
        }
    }
}
