import RestorationKit

extension RemoteStoreConformance {
    static var rowChecks: [ConformanceCheck<RemotePlace>] {
        [
            ConformanceCheck("has no row at first", "load") { place in
                try place.with { store, key in try store.expectRow(nil, at: key) }
            },
            ConformanceCheck("returns the stored row", "load") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "one")
                    try store.expectStored(key, row)
                    try store.expectRow(row, at: key)
                    try place.make(.person).expectRow(row, at: key)
                }
            },
            ConformanceCheck("replaces the row of the expected generation", "swap") { place in
                try place.with { store, key in
                    try store.expectStored(key, RemoteRow(1, "one"))
                    try store.expectStored(key, expecting: 1, RemoteRow(2, "two"))
                    let last = RemoteRow(2_000, "two thousand")
                    try store.expectStored(key, expecting: 2, last)
                    try store.expectRow(last, at: key)
                }
            },
            ConformanceCheck("retains the row of another generation", "swap") { place in
                try place.with { store, key in
                    let row = RemoteRow(5, "five")
                    try store.expectStored(key, row)
                    for expected: UInt64 in [0, 1, 4, 6, 1_000] {
                        let outcome = try store.compareAndSwap(
                            key,
                            expecting: expected,
                            RemoteRow(expected + 1, "another")
                        )
                        let conflict = SwapOutcome.conflict(generation: 5, writeID: row.writeID)
                        try expect(conflict, outcome, "a swap that expected generation \(expected)")
                    }
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("reports a missing row and creates none", "swap") { place in
                try place.with { store, key in
                    let outcome = try store.compareAndSwap(key, expecting: 3, RemoteRow(4, "four"))
                    try expect(.missing, outcome, "a swap without a row")
                    try store.expectRow(nil, at: key)
                }
            },
            ConformanceCheck("accepts a repeated swap", "swap") { place in
                try place.with { store, key in
                    let (one, two) = (RemoteRow(1, "one"), RemoteRow(2, "two"))
                    for _ in 0..<2 { try store.expectStored(key, one) }
                    for _ in 0..<2 { try store.expectStored(key, expecting: 1, two) }
                    try store.expectRow(two, at: key)
                }
            },
            ConformanceCheck("retains a newer row when a swap is repeated too late", "swap") {
                place in
                try place.with { store, key in
                    let (one, two) = (RemoteRow(1, "one"), RemoteRow(2, "two"))
                    try store.expectStored(key, one)
                    try store.expectStored(key, expecting: 1, two)
                    let outcome = try store.compareAndSwap(key, expecting: 0, one)
                    let conflict = SwapOutcome.conflict(generation: 2, writeID: two.writeID)
                    try expect(conflict, outcome, "the repeated swap")
                    try store.expectRow(two, at: key)
                }
            },
            ConformanceCheck("stores the highest generation", "swap") { place in
                try place.with { store, key in
                    let row = RemoteRow(UInt64(Int64.max), "last")
                    try store.expectStored(key, expecting: 0, row)
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("removes a row", "remove") { place in
                try place.with { store, key in
                    try store.expectStored(key, RemoteRow(1, "one"))
                    try expect(true, store.remove(key), "the removal of a row")
                    try expect(false, store.remove(key), "the removal without a row")
                    try store.expectRow(nil, at: key)
                    let outcome = try store.compareAndSwap(key, expecting: 1, RemoteRow(2, "two"))
                    try expect(.missing, outcome, "a swap after the removal")
                    try store.expectStored(key, RemoteRow(3, "three"))
                }
            },
        ]
    }
}
