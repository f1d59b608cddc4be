import Foundation
import PostgreSQLServer
import TestSupport
import Testing

@Suite struct `A program on two machines` {
    private let database: PersonDatabase

    init() throws { database = try PersonDatabase() }

    @Test(arguments: [HostLanguage.c, .python])
    func `takes another machine's state over, and goes back`(language: HostLanguage) throws {
        let program = try language.build("roaming")
        defer { program.folder.map { try? FileManager.default.removeItem(at: $0) } }
        let folder = try TemporaryFolder()
        let first = try database.start(program.file, "first", of: "ada", in: folder)
        #expect(try first.does("newer") == "0 newer, generation 0")
        #expect(try first.does("restore") == "0")
        #expect(try first.does("type 1") == "done")
        try database.waitForState(of: "first", in: folder)

        // Before the restore, on a second machine.
        let second = try database.start(program.file, "second", of: "ada", in: folder)
        #expect(try second.does("newer") == "1 newer, generation 1")
        #expect(try second.does("take") == "done")
        #expect(try second.does("newer") == "0 newer, generation 0")
        #expect(try second.does("restore") == "1")
        #expect(try second.does("type 2") == "done")
        try database.waitForState(of: "second", in: folder)

        // While the first one runs, whose session closes.
        #expect(try first.does("hear") != "0")
        #expect(try first.does("take") == "done")
        #expect(try first.does("open") == "done")
        #expect(try first.does("restore") == "2")
        #expect(try first.does("back") == "done")
        #expect(try first.does("open") == "done")
        #expect(try first.does("restore") == "1")
        #expect(try first.does("back") != "done")
        #expect(try first.does("type 3") == "done")
        try database.waitForState(of: "first", in: folder)
        #expect(try first.does("close") == "done")
        first.end()

        // The second machine declines the state that the first has saved since.
        let last = try database.sql(
            "SELECT generation FROM restoration.state ORDER BY saved_at DESC LIMIT 1"
        )
        try waitUntil { try second.does("newer") == "1 newer, generation \(last)" }
        #expect(try second.does("keep") == "done")
        #expect(try second.does("newer") == "0 newer, generation 0")
        #expect(try second.does("close") == "done")
        second.end()
    }

    @Test(arguments: [HostLanguage.c, .python])
    func `saves for the person that its options name`(language: HostLanguage) throws {
        let program = try language.build("roaming")
        defer { program.folder.map { try? FileManager.default.removeItem(at: $0) } }
        let folder = try TemporaryFolder()
        for person in ["ada", "grace"] {
            let one = try database.start(program.file, person, of: person, in: folder)
            #expect(try one.does("newer") == "0 newer, generation 0")
            #expect(try one.does("restore") == "0")
            #expect(try one.does("type 1") == "done")
            try database.waitForState(of: person, in: folder)
            one.end()
        }
        let people = try database.sql("SELECT person FROM restoration.state ORDER BY 1")
        #expect(people == "ada\ngrace")

        let nobody = try database.start(program.file, "nobody", of: nil, in: folder)

        let problem = "kiosk serves many people, and the program does not say whose state this is"
        #expect(try nobody.does("problem") == problem)
        #expect(try nobody.does("keep") == "done")
        nobody.end()
    }

    @Test(arguments: [HostLanguage.c, .python])
    func `needs a remote store for that`(language: HostLanguage) throws {
        let program = try language.build("roaming")
        defer { program.folder.map { try? FileManager.default.removeItem(at: $0) } }
        let folder = try TemporaryFolder()
        let alone = try PersonDatabase.start(program.file, "alone", in: folder, [:])

        #expect(try alone.does("newer") == "0 newer, generation 0")
        for command in ["keep", "back"] {
            #expect(try alone.does(command) == "The session has no remote store")
        }
        #expect(try alone.does("restore") == "0")
        alone.end()
    }
}

/// A database whose role "kiosk" serves many people.
private struct PersonDatabase {
    let server: PostgreSQLServer
    let name: String

    init() throws {
        server = try PostgreSQLServer.shared.get()
        name = try server.newDatabase()
        // Tests run at the same time, and one of them makes the role.
        try server.sql(
            "DO $$ BEGIN CREATE ROLE kiosk LOGIN;"
                + " EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        )
        let made = try FinishedProgram(
            Products.folder.appending(path: "restorectl").path,
            [
                "remote", "init", server.connection(database: name), "--row-security",
                "--notification", "--service", "kiosk",
            ]
        )
        #expect(made.status == 0, "\(made.errors)")
    }

    /// Starts a program on a machine of a person.
    func start(
        _ file: String,
        _ machine: String,
        of person: String?,
        in folder: TemporaryFolder
    ) throws -> SpokenProgram {
        var environment = ["DATABASE": server.connection("kiosk", database: name)]
        environment["PERSON"] = person
        return try Self.start(file, machine, in: folder, environment)
    }

    static func start(
        _ file: String,
        _ machine: String,
        in folder: TemporaryFolder,
        _ environment: [String: String]
    ) throws -> SpokenProgram {
        let own = [
            "STATE": folder.url.appending(path: machine).path,
            "KEYS": folder.url.appending(path: "keys").path,
        ]
        return try SpokenProgram(
            URL(filePath: file),
            environment: ProcessInfo.processInfo.environment.merging(own) { $1 }
                .merging(environment) { $1 }
        )
    }

    func sql(_ query: String) throws -> String { try server.sql(query, database: name) }

    /// Waits until a row has the newest state of a machine.
    func waitForState(of machine: String, in folder: TemporaryFolder) throws {
        let file = folder.url.appending(path: "\(machine)/state/org.example.roaming/archive")
        try waitUntil {
            // Read each time, since another save may replace the file.
            let digits = try Data(contentsOf: file).map { byte in
                String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
            let query = "SELECT count(*) FROM restoration.state WHERE bytes = '\\x"
            return try sql(query + digits.joined() + "'") == "1"
        }
    }
}

private func waitUntil(_ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
        try #require(ContinuousClock.now < end, "Waited 30 seconds in vain")
    }
}
