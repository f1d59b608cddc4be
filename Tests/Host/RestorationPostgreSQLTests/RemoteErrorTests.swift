import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import TestSupport
import Testing

@Suite struct `The errors of the store in PostgreSQL` {
    @Test func `name a wrong password without showing it`() throws {
        let database = try Database()
        try database.sql("CREATE ROLE guarded LOGIN PASSWORD 'correct horse'")
        defer { _ = try? database.sql("DROP ROLE guarded") }

        let wrong = try database.store("guarded", "password=battery")
        let none = try database.store("guarded", "passfile=/dev/null")

        let reasons = [#"password authentication failed for user "guarded""#, nil]
        for (store, reason) in zip([wrong, none], reasons) {
            let error = try #require(error { try store.load(.random()) })
            let expected = RemoteError.loginRefused(
                place: store.place,
                role: "guarded",
                reason: reason
            )
            #expect(error == expected)
            #expect(!error.isTemporary)
            #expect(
                "\(error)" == """
                    error: The remote store refused the login of guarded: \
                    \(reason ?? "a password is missing")
                       at: PostgreSQL database \(database.name) at \(database.server.directory)
                      fix: Correct the role or the password, for example in ~/.pgpass, which only \
                    its owner may read. The server's pg_hba.conf says which roles it admits.
                    """
            )
        }
    }

    @Test(arguments: [
        "host=db password=bat tery", "postgresql://ada:bat@tery@db/state",
        "postgresql://ada:bat/tery@db/state", "password=battery nonsense",
        "postgresql://ada:battery@db/state?nonsense=1", "host='battery", "port=battery",
    ])
    func `show no part of a malformed connection string`(_ text: String) throws {
        let error = try #require(error { try PostgreSQLStore(text) })

        guard case .connectionString = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error)".contains("bat") && !"\(error)".contains("tery"))
    }

    @Test func `name a role without rights`() throws {
        let database = try Database()
        let store = try database.store("stranger")

        let error = error { try store.load(.random("stranger")) }

        #expect(error == .noRights(place: store.place, role: "stranger"))
        #expect(error?.diagnosis.remedy.contains("remote init --grant stranger") == true)
    }

    @Test func `name the command that makes the tables`() throws {
        let server = try PostgreSQLServer.shared.get()
        let store = try PostgreSQLStore(
            server.connection(database: try server.newDatabase())
        )

        let error = error { try store.list(.all) }

        #expect(error == .notInitialised(place: store.place))
        #expect(error?.diagnosis.remedy.contains("restorectl remote init") == true)
    }

    @Test func `name the version of newer tables, which init leaves alone`() throws {
        let database = try Database()
        try database.sql("UPDATE restoration.setup SET version = 2")
        let store = try database.store()

        let refusal = error { try store.load(.random()) }
        let setup = error { try PostgreSQLSetup().apply(to: database.connection("root")) }

        #expect(refusal == .futureSchema(place: store.place, version: 2, supported: 1))
        #expect(setup == refusal)
        #expect(refusal?.isTemporary == false)
    }

    @Test func `name a full disk, and change nothing`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        let row = RemoteRow(1, "one")
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
        try database.raise("53100", "could not extend file: No space left on device")

        let error = error { try store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) }

        #expect(error == .full(place: store.place))
        #expect(error?.isTemporary == true)
        #expect(try store.load(key) == row)
        try database.sql("DROP TRIGGER failing ON restoration.state")
        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) == .stored)
    }

    @Test func `name the size of a value above the limit of the server`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        try database.sql(
            "ALTER TABLE restoration.state ADD CHECK (octet_length(bytes) <= 1000)"
        )

        let large = RemoteRow(1, String(repeating: "x", count: 1_001))
        let error = error { try store.compareAndSwap(key, expecting: 0, large) }

        #expect(error == .tooLarge(place: store.place, sizeInBytes: 1_001, limit: nil))
        #expect(error?.isTemporary == false)
    }

    @Test func `name a server that accepts no changes`() throws {
        let database = try Database()
        let store = try database.store("ada", "options='-c default_transaction_read_only=on'")

        let error = error {
            try store.compareAndSwap(.random(), expecting: 0, RemoteRow(1, "one"))
        }

        #expect(error == .readOnly(place: store.place))
    }

    @Test func `name a server with too many connections`() throws {
        let database = try Database()
        try database.sql("CREATE ROLE limited LOGIN CONNECTION LIMIT 0")
        defer { _ = try? database.sql("DROP ROLE limited") }
        let store = try database.store("limited")

        let error = error { try store.load(.random()) }

        #expect(error == .tooManyConnections(place: store.place))
        #expect(error?.isTemporary == true)
    }

    @Test func `name a row that somebody else has damaged`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        try #expect(store.compareAndSwap(key, expecting: 0, RemoteRow(1, "one")) == .stored)
        try database.sql("UPDATE restoration.state SET generation = -1, application = 'notes'")

        let load = error { try store.load(key) }
        let list = error { try store.list(.all) }
        #expect(
            load == nil && list == .invalidAnswer(place: store.place, reason: "a key is invalid")
        )
        try database.sql("UPDATE restoration.state SET application = '\(key.application)'")
        #expect(
            error { try store.load(key) }
                == .invalidAnswer(place: store.place, reason: "the generation -1 is invalid")
        )
    }

    @Test func `name any other error by its code`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        try #expect(store.compareAndSwap(key, expecting: 0, RemoteRow(1, "one")) == .stored)
        try database.raise("22012", "division by zero")

        let error = error { try store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) }

        #expect(
            error == .refused(place: store.place, code: "22012", reason: "division by zero")
        )
    }

    @Test func `repeat a swap that the server could not serialise`() throws {
        let database = try Database()
        let options = "options='-c default_transaction_isolation=serializable'"
        let store = try database.store("ada", options)
        let key = RemoteKey.random()
        let stores = try (0..<4).map { _ in try database.store("ada", options) }

        var history = RemoteHistory()
        var faults: [String] = []
        let lock = NSLock()
        nonisolated(unsafe) var records: [[RemoteRace.Entry]] = []
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            var entries: [RemoteRace.Entry] = []
            RemoteRace(stores[index], key).run(swaps: 20) { entries.append($0) }
            lock.withLock { unsafe records.append(entries) }
        }
        for record in unsafe records { faults += history.add(record) }

        let last = try #require(try store.load(key))
        #expect(faults == [])
        #expect(last.generation == 80)
        #expect(history.contradictions(endingWith: (last.generation, last.writeID)) == [])
    }

    @Test func `name the package with libpq if there is none`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no library".utf8).write(to: folder.appending(path: "libpq.so.5"))

        let program = try FinishedProgram(
            Program.path(of: "restorectl"),
            ["remote", "init", "dbname=postgres"],
            environment: ["LD_LIBRARY_PATH": folder.path]
        )

        #expect(program.status == 1)
        #expect(program.errors.contains("fix: Install the package libpq5."), "\(program.errors)")
    }
}

extension Database {
    /// Fails all changes of rows with an error.
    fileprivate func raise(_ code: String, _ message: String) throws {
        try sql(
            """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '\(message)' USING ERRCODE = '\(code)'; END $$;
            CREATE TRIGGER failing BEFORE UPDATE ON restoration.state
            FOR EACH ROW EXECUTE FUNCTION fail()
            """
        )
    }
}
