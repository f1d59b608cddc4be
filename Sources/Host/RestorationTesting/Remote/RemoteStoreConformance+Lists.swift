import RestorationKit

extension RemoteStoreConformance {
    static var listChecks: [ConformanceCheck<RemotePlace>] {
        [
            ConformanceCheck("describes each row", "list") { place in
                try place.with { store, key in
                    let row = RemoteRow(7, "seven")
                    try store.expectStored(key, row)
                    let entries = try store.list(.person(key.application, 1, key.person))
                    guard let entry = entries.first, entries.count == 1 else {
                        throw Nonconformance("\(entries.count) rows were listed, not 1")
                    }
                    let found = (entry.key, entry.generation, entry.writeID)
                    try Nonconformance.unless(
                        found == (key, 7, row.writeID),
                        "the key, generation or write ID differs"
                    )
                    try Nonconformance.unless(
                        entry.label == "laptop" && entry.sizeInBytes == 5,
                        "the label or the size differs"
                    )
                }
            },
            ConformanceCheck("lists the rows with a prefix in order of their keys", "list") {
                place in
                let service = try place.make(.service)
                let keys = keys(place)
                defer { for key in keys { _ = try? service.remove(key) } }
                for key in keys { try service.expectStored(key, RemoteRow(1, "one")) }
                let application = place.application
                let person = keys[0].person
                let prefixes: [RemotePrefix] = [
                    .application(application), .instance(application, 1),
                    .instance(application, 2), .person(application, 1, person),
                    .person(application, 3, person),
                ]
                for prefix in prefixes {
                    try expect(
                        keys.filter(prefix.matches).sorted(),
                        service.list(prefix).map(\.key),
                        "the list of \(prefix)"
                    )
                }
                let all = try service.list(.all).map(\.key)
                try Nonconformance.unless(
                    Set(keys).isSubset(of: all) && all == all.sorted(),
                    "the list of all rows is incomplete or not in order"
                )
            },
            ConformanceCheck("keeps rows of different keys apart", "swap") { place in
                let service = try place.make(.service)
                let keys = keys(place)
                defer { for key in keys { _ = try? service.remove(key) } }
                let rows = keys.indices.map { RemoteRow(UInt64($0 + 1), "row \($0)") }
                for (key, row) in zip(keys, rows) { try service.expectStored(key, row) }
                try service.remove(keys[0])
                for (key, row) in zip(keys, rows).dropFirst() {
                    try service.expectRow(row, at: key)
                }
                try service.expectRow(nil, at: keys[0])
            },
        ]
    }

    /// Keys with names that a query could confuse.
    private static func keys(_ place: RemotePlace) -> [RemoteKey] {
        let people = ["a_a", "aba", "%", "a'; --", "a\\", "A_A", "ä", "a\u{308}"]
        let devices = [DeviceID(), DeviceID()]
        return people.flatMap { person in
            [1, 2, 10].flatMap { instance in
                devices.map {
                    RemoteKey(
                        application: place.application,
                        instance: instance,
                        person: RemotePerson(person)!,
                        device: $0
                    )
                }
            }
        }
    }
}
