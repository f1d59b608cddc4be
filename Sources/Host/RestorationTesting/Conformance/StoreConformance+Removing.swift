import RestorationKit

extension StoreConformance {
    static var removingChecks: [ConformanceCheck<StorePlace>] {
        [
            ConformanceCheck("opens no archive that was set aside", "FAIL-18") { place in
                try place.save("one", "two")
                let store = try place.opened()
                let files = try store.setAsideEverything(because: .refused)
                try Nonconformance.unless(
                    !files.isEmpty && files.allSatisfy { $0.reason == .refused },
                    "setAsideEverything(because:) did not return the files that it set aside"
                )
                try Nonconformance.unless(
                    try store.openCurrent() == nil && store.openPrevious() == nil,
                    "it can still be opened"
                )
                store.close()
                try Nonconformance.unless(try place.restored() == nil, "a later store opened it")
            },
            ConformanceCheck("saves again after everything was set aside", "FAIL-18") { place in
                try place.save("one")
                let store = try place.opened()
                try store.setAsideEverything(because: .refused)
                try store.save("two")
                store.close()
                try Nonconformance.unless(try place.restored() == "two", "it was not restored")
            },
            ConformanceCheck("refuses saves captured before everything was set aside", "FAIL-18") {
                place in
                try place.save("one")
                let store = try place.opened()
                let captured = store.nextGeneration()
                try store.setAsideEverything(because: .refused)
                let error = try failure { try store.commit(chunks: [[1]], as: captured) }
                guard case .superseded = error else {
                    throw Nonconformance("the commit ended with \(outcome(error))")
                }
            },
            ConformanceCheck("is empty after it was discarded", "FAIL-1") { place in
                try place.save("one", "two")
                let store = try place.opened()
                let captured = store.nextGeneration()
                try store.discard()
                try Nonconformance.unless(
                    try store.openCurrent() == nil && store.openPrevious() == nil,
                    "it can still be opened"
                )
                let error = try failure { try store.commit(chunks: [[1]], as: captured) }
                guard case .superseded = error else {
                    throw Nonconformance(
                        "the commit of an earlier capture ended with \(outcome(error))"
                    )
                }
                store.close()
                try Nonconformance.unless(try place.restored() == nil, "a later store opened it")
            },
            ConformanceCheck("can be set aside and discarded without being opened", "FAIL-1") {
                place in
                try place.save("one")
                let store = try place.made()
                try store.setAsideEverything(because: .discarded)
                try store.discard()
                store.close()
                try Nonconformance.unless(try place.restored() == nil, "a later store opened it")
            },
        ]
    }
}
