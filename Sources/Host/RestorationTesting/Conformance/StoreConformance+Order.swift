import Dispatch
import RestorationKit

extension StoreConformance {
    static var orderChecks: [ConformanceCheck<StorePlace>] {
        [
            ConformanceCheck("numbers its generations in ascending order", "FAIL-10") { place in
                let store = try place.opened()
                let first = try store.save("one")
                let second = store.nextGeneration()
                try Nonconformance.unless(first > 0, "the first number is 0")
                try Nonconformance.unless(second > first, "\(second) came after \(first)")
                store.close()
                let third = try place.opened().nextGeneration()
                try Nonconformance.unless(
                    third > first,
                    "the next launch gave \(third), after \(first) was saved"
                )
            },
            ConformanceCheck("reports the generation of an archive", "FAIL-10") { place in
                let store = try place.opened()
                let saved = try store.save("one")
                let told = try store.openCurrent()?.generation
                try Nonconformance.unless(
                    told == saved,
                    "\(saved) was saved, \(told ?? 0) was reported"
                )
            },
            ConformanceCheck("refuses an older generation", "PRES-6") { place in
                let store = try place.opened()
                let older = store.nextGeneration()
                let newer = try store.save("newer")
                let error = try failure { try store.commit(chunks: [[1]], as: older) }
                guard case .superseded(_, older, newer) = error else {
                    throw Nonconformance("the commit ended with \(outcome(error))")
                }
                try Nonconformance.unless(try store.openCurrent()?.text == "newer", "it was saved")
            },
            ConformanceCheck("retains the newest of concurrent saves", "PRES-6") { place in
                let store = try place.opened()
                let numbers = (0..<16).map { _ in store.nextGeneration() }
                DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
                    let text = Array("\(numbers[index])".utf8)
                    do {
                        try store.commit(chunks: [text], as: numbers[index])
                    } catch {
                        // Overtaken by a newer save, which is checked below.
                    }
                }
                let newest = numbers.max() ?? 0
                try Nonconformance.unless(
                    try store.openCurrent()?.text == "\(newest)",
                    "after 16 concurrent saves, the newest is not current"
                )
            },
            ConformanceCheck("retains the archive before the newest", "FAIL-17") { place in
                let store = try place.opened()
                for text in ["one", "two", "three"] { try store.save(text) }
                try Nonconformance.unless(
                    try store.openPrevious()?.text == "two",
                    "openPrevious() did not return it"
                )
            },
            ConformanceCheck("falls back if the newest archive is invalid", "FAIL-5") { place in
                try place.save("one", "two")
                let store = try place.opened()
                guard case .opened(let archive, let rejected) = try store.rejectCurrent() else {
                    throw Nonconformance("rejectCurrent() did not open the previous archive")
                }
                try Nonconformance.unless(try archive.text == "one", "it opened another archive")
                try Nonconformance.unless(
                    rejected.map(\.reason) == [.damaged],
                    "it did not report the archive that it set aside"
                )
                store.close()
                try Nonconformance.unless(
                    try place.restored() == "one",
                    "a later store opened it"
                )
            },
            ConformanceCheck("starts fresh if there is no previous archive", "FAIL-5") { place in
                try place.save("one")
                let store = try place.opened()
                guard case .startedFresh = try store.rejectCurrent() else {
                    throw Nonconformance("rejectCurrent() did not return startedFresh")
                }
                try store.save("two")
                store.close()
                try Nonconformance.unless(try place.restored() == "two", "a save after it was lost")
            },
            ConformanceCheck("refuses a second lock", "PRES-5") { place in
                let store = try place.opened()
                let other = try place.made()
                let error = try failure { try other.lock() }
                guard case .inUse = error else {
                    throw Nonconformance(
                        "lock() of a second store ended with \(outcome(error)),"
                            + " but must fail with inUse"
                    )
                }
                store.close()
                try other.lock()
            },
            ConformanceCheck("does not save before it was opened, or after it was closed", "PRES-5")
            {
                place in
                let store = try place.made()
                try store.lock()
                for moment in ["before it was opened", "after it was closed"] {
                    let error = try failure { try store.commit(chunks: [[1]], as: 1) }
                    guard case .notOpened = error else {
                        throw Nonconformance("a save \(moment) ended with \(outcome(error))")
                    }
                    _ = try store.open(checking: .footer)
                    store.close()
                }
            },
        ]
    }

    static func failure(_ call: () throws -> Void) throws -> StorageError? {
        do {
            try call()
            return nil
        } catch let error as StorageError {
            return error
        }
    }

    static func outcome(_ error: StorageError?) -> String {
        error.map { "another error: \($0.diagnosis.problem)" } ?? "no error"
    }
}
