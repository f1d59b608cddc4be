import PostgreSQLServer
import TestSupport
import Testing

/// The walk that `Docs/Examples/Jotter` describes.
@Suite struct `A person's walk through two machines` {
    @Test func `brings the note along, also when killed and offline in between`() throws {
        let server = try PostgreSQLServer()
        let database = try PersonalDatabase(on: server)
        let (first, second) = try (Home(database.connection), Home(database.connection))

        // Types on the first machine, which is killed.
        try first.type("from the first") { try database.has(first) }
        try first.giveKey(to: second)

        // Takes over on the second, and loses the connection.
        var jotter = try second.start()
        #expect(try jotter.line().hasSuffix(" has a newer note. Take it? [y/N]"))
        #expect(try jotter.does("y") == "Note: from the first")
        #expect(try jotter.does("from the second") == "Saved.")
        server.stop()
        #expect(try jotter.does("offline").hasPrefix("Saved."))
        jotter.end()
        jotter = try second.start()
        #expect(try jotter.line() == "Note: offline")
        jotter.kill()

        // Is online again.
        try server.start()
        jotter = try second.start()
        #expect(try jotter.line() == "Note: offline")
        try waitUntil { try database.has(second) }
        jotter.kill()

        // Goes on at the first.
        jotter = try first.start()
        #expect(try jotter.line().hasSuffix(" has a newer note. Take it? [y/N]"))
        #expect(try jotter.does("y") == "Note: offline")
        #expect(try jotter.does("home again") == "Saved.")
        try waitUntil { try database.has(first) }
        jotter.kill()

        // Wants the note of before the walk after all.
        let back = try first.restorectl("archive", "reinstate", "archive.mine")
        #expect(back.contains("is current again"))
        jotter = try first.start()
        #expect(try jotter.line() == "Note: from the first")
        jotter.kill()
    }
}
