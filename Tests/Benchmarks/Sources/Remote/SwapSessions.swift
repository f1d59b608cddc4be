import Foundation
import RestorationPostgreSQL
import RestorationStorage
import Synchronization

/// Sessions of one process that save with one store, which has a connection for each.
struct SwapSessions {
    private let table: StateTable
    private let store: PostgreSQLStore
    private let count: Int
    /// The rows of each session with their generations.
    private let rows: [[(key: RemoteKey, generation: UInt64)]]

    init(_ table: StateTable, count: Int) throws {
        self.table = table
        self.count = count
        store = try PostgreSQLStore(table.connection, connections: count)
        var rows = Array(repeating: [(key: RemoteKey, generation: UInt64)](), count: count)
        for (index, entry) in try store.list(.all).enumerated() {
            rows[index % count].append((entry.key, entry.generation))
        }
        self.rows = rows
    }

    func measure(seconds: Int) throws -> Rate {
        let bytes = (0..<table.sizeInBytes).map { _ in UInt8.random(in: 0 ... .max) }
        let store = store
        let saves = Mutex(0)
        let failure = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        // Until then, the store connects, which pgbench does not count either.
        let begun = ContinuousClock.now + .seconds(1)
        let end = begun + .seconds(seconds)
        for rows in rows {
            group.enter()
            Thread.detachNewThread {
                do {
                    let number = try Self.save(rows, bytes, in: store, begun..<end)
                    saves.withLock { $0 += number }
                } catch { failure.withLock { $0 = error } }
                group.leave()
            }
        }
        group.wait()
        if let error = failure.withLock({ $0 }) { throw error }
        let rate = Double(saves.withLock { $0 }) / Double(seconds)
        return Rate(savesPerSecond: rate, milliseconds: Double(count) / rate * 1_000)
    }

    /// Saves random rows of one session, and returns the number of saves that end in a period.
    private static func save(
        _ rows: [(key: RemoteKey, generation: UInt64)],
        _ bytes: [UInt8],
        in store: PostgreSQLStore,
        _ period: Range<ContinuousClock.Instant>
    ) throws -> Int {
        var rows = rows
        var number = 0
        while ContinuousClock.now < period.upperBound {
            let index = Int.random(in: rows.indices)
            let (key, generation) = rows[index]
            let row = RemoteRow(
                generation: generation + 1,
                writeID: WriteID(),
                label: "bench",
                bytes: bytes
            )
            let outcome = try store.compareAndSwap(key, expecting: generation, row)
            precondition(outcome == .stored, "Nobody else saves these rows.")
            rows[index].generation += 1
            number += period.contains(.now) ? 1 : 0
        }
        return number
    }
}
