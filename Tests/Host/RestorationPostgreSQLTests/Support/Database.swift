import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting

/// An initialised database of its own on a server.
struct Database {
    let server: PostgreSQLServer
    let name: String

    /// Makes a database with the roles "ada", "grace" and, as a service, "kiosk".
    init(
        on server: PostgreSQLServer? = nil,
        hasRowSecurity: Bool = true,
        hasNotification: Bool = false
    ) throws {
        self.server = try server ?? PostgreSQLServer.shared.get()
        try self.server.makeRoles()
        name = try self.server.newDatabase()
        var setup = PostgreSQLSetup()
        setup.hasRowSecurity = hasRowSecurity
        setup.hasNotification = hasNotification
        setup.people = ["ada", "grace"]
        setup.services = ["kiosk"]
        try setup.apply(to: connection("root"))
    }

    func connection(_ role: String, _ options: String = "") -> String {
        server.connection(role, database: name, options)
    }

    func store(
        _ role: String = "ada",
        _ options: String = "",
        connections: Int = 2,
        timeout: Duration = .seconds(30),
        largestValueInBytes: Int = 100_000
    ) throws -> PostgreSQLStore {
        try PostgreSQLStore(
            connection(role, options),
            connections: connections,
            timeout: timeout,
            largestValueInBytes: largestValueInBytes
        )
    }

    @discardableResult
    func sql(_ statements: String) throws -> String { try server.sql(statements, database: name) }

    /// The statements with parameters that programs have run, and not those of psql.
    var executed: [String] {
        get throws {
            var statements: [String] = []
            var isInside = false
            for line in try server.log.split(separator: "\n") {
                if line.hasPrefix("\t") {
                    if isInside { statements[statements.count - 1] += "\n" + line.dropFirst() }
                    continue
                }
                let parts = line.components(separatedBy: "execute <unnamed>: ")
                isInside = line.hasPrefix(name + " ") && parts.count == 2
                if isInside { statements.append(parts[1]) }
            }
            return statements
        }
    }

    /// Ends all connections to the database but the caller's.
    func breakConnections() throws {
        try sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    }

    /// Waits until a query about the server's processes returns "t".
    func wait(until condition: String) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try sql("SELECT \(condition)") != "t" {
            guard ContinuousClock.now < end else {
                throw PostgreSQLServer.Failure("It is not so after a minute: \(condition)")
            }
        }
    }
}

extension PostgreSQLServer {
    func makeRoles() throws {
        // Tests run at the same time, and one of them makes each role.
        for role in ["ada", "grace", "kiosk", "stranger"] {
            try sql(
                "DO $$ BEGIN CREATE ROLE \(role) LOGIN;"
                    + " EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
            )
        }
    }
}

extension RemoteKey {
    static func random(_ person: String = "ada") -> RemoteKey {
        RemoteKey(
            application: ApplicationIdentifier("org.example.notes")!,
            person: RemotePerson(person)!,
            device: DeviceID()
        )
    }
}

extension RemoteRow {
    init(_ generation: UInt64, _ text: String) {
        self.init(
            generation: generation,
            writeID: WriteID(),
            label: "laptop",
            bytes: Array(text.utf8)
        )
    }
}

/// The error that a call ends with.
func error<Result>(_ call: () throws -> Result) -> RemoteError? {
    do {
        _ = try call()
        return nil
    } catch { return error as? RemoteError }
}
