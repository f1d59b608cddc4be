import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import TestSupport
import Testing

@Suite struct `restorectl remote init` {
    @Test func `makes tables for two roles, of which each sees its own rows`() throws {
        let server = try PostgreSQLServer.shared.get()
        try server.makeRoles()
        let name = try server.newDatabase()
        let connection = server.connection(database: name)

        let made = try restorectl(
            "remote",
            "init",
            connection,
            "--row-security",
            "--grant",
            "ada",
            "--grant",
            "grace",
            "--service",
            "kiosk"
        )

        #expect(made.status == 0, "\(made.errors)")
        #expect(
            made.output == """
                PostgreSQL database \(name) at \(server.directory)
                    the tables are ready
                    each role sees its own rows, and services see all
                    role of a person: ada
                    role of a person: grace
                    service: kiosk

                """
        )
        let stores = try ["ada", "grace", "kiosk"].map {
            try PostgreSQLStore(server.connection($0, database: name))
        }
        let key = RemoteKey.random("ada")
        try #expect(stores[0].compareAndSwap(key, expecting: 0, RemoteRow(1, "one")) == .stored)
        #expect(try stores.map { try $0.list(.all).count } == [1, 0, 1])
        let error = error { try stores[1].compareAndSwap(key, expecting: 0, RemoteRow(1, "two")) }
        #expect(error == .noRights(place: stores[1].place, role: "grace"))
        #expect(try stores[1].watch(.all) {} == nil)
    }

    @Test func `adds steps and roles later, and changes no rows`() throws {
        let database = try Database(hasRowSecurity: false)
        let (store, key, row) = (try database.store(), RemoteKey.random(), RemoteRow(1, "one"))
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
        #expect(try database.store("grace").list(.all).count == 1)

        for _ in 0..<2 {
            let made = try restorectl(
                "remote",
                "init",
                database.connection("root"),
                "--row-security",
                "--notification",
                "--service",
                "kiosk",
                "--grant",
                "public"
            )
            #expect(made.status == 0, "\(made.errors)")
        }

        #expect(try store.load(key) == row)
        #expect(try database.store("grace").list(.all).count == 0)
        #expect(try database.store("stranger").list(.all).count == 0)
        #expect(try database.store("kiosk").list(.all).count == 1)
        #expect(try database.store("kiosk").watch(.all) {} != nil)
    }

    @Test func `prints its statements for administrators who run them`() throws {
        let server = try PostgreSQLServer.shared.get()
        try server.makeRoles()
        let name = try server.newDatabase()

        let printed = try restorectl("remote", "init", "--print", "--grant", "ada")
        try server.sql(printed.output, database: name)

        let store = try PostgreSQLStore(server.connection("ada", database: name))
        try #expect(
            store.compareAndSwap(.random(), expecting: 0, RemoteRow(1, "one")) == .stored
        )
    }

    @Test func `quotes the names of roles`() throws {
        let database = try Database()
        let role = "o\"brien's \\; --"
        let quoted = "\"o\"\"brien's \\; --\""
        try database.sql("CREATE ROLE \(quoted) LOGIN")
        defer { _ = try? database.sql("DROP OWNED BY \(quoted); DROP ROLE \(quoted)") }
        var setup = PostgreSQLSetup()
        setup.services = [role]

        try setup.apply(to: database.connection("root"))

        #expect(
            try database.sql("SELECT role FROM restoration.service ORDER BY 1") == "kiosk\n\(role)"
        )
    }

    @Test func `refuses a role that may not create a schema`() throws {
        let server = try PostgreSQLServer.shared.get()
        try server.makeRoles()
        let connection = server.connection("ada", database: try server.newDatabase())

        let made = try restorectl("remote", "init", connection)

        #expect(made.status == 1)
        #expect(made.errors.hasPrefix("error: ada has no right to do this"), "\(made.errors)")
    }

    private func restorectl(_ arguments: String...) throws -> FinishedProgram {
        try FinishedProgram(Program.path(of: "restorectl"), arguments, environment: [:])
    }
}
