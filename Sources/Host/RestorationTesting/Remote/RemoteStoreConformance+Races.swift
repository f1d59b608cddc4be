import RestorationKit
import Synchronization

extension RemoteStoreConformance {
    static var raceChecks: [ConformanceCheck<RemotePlace>] {
        [
            ConformanceCheck("loses no swap of 8 clients with a store each", "swap") { place in
                try place.with { store, key in
                    let stores = try (0..<8).map { _ in try place.make(.person) }
                    try race(stores, key, endingWith: store)
                }
            },
            ConformanceCheck("loses no swap of 8 threads with one store", "swap") { place in
                try place.with { store, key in
                    try race(Array(repeating: store, count: 8), key, endingWith: store)
                }
            },
        ]
    }

    static func race(
        _ stores: [any RemoteStore],
        _ key: RemoteKey,
        endingWith store: any RemoteStore,
        onEntry: @escaping @Sendable () -> Void = {}
    ) throws {
        let records = Mutex<[[RemoteRace.Entry]]>([])
        inThreads(stores.count) { index in
            var entries: [RemoteRace.Entry] = []
            RemoteRace(stores[index], key).run(swaps: 20) {
                entries.append($0)
                onEntry()
            }
            records.withLock { $0.append(entries) }
        }
        try check(records.withLock { $0 }, key, store)
    }

    private static func check(
        _ records: [[RemoteRace.Entry]],
        _ key: RemoteKey,
        _ store: any RemoteStore
    ) throws {
        var history = RemoteHistory()
        let faults = records.flatMap { history.add($0) }
        var row: RemoteRow?
        try repeated("load") { row = try store.load(key) }
        let contradictions = history.contradictions(
            endingWith: row.map { ($0.generation, $0.writeID) }
        )
        if let sentence = (faults + contradictions).first { throw Nonconformance(sentence) }
    }

    /// Checks that each call either succeeds or fails with a temporary error when its connection
    /// breaks, and that the same call then succeeds.
    static func connectionChecks(
        _ breakConnections: @escaping @Sendable () throws -> Void
    ) -> [ConformanceCheck<RemotePlace>] {
        typealias Call = @Sendable (any RemoteStore, RemoteKey) throws -> Void
        let row = RemoteRow(1, "one")
        let calls: [(name: String, call: Call)] = [
            ("swap", { try $0.expectStored($1, row) }),
            ("load", { try $0.expectRow(row, at: $1) }),
            ("list", { try expect(1, $0.list(.application($1.application)).count, "the list") }),
            ("person", { try expect($1.person, $0.person(named: nil), "the person") }),
            ("remove", { _ = try $0.remove($1) }),
        ]
        let afterwards = ConformanceCheck<RemotePlace>(
            "repeats calls after a lost connection",
            "lost"
        ) {
            place in
            try place.with { store, key in
                for (name, call) in calls {
                    try breakConnections()
                    try repeated(name) { try call(store, key) }
                }
                try store.expectRow(nil, at: key)
            }
        }
        let during = ConformanceCheck<RemotePlace>("loses no swap while connections break", "lost")
        {
            place in
            try place.with { store, key in
                let stores = try (0..<4).map { _ in try place.make(.person) }
                // Each time, the other clients are in the middle of their calls.
                let count = Mutex(0)
                try race(stores, key, endingWith: store) {
                    let isTime = count.withLock { count in
                        count += 1
                        return count % 25 == 0
                    }
                    if isTime { try? breakConnections() }
                }
            }
        }
        return [afterwards, during]
    }

    private static func repeated(_ name: String, _ call: () throws -> Void) throws {
        for _ in 0..<100 {
            do { return try call() } catch let error as RemoteError {
                guard error.isTemporary else {
                    throw Nonconformance("\(name) ended with: \(error)")
                }
            }
        }
        throw Nonconformance("\(name) failed 100 times")
    }
}
