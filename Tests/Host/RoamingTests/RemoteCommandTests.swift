import PostgreSQLServer
import RestorationKit
import RestorationPostgreSQL
import TestSupport
import Testing

@Suite struct `restorectl remote` {
    let database: PersonalDatabase
    let first: Home
    let second: Home
    private let application = "org.example.jotter"

    init() throws { try self.init(on: PostgreSQLServer.shared.get()) }

    private init(on server: PostgreSQLServer) throws {
        database = try PersonalDatabase(on: server)
        first = try Home(database.connection)
        second = try Home(database.connection)
        let (database, first) = (database, first)
        try first.type("from the first") { try database.has(first) }
        try first.giveKey(to: second)
    }

    private var connection: String { database.connection }

    private var devices: [String] {
        get throws { try PostgreSQLStore(connection).list(.all).map { "\($0.key.device)" } }
    }

    @Test func `lists and shows the states of devices, as archive does`() throws {
        let device = try #require(devices.first)

        for command in ["remote", "archive"] {
            let list = try second.restorectl(command, "list", connection)
            #expect(list.contains("APPLICATION PERSON NAME DEVICE SAVED SIZE"))
            #expect(list.contains("org.example.jotter root "))
            #expect(list.contains(" \(device.prefix(8)) 20"))
            let shown = try second.restorectl(command, "show", connection)
            #expect(shown.contains(#"text "from the first""#))
            let named = try second.restorectl(command, "show", connection, "--device", device)
            #expect(named == shown)
        }
        #expect(try second.restorectl("archive", "verify", connection).contains("intact"))
        let json = try second.restorectl("remote", "list", connection, "--format", "json")
        #expect(json.contains(#""device" : "\#(device)""#))
    }

    @Test func `pulls a device's state, and pushes this machine's`() throws {
        // A server of its own, which is stopped.
        try Self(on: PostgreSQLServer()).pullAndPush()
    }

    private func pullAndPush() throws {
        let pulled = try second.restorectl("remote", "pull", connection, application)
        #expect(pulled.contains("generation 1 of "))
        var jotter = try second.start()
        #expect(try jotter.line() == "Note: from the first")
        jotter.kill()

        database.server.stop()
        jotter = try second.start()
        _ = try jotter.line()
        #expect(try jotter.does("from the second").hasPrefix("Saved."))
        jotter.kill()
        let failed = try second.restorectl("remote", "push", connection, application)
        #expect(failed.contains("The remote store cannot be reached"))
        try database.server.start()
        let pushed = try second.restorectl("remote", "push", connection, application)
        #expect(pushed.contains("is now in "))

        #expect(try database.has(second))
        #expect(try devices.count == 2)
        let unclear = try second.restorectl("remote", "show", connection)
        #expect(unclear.contains("has 2 states, and none is named"))
    }

    @Test func `removes a device's state, and says what it cannot do`() throws {
        let device = try #require(devices.first)

        let unknown = try second.restorectl(
            "remote",
            "remove",
            connection,
            "--device",
            "none",
            "--yes"
        )
        #expect(unknown.contains(#"has no state of a device "none""#))
        let removed = try second.restorectl(
            "remote",
            "remove",
            connection,
            "--device",
            device,
            "--yes"
        )
        #expect(removed.contains("removed:"))
        #expect(try devices.isEmpty)
        #expect(try second.restorectl("remote", "list", connection).contains("no states"))
        let discard = try second.restorectl("archive", "discard", connection, "--yes")
        #expect(discard.contains("not a remote store"))
    }

    @Test func `names a state that was sealed with another key`() throws {
        let stranger = try Home(connection)
        try stranger.type("strange") { try database.has(stranger) }

        let pulled = try second.restorectl(
            "remote",
            "show",
            connection,
            "--device",
            try #require(strangersDevice)
        )

        #expect(pulled.contains("The state was sealed with another key than this machine's"))
    }

    @Test func `pulls only with a key, and stores nothing if it finds nothing`() throws {
        let stranger = try Home(connection)
        let before = try devices

        let refused = try stranger.restorectl("remote", "pull", connection, application)

        #expect(refused.contains("This machine has no key of org.example.jotter"))
        try first.giveKey(to: stranger)
        try stranger.type("strange") { try database.has(stranger) }
        let own = try #require(strangersDevice)
        _ = try stranger.restorectl("remote", "remove", connection, "--device", own, "--yes")
        let unknown = try stranger.restorectl(
            "remote",
            "pull",
            connection,
            application,
            "--device",
            "none"
        )
        #expect(unknown.contains(#"has no state of a device "none""#))
        #expect(try devices == before)
    }

    @Test func `shows the states of one person`() throws {
        let own = try second.restorectl("remote", "list", connection, "--person", "root")
        let other = try second.restorectl("remote", "list", connection, "--person", "grace")

        #expect(own.contains("org.example.jotter root "))
        #expect(other.contains("no states"))
    }

    /// The device of the newest row.
    private var strangersDevice: String? {
        get throws {
            try PostgreSQLStore(connection).list(.all).max { $0.savedAt < $1.savedAt }
                .map { "\($0.key.device)" }
        }
    }
}
