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
        var clients = try (0..<8).map { _ in try Client(database) }
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
                clients[index] = try Client(database)
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

/// The entries of all clients of a round.
private final class Records: @unchecked Sendable {
    // Unchecked: the condition guards the entries.
    private let condition = NSCondition()
    private var entries: [[RemoteRace.Entry]]

    init(count: Int) { entries = Array(repeating: [], count: count) }

    func add(_ entry: RemoteRace.Entry, of client: Int) {
        condition.withLock {
            entries[client].append(entry)
            condition.broadcast()
        }
    }

    var all: [[RemoteRace.Entry]] { condition.withLock { entries } }

    func waitForEntries(_ count: Int) {
        condition.withLock {
            while entries.joined().count < count { condition.wait() }
        }
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

/// A process that races.
private final class Client: @unchecked Sendable {
    // Unchecked: one thread at a time uses it.
    private let program: SpokenProgram
    private var isKilled = false

    init(_ database: Database) throws {
        program = try SpokenProgram(
            URL(filePath: Program.path(of: "RemoteTestHelper")),
            arguments: [database.connection("ada")],
            environment: [:]
        )
    }

    deinit { kill() }

    private func kill() {
        if !isKilled { program.kill() }
        isKilled = true
    }

    /// Races until the end, or until the process is killed after a number of entries.
    func race(
        for key: RemoteKey,
        killingAfter limit: Int?,
        _ record: (RemoteRace.Entry) -> Void
    ) throws {
        try program.hears("\(key.application) \(key.device) 10")
        var count = 0
        while case let line = try program.line(), line != "done", !line.isEmpty {
            // The last line of a killed process may be incomplete.
            if let entry = RemoteRace.Entry(line) { record(entry) }
            count += 1
            if count == limit { kill() }
        }
    }
}

extension [Client] {
    fileprivate func race(
        for key: RemoteKey,
        killingAfter limits: [Int?],
        _ records: Records
    ) throws {
        let group = DispatchGroup()
        for (index, client) in enumerated() {
            group.enter()
            Thread.detachNewThread {
                do {
                    try client.race(for: key, killingAfter: limits[index]) {
                        records.add($0, of: index)
                    }
                } catch { Issue.record(error) }
                group.leave()
            }
        }
        group.wait()
    }
}
