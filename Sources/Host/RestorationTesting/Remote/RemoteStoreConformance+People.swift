import RestorationKit

extension RemoteStoreConformance {
    static var personChecks: [ConformanceCheck<RemotePlace>] {
        [
            ConformanceCheck("tells people apart", "person") { place in
                let store = try place.make(.person)
                let person = try store.person(named: nil)
                let other = try place.make(.otherPerson).person(named: nil)
                try Nonconformance.unless(person != other, "both are \(person)")
                try expect(person, store.person(named: person), "the person's own name")
                do throws(RemoteError) {
                    _ = try store.person(named: other)
                } catch .otherPerson { return } catch {
                    throw Nonconformance("another person's name ended with: \(error)")
                }
                throw Nonconformance("a person may write for another person")
            },
            ConformanceCheck("asks a service for the person", "person") { place in
                let service = try place.make(.service)
                let name = RemotePerson("somebody")!
                try expect(name, service.person(named: name), "the person that the host names")
                do throws(RemoteError) {
                    _ = try service.person(named: nil)
                } catch .personRequired { return } catch {
                    throw Nonconformance("a service without a person ended with: \(error)")
                }
                throw Nonconformance("a service needs no person")
            },
            ConformanceCheck("hides rows from other people", "person") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "one")
                    try store.expectStored(key, row)
                    let other = try place.make(.otherPerson)
                    try other.expectRow(nil, at: key)
                    let entries = try other.list(.application(key.application))
                    try Nonconformance.unless(entries.isEmpty, "another person lists the row")
                }
            },
            ConformanceCheck("refuses changes by other people", "person") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "one")
                    try store.expectStored(key, row)
                    let other = try place.make(.otherPerson)
                    for expected: UInt64 in [0, 1] {
                        let swap = RemoteRow(expected + 1, "stolen")
                        if case .stored? = try? other.compareAndSwap(
                            key,
                            expecting: expected,
                            swap
                        ) {
                            throw Nonconformance("another person replaced the row")
                        }
                    }
                    _ = try? other.remove(key)
                    try store.expectRow(row, at: key)
                }
            },
            ConformanceCheck("refuses rows in the name of other people", "person") { place in
                try place.with { store, key in
                    let other = try place.make(.otherPerson)
                    if case .stored? = try? other.compareAndSwap(
                        key,
                        expecting: 0,
                        RemoteRow(1, "forged")
                    ) {
                        throw Nonconformance("another person wrote a row")
                    }
                    try store.expectRow(nil, at: key)
                }
            },
            ConformanceCheck("shows a service the rows of all people", "person") { place in
                try place.with { store, key in
                    let row = RemoteRow(1, "one")
                    try store.expectStored(key, row)
                    let service = try place.make(.service)
                    try service.expectRow(row, at: key)
                    let two = RemoteRow(2, "two")
                    try service.expectStored(key, expecting: 1, two)
                    try store.expectRow(two, at: key)
                }
            },
        ]
    }
}
