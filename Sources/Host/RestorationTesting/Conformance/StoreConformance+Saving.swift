import RestorationKit

extension StoreConformance {
    static var savingChecks: [ConformanceCheck<StorePlace>] {
        [
            ConformanceCheck("is empty at first", "FAIL-16") { place in
                let store = try place.made()
                guard case .nothingSaved = try store.open(checking: .footer) else {
                    throw Nonconformance("open(checking:) did not return nothingSaved")
                }
                try Nonconformance.unless(
                    try store.openCurrent() == nil && store.openPrevious() == nil,
                    "there was an archive"
                )
            },
            ConformanceCheck("returns the saved bytes", "FAIL-10") { place in
                let store = try place.opened()
                let parts = ["one ", "", "and ", "two"].map { Array($0.utf8) }
                try store.commit(chunks: parts, as: store.nextGeneration())
                store.close()
                let text = try place.restored()
                try Nonconformance.unless(text == "one and two", "the chunks were changed")
            },
            ConformanceCheck("returns large archives", "FAIL-10") { place in
                let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                let store = try place.opened()
                let parts = [Array(bytes[..<100_001]), Array(bytes[100_001...])]
                try store.commit(chunks: parts, as: store.nextGeneration())
                let archive = try store.openCurrent()
                try Nonconformance.unless(
                    try archive?.readAll() == bytes,
                    "300,000 bytes in two chunks were changed"
                )
                let part = try archive?.read(99_990..<100_010)
                try Nonconformance.unless(
                    part == Array(bytes[99_990..<100_010]),
                    "a range of them was changed"
                )
            },
            ConformanceCheck("returns no bytes for an empty image", "FAIL-10") { place in
                let store = try place.opened()
                try store.commit(chunks: [], as: store.nextGeneration())
                let bytes = try store.openCurrent()?.readAll()
                try Nonconformance.unless(
                    bytes?.isEmpty == true,
                    "an empty image was not read as empty"
                )
            },
            ConformanceCheck("retains saved archives without being closed", "FAIL-17") { place in
                try save("one", on: place)
                let text = try place.restored()
                try Nonconformance.unless(text == "one", "the next store did not find it")
            },
            ConformanceCheck("keeps an archive readable while newer ones are saved", "FAIL-17") {
                place in
                try place.save("one")
                let store = try place.opened()
                let archive = try store.openCurrent()
                for text in ["two", "three", "four"] { try store.save(text) }
                try Nonconformance.unless(
                    try archive?.text == "one",
                    "the archive that was open changed"
                )
            },
            ConformanceCheck("is not disturbed by reports", "FAIL-10") { place in
                let store = try place.opened()
                try store.save("one")
                try store.writeReport(Array("a report".utf8))
                try store.writeReport(Array("another".utf8))
                store.close()
                let text = try place.restored()
                try Nonconformance.unless(text == "one", "the archive is not the saved one")
            },
        ]
    }

    /// Saves with a store that is never closed.
    private static func save(_ text: String, on place: StorePlace) throws {
        try place.opened().save(text)
    }
}
