import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import Synchronization
import Testing

@Suite struct `The store in PostgreSQL` {
    @Test func `conforms, with statements of plain SQL`() throws {
        let database = try Database(hasNotification: true)

        let report = RemoteStoreConformance.check(
            breakingConnections: { try database.breakConnections() },
            { login in
                switch login {
                case .person: try database.store("ada")
                case .otherPerson: try database.store("grace")
                case .service: try database.store("kiosk")
                }
            }
        )

        #expect(report.hasPassed, "\(report)")
        let statements = try database.executed
        #expect(statements.contains { $0.hasPrefix("INSERT INTO restoration.state") })
        for word in ["xmin", "ctid", "advisory", "trigger", "lock ", "for update"] {
            #expect(!statements.contains { $0.lowercased().contains(word) }, "\(word)")
        }
    }

    @Test func `has tables of plain SQL`() {
        var setup = PostgreSQLSetup()
        setup.services = ["kiosk"]
        setup.people = ["ada"]
        setup.hasRowSecurity = true
        setup.hasNotification = true

        for word in ["xmin", "advisory", "trigger", "function", "extension"] {
            #expect(!setup.statements.lowercased().contains(word), "\(word)")
        }
    }

    @Test func `saves with one statement in a transaction of its own`() throws {
        let database = try Database(hasNotification: true)
        let store = try database.store("ada", "application_name=single")
        let key = RemoteKey.random()
        try #expect(store.compareAndSwap(key, expecting: 0, RemoteRow(1, "one")) == .stored)
        let begun = try database.executed.count

        for generation in UInt64(1)...20 {
            let row = RemoteRow(generation + 1, "more")
            try #expect(store.compareAndSwap(key, expecting: generation, row) == .stored)
        }

        let statements = try database.executed.dropFirst(begun)
        #expect(statements.filter { $0.hasPrefix("UPDATE restoration.state") }.count == 20)
        let others = statements.filter { !$0.hasPrefix("UPDATE restoration.state") }
        #expect(
            others.allSatisfy {
                $0.contains("pg_notify") || $0.hasPrefix("LISTEN") || $0.hasPrefix("SELECT version")
            },
            "\(others)"
        )
        let transactions = try database.server.log.split(separator: "\n")
            .filter { $0.hasPrefix("\(database.name) single ") && $0.contains("BEGIN") }
        #expect(transactions.isEmpty)
    }

    @Test func `shows the server's time, whatever the clock of the device`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        try #expect(store.compareAndSwap(key, expecting: 0, RemoteRow(1, "one")) == .stored)
        let now = try Int64(database.sql("SELECT extract(epoch FROM now())::bigint"))!

        let entry = try #require(try store.list(.all).first { $0.key == key })

        #expect(abs(entry.savedAt.seconds - now) < 60)
        // A time of long ago or of the future is shown as it is, and decides nothing.
        for time in ["1969-12-31 23:59:59.5Z", "2126-01-01 00:00:00Z"] {
            try database.sql("UPDATE restoration.state SET saved_at = '\(time)'")
            let entry = try #require(try store.list(.all).first { $0.key == key })
            #expect(entry.savedAt.seconds == (time.hasPrefix("1969") ? -1 : 4_922_899_200))
        }
        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) == .stored)
    }

    @Test func `serves more threads than it has connections`() throws {
        let database = try Database()
        let store = try database.store("kiosk", connections: 3)
        let keys = (0..<12).map { RemoteKey.random("person \($0)") }
        let failures = Mutex<[String]>([])

        DispatchQueue.concurrentPerform(iterations: keys.count) { index in
            for generation in UInt64(0)..<20 {
                do {
                    let outcome = try store.compareAndSwap(
                        keys[index],
                        expecting: generation,
                        RemoteRow(generation + 1, "row \(index)")
                    )
                    if outcome != .stored { failures.withLock { $0.append("\(outcome)") } }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }

        #expect(failures.withLock { $0 } == [])
        let connections = try database.sql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND usename = 'kiosk'"
        )
        #expect(Int(connections)! <= 3)
        for key in keys { try #expect(store.load(key)?.generation == 20) }
    }

    @Test func `gives hints to other stores, at most one every 100 ms`() throws {
        let database = try Database(hasNotification: true)
        let (writer, reader) = (try database.store(), try database.store())
        let (key, hint) = (RemoteKey.random(), DispatchSemaphore(value: 0))
        let others = Mutex(0)
        let watch = try #require(
            try reader.watch(.person(key.application, 1, key.person)) { hint.signal() }
        )
        let other = try reader.watch(.person(key.application, 2, key.person)) {
            others.withLock { $0 += 1 }
        }
        // The first hint says that the watch has begun.
        #expect(hint.wait(timeout: .now() + 30) == .success)
        let begun = ContinuousClock.now

        for generation in UInt64(0)..<50 {
            _ = try writer.compareAndSwap(
                key,
                expecting: generation,
                RemoteRow(generation + 1, "row")
            )
        }

        #expect(hint.wait(timeout: .now() + 30) == .success)
        let most = (ContinuousClock.now - begun) / .milliseconds(100) + 2
        let sent = try database.executed.filter { $0.contains("pg_notify") }.count
        #expect((1...Int(most)).contains(sent), "\(sent)")
        #expect(others.withLock { $0 } <= 1)
        watch.cancel()
        other?.cancel()
    }

    @Test func `gives the hint of a save right before it closes`() throws {
        let database = try Database(hasNotification: true)
        let reader = try database.store()
        let (key, hint) = (RemoteKey.random(), DispatchSemaphore(value: 0))
        let watch = try reader.watch(.person(key.application, 1, key.person)) { hint.signal() }
        // The first hint says that the watch has begun.
        #expect(hint.wait(timeout: .now() + 30) == .success)

        func save(_ writer: PostgreSQLStore, expecting generation: UInt64) throws {
            let row = RemoteRow(generation + 1, "row")
            _ = try writer.compareAndSwap(key, expecting: generation, row)
        }
        var writer: PostgreSQLStore? = try database.store()
        try save(writer!, expecting: 0)
        #expect(hint.wait(timeout: .now() + 30) == .success)
        // Within 100 ms of that hint.
        try save(writer!, expecting: 1)
        writer = nil

        #expect(hint.wait(timeout: .now() + 30) == .success)
        watch?.cancel()
    }

    @Test func `gives no hints where the tables were made without them`() throws {
        let database = try Database()

        let watch = try database.store().watch(.all) {}

        #expect(watch == nil)
    }

    @Test func `stores sealed bytes without trying to compress them`() throws {
        let database = try Database()

        let storage = try database.sql(
            "SELECT attstorage FROM pg_attribute WHERE attrelid = 'restoration.state'::regclass"
                + " AND attname = 'bytes'"
        )

        #expect(storage == "e")
    }

    @Test func `answers for a row whose server came back from a backup`() throws {
        let database = try Database()
        let (store, key) = (try database.store(), RemoteKey.random())
        let old = RemoteRow(1, "one")
        try #expect(store.compareAndSwap(key, expecting: 0, old) == .stored)
        try database.sql("CREATE TABLE backup AS SELECT * FROM restoration.state")
        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two")) == .stored)

        try database.sql("DELETE FROM restoration.state")
        try #expect(store.compareAndSwap(key, expecting: 2, RemoteRow(3, "three")) == .missing)
        try database.sql("INSERT INTO restoration.state SELECT * FROM backup")
        let outcome = try store.compareAndSwap(key, expecting: 2, RemoteRow(3, "three"))

        #expect(outcome == .conflict(generation: 1, writeID: old.writeID))
        // One above both.
        try #expect(store.compareAndSwap(key, expecting: 1, RemoteRow(3, "three")) == .stored)
    }
}
