import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import Testing

@Suite struct `A fault of the server or of the network` {
    @Test func `that kills the server after the commit makes no conflict of the repeated swap`()
        throws
    {
        // A commit is on disk while it waits for a standby server that does not exist.
        let server = try PostgreSQLServer("fsync = on")
        let (store, row, key) = try killed(server, while: "wait_event = 'SyncRep'") { database in
            try database.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try database.sql("SELECT pg_reload_conf()")
            try database.wait(until: "current_setting('synchronous_standby_names') = 'nobody'")
        }
        try FileManager.default.removeItem(atPath: server.data + "/postgresql.auto.conf")
        try server.start()

        #expect(try store.load(key) == row)
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) == .stored)
    }

    @Test func `that kills the server before the commit loses nothing but the swap`() throws {
        let server = try PostgreSQLServer("fsync = on")
        let (store, row, key) = try killed(server, while: "wait_event_type = 'Lock'") { database in
            // Holds a lock until the end of the server.
            let process = Process()
            process.executableURL = URL(filePath: "/usr/lib/postgresql/15/bin/psql")
            process.arguments = [
                "-X", "-q", "-h", server.directory, "-U", "root", "-d", database.name, "-c",
                "BEGIN; LOCK TABLE restoration.state; SELECT pg_sleep(600)",
            ]
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            try database.wait(
                until: "EXISTS (SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND"
                    + " granted AND relation = 'restoration.state'::regclass)"
            )
        }
        try server.start()

        #expect(try store.load(key) == nil)
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
    }

    /// Kills a server while a swap waits.
    private func killed(
        _ server: PostgreSQLServer,
        while condition: String,
        prepare: (Database) throws -> Void
    ) throws -> (PostgreSQLStore, RemoteRow, RemoteKey) {
        let database = try Database(on: server)
        try prepare(database)
        let (store, key, row) = (try database.store(), RemoteKey.random(), RemoteRow(1, "one"))
        let hasEnded = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var failure: RemoteError?
        Thread.detachNewThread {
            unsafe failure = error { try store.compareAndSwap(key, expecting: 0, row) }
            hasEnded.signal()
        }
        try database.wait(
            until: "EXISTS (SELECT 1 FROM pg_stat_activity WHERE usename = 'ada' AND \(condition))"
        )
        try server.kill()
        hasEnded.wait()
        #expect(unsafe failure == .connectionLost(place: store.place))
        return (store, row, key)
    }

    @Test func `that ends all connections is repaired without an error`() throws {
        let server = try PostgreSQLServer()
        let database = try Database(on: server)
        let (store, key, row) = (try database.store(), RemoteKey.random(), RemoteRow(1, "one"))
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)

        try server.crash()

        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) == .stored)
    }

    @Test func `that stops the server is temporary`() throws {
        let server = try PostgreSQLServer()
        let database = try Database(on: server)
        let (store, key, row) = (try database.store(), RemoteKey.random(), RemoteRow(1, "one"))
        server.stop()

        let error = error { try store.compareAndSwap(key, expecting: 0, row) }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try server.start()

        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
    }

    @Test(arguments: [Proxy.Mode.droppingAnswers, .resettingAnswers])
    func `that loses the acknowledgement of a swap makes no conflict`(_ mode: Proxy.Mode) throws {
        let database = try Database()
        let proxy = try Proxy(to: database.server.socket)
        defer { proxy.close() }
        let (store, key, row) = (
            try proxied(database, proxy), RemoteKey.random(), RemoteRow(1, "one")
        )
        _ = try store.load(key)
        proxy.mode = mode

        let failure = error { try store.compareAndSwap(key, expecting: 0, row) }
        try database.wait(until: "EXISTS (SELECT 1 FROM restoration.state)")
        proxy.mode = .passing

        #expect(failure?.isTemporary == true, "\(String(describing: failure))")
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
        #expect(try store.load(key) == row)
    }

    @Test func `that loses a request changes nothing`() throws {
        let database = try Database()
        let proxy = try Proxy(to: database.server.socket)
        defer { proxy.close() }
        let (store, key, row) = (
            try proxied(database, proxy), RemoteKey.random(), RemoteRow(1, "one")
        )
        _ = try store.load(key)
        proxy.mode = .resettingRequests

        let failure = error { try store.compareAndSwap(key, expecting: 0, row) }
        proxy.mode = .passing

        #expect(failure?.isTemporary == true, "\(String(describing: failure))")
        #expect(try store.load(key) == nil)
        try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored)
    }

    @Test func `that cuts the exchange of a swap at any byte makes no conflict`() throws {
        let database = try Database()
        let proxy = try Proxy(to: database.server.socket)
        defer { proxy.close() }
        let (store, direct) = (try proxied(database, proxy), try database.store())
        var effects: Set<Bool> = []
        var count = 0
        while count < 4_000 {
            let (key, row) = (RemoteKey.random(), RemoteRow(1, "one"))
            _ = try store.load(key)
            proxy.mode = count.isMultiple(of: 2) ? .ending(after: count) : .resetting(after: count)

            let failure = error { try store.compareAndSwap(key, expecting: 0, row) }
            proxy.mode = .passing

            guard let failure else { break }
            let hadEffect = try direct.load(key) == row
            effects.insert(hadEffect)
            #expect(failure.isTemporary, "byte \(count): \(failure)")
            #expect(failure.mayHaveTakenEffect || !hadEffect, "byte \(count): \(failure)")
            try #expect(store.compareAndSwap(key, expecting: 0, row) == .stored, "byte \(count)")
            #expect(try direct.load(key) == row, "byte \(count)")
            count += 1
        }

        // The request has some 700 bytes, and the answer some 100.
        #expect((600...1_500).contains(count))
        #expect(effects == [false, true])
    }

    @Test(arguments: [1_000, 20_000_000])
    func `that stalls the network ends in a timeout`(_ size: Int) throws {
        let database = try Database()
        let proxy = try Proxy(to: database.server.socket)
        defer { proxy.close() }
        let store = try proxied(database, proxy, timeout: .seconds(1))
        let (key, row) = (RemoteKey.random(), RemoteRow(1, String(repeating: "x", count: size)))
        _ = try store.load(key)
        proxy.mode = .stalling
        let begun = ContinuousClock.now

        let failure = error { try store.compareAndSwap(key, expecting: 0, row) }

        #expect(failure == .timedOut(place: store.place))
        #expect(failure?.mayHaveTakenEffect == true)
        #expect(ContinuousClock.now - begun < .seconds(20))
        // So does a new connection.
        guard case .unreachable = error({ try store.load(key) }) else {
            Issue.record("a stalled login has no error")
            return
        }
        proxy.mode = .passing
        let other = try database.store("ada", largestValueInBytes: 32 << 20)
        try #expect(other.compareAndSwap(key, expecting: 0, row) == .stored)
    }

    private func proxied(
        _ database: Database,
        _ proxy: Proxy,
        timeout: Duration = .seconds(30)
    ) throws -> PostgreSQLStore {
        try PostgreSQLStore(
            "host=127.0.0.1 port=\(proxy.port) user=ada dbname=\(database.name) gssencmode=disable",
            timeout: timeout,
            largestValueInBytes: 32 << 20
        )
    }
}
