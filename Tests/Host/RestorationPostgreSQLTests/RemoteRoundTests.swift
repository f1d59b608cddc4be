import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import TestSupport
import Testing

@Suite struct `Rounds of saves by 8 processes` {
    @Test func `lose no acknowledged save when clients and servers are killed`() throws {
        let rounds =
            ProcessInfo.processInfo.environment["RESTORATION_REMOTE_ROUNDS"]
            .flatMap { Int($0) } ?? 30
        let server = try PostgreSQLServer("fsync = on", "log_statement = none")
        let database = try Database(on: server)
        let store = try database.store()
        var clients = try (0..<8).map { _ in try Client(database.connection("ada")) }
        var generator = SeededGenerator(seed: 55)
        var rows: [RemoteKey: (generation: UInt64, writeID: WriteID)] = [:]

        for round in 1...rounds {
            let key = RemoteKey(
                application: ApplicationIdentifier("org.example.round\(round)")!,
                person: RemotePerson("ada")!,
                device: DeviceID()
            )
            let victims = (0..<2).map { _ in Int.random(in: 0..<8, using: &generator) }
            let limits = (0..<8).map { index -> Int? in
                victims.contains(index) ? Int.random(in: 1...40, using: &generator) : nil
            }
            let records = Records(count: 8)
            let crash = round % 20 == 0 ? Thread.crash(server, after: records) : nil
            try clients.race(for: key, killingAfter: limits, records)
            crash?.wait()
            for index in clients.indices where limits[index] != nil {
                clients[index] = try Client(database.connection("ada"))
            }

            let last = try #require(try store.load(key), "round \(round)")
            rows[key] = (last.generation, last.writeID)
            var history = RemoteHistory()
            let faults = records.all.flatMap { history.add($0) }
            #expect(faults == [], "round \(round)")
            #expect(
                history.contradictions(endingWith: (last.generation, last.writeID)) == [],
                "round \(round)"
            )
            #expect(history.calls.count > 50, "round \(round)")
        }

        for entry in try store.list(.all) {
            let row = rows.removeValue(forKey: entry.key)
            #expect(row?.generation == entry.generation && row?.writeID == entry.writeID)
        }
        #expect(rows.isEmpty)
    }
}

extension Thread {
    /// Kills the server and starts it again, after 50 entries.
    fileprivate static func crash(
        _ server: PostgreSQLServer,
        after records: Records
    ) -> DispatchSemaphore {
        let hasEnded = DispatchSemaphore(value: 0)
        detachNewThread {
            records.waitForEntries(50)
            do { try server.crash() } catch { Issue.record(error) }
            hasEnded.signal()
        }
        return hasEnded
    }
}
