import RestorationKit

extension ClassSubject {
    static var comingBack: [ConformanceCheck<ClassSubject>] {
        [
            ConformanceCheck("encodes the same twice", "PRES-20") { subject in
                let launch = try subject.launched()
                let first = try subject.state(launch)
                let second = try subject.state(launch)
                try require(first, second, "a second save without a change differs")
            },
            ConformanceCheck("comes back as it was", "REST-26") { subject in
                let first = try subject.launched()
                let before = try subject.state(first)
                let second = try first.relaunch()
                try requireRestored(try subject.outcome(second), "its own state")
                try require(before, try subject.state(second), "after a relaunch it differs")
            },
            ConformanceCheck("comes back every time", "PATH-11") { subject in
                var launch = try subject.launched()
                let before = try subject.state(launch)
                for _ in 0..<3 {
                    launch = try launch.relaunch()
                    try requireRestored(try subject.outcome(launch), "its own state")
                }
                try require(before, try subject.state(launch), "after three relaunches it differs")
            },
            ConformanceCheck("is let go of with its program", "OBJ-4") { subject in
                let first = try subject.launched()
                weak let object = first.graph.held
                try first.terminate()
                try Nonconformance.unless(object == nil, "something keeps it alive")
            },
        ]
    }

    static var strangeState: [ConformanceCheck<ClassSubject>] {
        [
            ConformanceCheck("decodes where nothing was stored", "REST-27") { subject in
                try requireRestored(try subject.restoring([:]), "an empty record")
            },
            ConformanceCheck("decodes without any one of its keys", "REST-27") { subject in
                let values = try subject.ownValues()
                for key in values.keys.sorted() {
                    var fewer = values
                    fewer[key] = nil
                    let entry = try subject.restoring(fewer)
                    try requireRestored(entry, "a record without the key \"\(key)\"")
                }
            },
            ConformanceCheck("ignores a key that it does not know", "REST-27") { subject in
                var values = try subject.ownValues()
                values["org.example.unknown"] = "unknown"
                try requireRestored(try subject.restoring(values), "a record with a key too many")
            },
            ConformanceCheck("survives values of other kinds", "SEC-10") { subject in
                let values = try subject.ownValues()
                for key in values.keys.sorted() {
                    for strange in strangeValues where strange.kind != values[key]?.kind {
                        var others = values
                        others[key] = strange
                        // It may fail to decode: then the state is retained, and nothing else
                        // happens.
                        _ = try subject.restoring(others)
                    }
                }
            },
        ]
    }

    static var olderState: [ConformanceCheck<ClassSubject>] {
        [
            ConformanceCheck("takes over what older versions stored", "FAIL-6") { subject in
                for version in try subject.olderVersions() {
                    guard let values = subject.olderStates[version] else {
                        throw Nonconformance(
                            "olderStates has no example of what schema version \(version) stored"
                        )
                    }
                    let state = "state of schema version \(version)"
                    let launch = try subject.relaunched(values, schemaVersion: version)
                    try requireRestored(try subject.outcome(launch), state)
                    let before = try subject.state(launch)
                    let second = try launch.relaunch()
                    try requireRestored(try subject.outcome(second), "what was made of \(state)")
                    let after = try subject.state(second)
                    try require(before, after, "what was made of \(state) differs after a relaunch")
                }
            },
            ConformanceCheck("survives whatever older versions stored", "SEC-10") { subject in
                for version in try subject.olderVersions() {
                    // As above: it may fail, and then the state is retained.
                    _ = try subject.restoring([:], schemaVersion: version)
                    let values = subject.olderStates[version] ?? [:]
                    for key in values.keys.sorted() {
                        for strange in strangeValues where strange.kind != values[key]?.kind {
                            var others = values
                            others[key] = strange
                            _ = try subject.restoring(others, schemaVersion: version)
                        }
                    }
                }
            },
        ]
    }

    private func olderVersions() throws -> Range<Int> {
        let own = try checked.written().schemaVersion
        if let strange = olderStates.keys.sorted().first(where: { !(1..<own).contains($0) }) {
            throw Nonconformance("schema version \(strange) is not older than \(own), its own")
        }
        return 1..<max(own, 1)
    }

    private static var strangeValues: [RestorationValue] {
        [
            nil, true, -1, .integer(.min), .unsigned(.max), .double(.nan), .string(""), .bytes([]),
            [], [:], ["a", 1, nil], .string(String(repeating: "x", count: 100_000)),
        ]
    }

    /// What a prepared object stores, but for references, which mean nothing elsewhere, and for
    /// what the session stores with it.
    private func ownValues() throws -> [String: RestorationValue] {
        try state(try launched()).values.filter { key, value in
            !value.holdsReference && !key.hasPrefix("restoration.")
        }
    }

    private static func require(
        _ before: StateSnapshot.Object,
        _ after: StateSnapshot.Object,
        _ problem: String
    ) throws {
        guard before != after else { return }
        let difference = TreeDifference(from: before, to: after)
        throw Nonconformance("\(problem):\n\(difference)")
    }

    private static func requireRestored(
        _ entry: RestorationReport.Entry?,
        _ state: String
    ) throws {
        guard let entry else { throw Nonconformance("\(state) did not come to the restore") }
        try Nonconformance.unless(
            entry.outcome != .awaited,
            "\(state) is waited for still: the class has said \"not yet\", and its ticket"
                + " nothing since;"
                + " let its data arrive in deliver"
        )
        try Nonconformance.unless(entry.outcome.isSuccess, "\(state) was not restored: \(entry)")
    }
}

extension RestorationValue {
    fileprivate var holdsReference: Bool {
        switch self {
        case .reference: true
        case .array(let values): values.contains { $0.holdsReference }
        case .dictionary(let values): values.values.contains { $0.holdsReference }
        default: false
        }
    }
}
