import BenchmarkReport
import Foundation
import PostgreSQLServer
import RestorationPostgreSQL

/// The table of states, with rows of the people "p1", "p2" and so on.
struct StateTable {
    static let application = "org.example.bench"
    static let device = "00000000000000000000000000000001"
    /// The rows have this write ID while pgbench runs, so that each swap replaces its row.
    private static let writeID = "00000000000000000000000000000002"

    let server: PostgreSQLServer
    let sizeInBytes: Int
    private let database: String
    private(set) var people = 0

    init(_ server: PostgreSQLServer, sizeInBytes: Int) throws {
        self.server = server
        self.sizeInBytes = sizeInBytes
        database = try server.newDatabase()
        try server.sql("CREATE ROLE host LOGIN; CREATE EXTENSION pgcrypto", database: database)
        var setup = PostgreSQLSetup()
        setup.hasNotification = true
        setup.services = ["host"]
        try setup.apply(to: server.connection(database: database))
    }

    var connection: String { server.connection("host", database: database) }

    var peopleCount: Int {
        get throws { Int(try sql("SELECT count(*) FROM restoration.state"))! }
    }

    /// Replaces all rows.
    func fill(people: Int) throws {
        try sql("TRUNCATE restoration.state")
        try sql(
            """
            INSERT INTO restoration.state
            SELECT '\(Self.application)', 1, 'p' || person, '\(Self.device)', 1, '\(Self.writeID)',
                'bench', now(), (SELECT string_agg(gen_random_bytes(1024), '')
                    FROM generate_series(1, \(sizeInBytes / 1_024)) WHERE person > 0)
            FROM generate_series(1, \(people)) AS person
            """
        )
        try sql("ANALYZE restoration.state")
    }

    /// Prepares a round: without dead rows, and with all changes on disk.
    func prepare(_ contestant: Contestant) throws {
        if contestant == .statement {
            try sql(
                "UPDATE restoration.state SET write_id = '\(Self.writeID)'"
                    + " WHERE write_id <> '\(Self.writeID)'"
            )
        }
        try sql("VACUUM restoration.state")
        try sql("CHECKPOINT")
    }

    var sizeOnDisk: Double {
        get throws { Double(try sql("SELECT pg_total_relation_size('restoration.state')"))! }
    }

    @discardableResult
    private func sql(_ statements: String) throws -> String {
        try server.sql(statements, database: database)
    }

    // MARK: pgbench

    private static let key =
        "application = '\(application)' AND instance = 1 AND person = 'p' || :person"
        + " AND device = '\(device)'"

    /// The statement of a swap, whose parameters are variables.
    static let swap = """
        UPDATE restoration.state AS s SET
            \(["generation": ":generation::bigint + 1", "write_id": "'\(writeID)'::uuid",
                "label": "'bench'", "saved_at": "now()", "bytes": ":bytes::bytea"].map {
                    "\($0) = CASE WHEN s.generation = :generation::bigint"
                        + " OR s.write_id = '\(writeID)'::uuid THEN \($1) ELSE s.\($0) END"
                }.sorted().joined(separator: ", "))
        WHERE \(key)
        RETURNING s.write_id = '\(writeID)'::uuid AS stored, s.generation, s.write_id;
        """
    static let update = """
        UPDATE restoration.state SET generation = generation + 1, bytes = :bytes::bytea,
            saved_at = now()
        WHERE \(key);
        """

    func pgbench(_ statement: String, sessions: Int, seconds: Int) throws -> Rate {
        let people = try peopleCount
        let person = people == sessions ? ":client_id + 1" : "random(1, \(people))"
        let script = server.directory + "/bench.sql"
        let lines = statement.split(separator: "\n").joined(separator: " ")
        let text = "\\set person \(person)\n\(lines)\n"
        try text.write(toFile: script, atomically: true, encoding: .utf8)
        let bytes = (0..<sizeInBytes).map { _ in
            String(UInt8.random(in: 0 ... .max) / 16, radix: 16)
                + String(UInt8.random(in: 0...15), radix: 16)
        }
        let output = try PostgreSQLServer.run([
            "/usr/lib/postgresql/15/bin/pgbench", "-n", "-M", "extended", "-c", "\(sessions)", "-j",
            "\(min(sessions, 8))", "-T", "\(seconds)", "-f", script, "-D", "generation=1", "-D",
            "bytes=\\x" + bytes.joined(), "-h", server.directory, "-U", "host", database,
        ])
        func number(after text: String) -> Double? {
            output.components(separatedBy: text).dropFirst().first?
                .split(separator: " ").first.flatMap { Double($0) }
        }
        guard let rate = number(after: "tps = "), let latency = number(after: "average = ") else {
            throw PostgreSQLServer.Failure(output)
        }
        return Rate(savesPerSecond: rate, milliseconds: latency)
    }
}
