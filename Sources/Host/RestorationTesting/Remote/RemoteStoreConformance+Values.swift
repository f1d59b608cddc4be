import RestorationKit

extension RemoteStoreConformance {
    static var valueChecks: [ConformanceCheck<RemotePlace>] {
        [
            ConformanceCheck("returns all values of bytes", "load") { place in
                try place.with { store, key in
                    let bytes = (0..<1_024).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
                    let row = RemoteRow(
                        generation: 1,
                        writeID: WriteID(bytes: Array(repeating: 0, count: 16))!,
                        label: "laptop",
                        bytes: bytes
                    )
                    try store.expectStored(key, row)
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("returns an empty image", "load") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "")
                    try store.expectStored(key, row)
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("returns labels of all characters", "load") { place in
                try place.with { store, key in
                    for (index, label) in ["", "O'Brien's \\x41 {\"%_\"}", "büro 🗄️\n"].enumerated()
                    {
                        let row = RemoteRow(
                            generation: UInt64(index + 1),
                            writeID: WriteID(),
                            label: label,
                            bytes: [1]
                        )
                        try store.expectStored(key, expecting: UInt64(index), row)
                        try store.expectRow(row, at: key)
                    }
                }
            },
            ConformanceCheck("stores the largest value", "limits") { place in
                try place.with { store, key in
                    let row = largest(store, plus: 0, generation: 1)
                    try store.expectStored(key, row)
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("refuses a larger value and retains the row", "limits") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "one")
                    try store.expectStored(key, row)
                    do throws(RemoteError) {
                        _ = try store.compareAndSwap(
                            key,
                            expecting: 1,
                            largest(store, plus: 1, generation: 2)
                        )
                        throw RemoteError.store(
                            Diagnosis(problem: "a value above the limit was stored", remedy: "")
                        )
                    } catch .tooLarge {
                    } catch {
                        throw Nonconformance("the swap of a larger value ended with: \(error)")
                    }
                    try store.expectRow(row, at: key)
                }
            },
        ]
    }

    private static func largest(
        _ store: any RemoteStore,
        plus more: Int,
        generation: UInt64
    ) -> RemoteRow {
        let count = store.limits.largestValueInBytes + more
        return RemoteRow(
            generation: generation,
            writeID: WriteID(),
            label: "laptop",
            bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        )
    }
}
