import RestorationKit

extension ClassSubject {
    static var checks: [ConformanceCheck<ClassSubject>] {
        [
            encodesEqualStateTwice, comesBack, isRestoredRepeatedly, isReleased, decodesNothing,
            decodesWithoutAnyKey, ignoresUnknownKeys, survivesOtherKinds, takesOverOlderState,
            survivesOlderState,
        ]
    }

    // MARK: Coming back

    static var encodesEqualStateTwice: ConformanceCheck<ClassSubject> {
        ConformanceCheck("encodes the same state twice", "PRES-20") { subject in
            let launch = try subject.launched()
            try requireSaved(launch)
            let first = try subject.state(launch)
            let second = try subject.state(launch)
            try require(first, second, "a second save without a change differs")
        }
    }

    static var comesBack: ConformanceCheck<ClassSubject> {
        ConformanceCheck("restores its own state", "REST-26") { subject in
            let first = try subject.launched()
            let before = try subject.state(first)
            let second = try first.relaunch()
            try requireRestored(try subject.outcome(second), "its own state")
            try require(before, try subject.state(second), "after a relaunch it differs")
        }
    }

    static var isRestoredRepeatedly: ConformanceCheck<ClassSubject> {
        ConformanceCheck("restores its own state at every launch", "PATH-11") { subject in
            var launch = try subject.launched()
            let before = try subject.state(launch)
            for _ in 0..<3 {
                launch = try launch.relaunch()
                try requireRestored(try subject.outcome(launch), "its own state")
            }
            try require(before, try subject.state(launch), "after three relaunches it differs")
        }
    }

    static var isReleased: ConformanceCheck<ClassSubject> {
        ConformanceCheck("is deallocated with its program", "OBJ-4") { subject in
            let first = try subject.launched()
            weak let object = first.graph.held
            try first.terminate()
            try Nonconformance.unless(object == nil, "a reference keeps it alive")
        }
    }

    // MARK: State that it has not written

    static var decodesNothing: ConformanceCheck<ClassSubject> {
        ConformanceCheck("decodes an empty record", "REST-27") { subject in
            try requireRestored(try subject.restoring([:]), "an empty record")
        }
    }

    static var decodesWithoutAnyKey: ConformanceCheck<ClassSubject> {
        ConformanceCheck("decodes a record that lacks one of its keys", "REST-27") { subject in
            let values = try subject.ownValues()
            for key in values.keys.sorted() {
                var fewer = values
                fewer[key] = nil
                let entry = try subject.restoring(fewer)
                try requireRestored(entry, "a record without the key \"\(key)\"")
            }
        }
    }

    static var ignoresUnknownKeys: ConformanceCheck<ClassSubject> {
        ConformanceCheck("ignores unknown keys", "REST-27") { subject in
            var values = try subject.ownValues()
            values["org.example.unknown"] = "unknown"
            try requireRestored(try subject.restoring(values), "a record with an unknown key")
        }
    }

    static var survivesOtherKinds: ConformanceCheck<ClassSubject> {
        ConformanceCheck("survives values of other kinds", "SEC-10") { subject in
            try subject.survive(try subject.ownValues())
        }
    }

    // MARK: State of older versions

    static var takesOverOlderState: ConformanceCheck<ClassSubject> {
        ConformanceCheck("migrates the state of older versions", "FAIL-6") { subject in
            for version in try subject.olderVersions() {
                guard let values = subject.olderStates[version] else {
                    throw Nonconformance(
                        "there is no example of the state of schema version \(version): give one"
                            + " under \"older\" in a file of --examples, or in olderStates"
                    )
                }
                let state = "state of schema version \(version)"
                let launch = try subject.relaunched(values, schemaVersion: version)
                try requireRestored(try subject.outcome(launch), state)
                try requireAsked(
                    keysNotAskedFor(launch),
                    "in \(state); list obsolete keys in droppedKeys"
                )
                let before = try subject.state(launch)
                let second = try launch.relaunch()
                try requireRestored(try subject.outcome(second), "the state migrated from \(state)")
                let after = try subject.state(second)
                try require(
                    before,
                    after,
                    "the state migrated from \(state) differs after a relaunch"
                )
            }
        }
    }

    static var survivesOlderState: ConformanceCheck<ClassSubject> {
        ConformanceCheck("survives damaged state of older versions", "SEC-10") { subject in
            for version in try subject.olderVersions() {
                _ = try subject.restoring([:], schemaVersion: version)
                try subject.survive(subject.olderStates[version] ?? [:], schemaVersion: version)
            }
        }
    }

    func olderVersions() throws -> Range<Int> {
        let own = try checked.written().schemaVersion
        if let strange = olderStates.keys.sorted().first(where: { !(1..<own).contains($0) }) {
            throw Nonconformance("schema version \(strange) is not older than \(own), its own")
        }
        return 1..<max(own, 1)
    }

    /// Restores with one value at a time of another kind. Decoding may fail: the session then
    /// retains the state.
    private func survive(
        _ values: [String: RestorationValue],
        schemaVersion: Int? = nil
    ) throws {
        for key in values.keys.sorted() {
            for strange in Self.strangeValues where strange.kind != values[key]?.kind {
                var others = values
                others[key] = strange
                _ = try restoring(others, schemaVersion: schemaVersion)
            }
        }
    }

    private static var strangeValues: [RestorationValue] {
        [
            nil, true, -1, .integer(.min), .unsigned(.max), .double(.nan), .string(""), .bytes([]),
            [], [:], ["a", 1, nil], .string(String(repeating: "x", count: 100_000)),
        ]
    }

    /// The encoded values, without the session's own and without references, which mean nothing
    /// elsewhere.
    func ownValues() throws -> [String: RestorationValue] {
        try allOwnValues().filter { _, value in !value.holdsReference }
    }

    /// The same, with references.
    func allOwnValues() throws -> [String: RestorationValue] {
        try state(try launched()).values.filter { key, _ in !key.hasPrefix("restoration.") }
    }

    static func require(
        _ before: StateSnapshot.Object,
        _ after: StateSnapshot.Object,
        _ problem: String
    ) throws {
        guard before != after else { return }
        let difference = TreeDifference(from: before, to: after)
        throw Nonconformance("\(problem):\n\(difference)")
    }

    static func requireSaved(_ launch: TestLaunch<ObjectHolder>) throws {
        for issue in try launch.session.preserveNow()?.report.issues ?? [] {
            guard case .encodingFailed(_, let reason, _) = issue else { continue }
            throw Nonconformance("it cannot be saved: \(Nonconformance(reason).sentence)")
        }
    }

    static func keysNotAskedFor(_ launch: TestLaunch<ObjectHolder>) -> [String] {
        launch.graph.held.map { launch.session.records.keysNotAskedFor(by: $0) } ?? []
    }

    /// - Parameter place: Where the keys are, and the remedy.
    static func requireAsked(_ keys: [String], _ place: String = "") throws {
        let keys = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        try Nonconformance.unless(
            keys.isEmpty,
            "nothing reads the values of \(keys)" + (place.isEmpty ? "" : " \(place)")
        )
    }

    static func requireRestored(
        _ entry: RestorationReport.Entry?,
        _ state: String
    ) throws {
        guard let entry else { throw Nonconformance("\(state) is not in the restore's report") }
        try Nonconformance.unless(
            entry.outcome != .awaited,
            "\(state) is still awaited: the class answered \"not"
                + " yet\", and its ticket has not arrived; make its data arrive in deliver"
        )
        try Nonconformance.unless(entry.outcome.isSuccess, "\(state) was not restored: \(entry)")
    }
}

extension RestorationValue {
    var holdsReference: Bool {
        switch self {
        case .reference: true
        case .array(let values): values.contains { $0.holdsReference }
        case .dictionary(let values): values.values.contains { $0.holdsReference }
        default: false
        }
    }
}
