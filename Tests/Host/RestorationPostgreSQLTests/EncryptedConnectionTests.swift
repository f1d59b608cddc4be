import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import Testing

@Suite struct `An encrypted connection` {
    private let database: Database
    private let server: PostgreSQLServer
    private let address: String

    init() throws {
        // Each address of the loopback interface has the default port to itself.
        let numbers = (0..<3).map { _ in String(Int.random(in: 1...254)) }
        address = "127." + numbers.joined(separator: ".")
        server = try PostgreSQLServer("listen_addresses = '\(address)'")
        database = try Database(on: server)
        try makeCertificate("server", of: "db.example.test")
        try makeCertificate("other", of: "db.example.test")
        try server.sql("ALTER SYSTEM SET ssl_cert_file = '\(server.directory)/server.crt'")
        try server.sql("ALTER SYSTEM SET ssl_key_file = '\(server.directory)/server.key'")
        try server.sql("ALTER SYSTEM SET ssl = on")
        try server.sql("SELECT pg_reload_conf()")
        try database.wait(until: "current_setting('ssl') = 'on'")
    }

    @Test func `of a server whose certificate is trusted carries rows`() throws {
        let store = try store("sslrootcert=\(server.directory)/server.crt")
        let (key, row) = (RemoteKey.random(), RemoteRow(1, "one"))

        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)

        #expect(try store.load(key) == row)
        let encrypted = try database.sql(
            "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                + " WHERE usename = 'ada'"
        )
        #expect(encrypted == "t")
    }

    @Test func `of another server is refused with the remedy`() throws {
        let attempts = [
            (host: "db.example.test", root: "other"), (host: "db.example.org", root: "server"),
            (host: "db.example.test", root: "missing"),
        ]
        for (host, root) in attempts {
            let store = try store("sslrootcert=\(server.directory)/\(root).crt", host: host)

            let error = try #require(error { try store.load(.random()) })

            guard case .untrusted(let place, let reason) = error else {
                Issue.record("\(host), \(root): \(error)")
                continue
            }
            #expect(place == store.place)
            #expect(reason.contains("certificate"))
            #expect(!error.isTemporary)
            #expect(error.diagnosis.remedy.hasPrefix("Set sslrootcert in the connection string"))
        }
    }

    @Test func `is refused if the server has none`() throws {
        try server.sql("ALTER SYSTEM SET ssl = off")
        try server.sql("SELECT pg_reload_conf()")
        try database.wait(until: "current_setting('ssl') = 'off'")
        let store = try store("sslrootcert=\(server.directory)/server.crt")

        guard case .untrusted = error({ try store.load(.random()) }) else {
            Issue.record("a connection was made without encryption")
            return
        }
    }

    private func store(
        _ options: String,
        host: String = "db.example.test"
    ) throws -> PostgreSQLStore {
        try PostgreSQLStore(
            "host=\(host) hostaddr=\(address) user=ada dbname=\(database.name)"
                + " sslmode=verify-full gssencmode=disable \(options)"
        )
    }

    /// Makes a certificate that is its own authority, with a key for the server's user alone.
    private func makeCertificate(_ name: String, of host: String) throws {
        let files = ["key", "crt"].map { "\(server.directory)/\(name).\($0)" }
        try PostgreSQLServer.run([
            "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=\(host)",
            "-addext", "subjectAltName=DNS:\(host)", "-keyout", files[0], "-out", files[1],
        ])
        let owner = try FileManager.default.attributesOfItem(atPath: server.data)
        let attributes = [FileAttributeKey.ownerAccountID: owner[.ownerAccountID]!]
        for file in files {
            try FileManager.default.setAttributes(attributes, ofItemAtPath: file)
        }
    }
}
