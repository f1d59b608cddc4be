import RestorationKit
import RestorationStorage

extension StoreConformance {
    static var ledgerChecks: [ConformanceCheck<StorePlace>] {
        [
            ConformanceCheck("finds its crash ledger unchanged", "FAIL-14") {
                place in
                let store = try place.opened()
                let page = try store.openLedger()
                page?.mark(place: 1, stage: 3, identity: 4)
                page?.stamp(signal: 11)
                let left = page.map { ($0.salt, $0.markState) }
                store.close()
                // A store without a ledger passes.
                guard let left else { return }
                let later = try place.opened()
                defer { later.close() }
                guard let found = try later.openLedger() else {
                    throw Nonconformance("a later store finds none")
                }
                try Nonconformance.unless(
                    found.salt == left.0 && found.markState == left.1,
                    "a later store finds another one, so crashes are not detected"
                )
            }
        ]
    }
}
