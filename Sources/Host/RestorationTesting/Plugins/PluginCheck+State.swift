import RestorationKit
import RestorationPlugins

extension PluginCheck {
    static let state: [PluginCheck] = [
        each("state.same-twice", needs: returning) { ClassSubject.encodesEqualStateTwice },
        each("state.round-trip", needs: ["state.same-twice"]) { ClassSubject.comesBack },
        each("state.every-launch", needs: ["state.round-trip"]) {
            ClassSubject.isRestoredRepeatedly
        },
        each(
            "state.quiet",
            "reports no change while it encodes",
            needs: returning
        ) { subject, plugin in
            let launch = try subject.launched()
            try launch.session.preserveNow()
            try launch.session.preserveNow()
            launch.settle()
            guard plugin.log.line(with: "calls invalidate while it encodes") != nil else { return }
            throw Nonconformance(
                "its encode calls invalidate, so each save causes another one"
            )
        },
        each(
            "state.size",
            "stores less than a host's budget for one object",
            needs: returning
        ) { subject, _ in
            let launch = try subject.launched()
            let budget = RestorationOptions().objectSizeBudget
            let size = try launch.session.captureImage()?.imageSize ?? 0
            try Nonconformance.unless(
                size <= budget,
                "a new object stores \(size) bytes, and hosts warn above \(budget)"
            )
        },
        each("state.empty", needs: returning) { ClassSubject.decodesNothing },
        each("state.missing-key", needs: ["state.empty"] + repeated) {
            ClassSubject.decodesWithoutAnyKey
        },
        each("state.unknown-key", needs: returning) { ClassSubject.ignoresUnknownKeys },
        each(
            "state.reads",
            "reads the values that it stores",
            needs: ["state.round-trip"]
        ) { subject, _ in
            let own = try subject.ownValues()
            guard !own.isEmpty else { throw Inapplicable("It stores nothing.") }
            let launch = try subject.launched().relaunch()
            guard try subject.outcome(launch)?.outcome.isSuccess == true else { return }
            // A class may read a key only in some states.
            var unasked = Set(ClassSubject.keysNotAskedFor(launch))
            for altered in unasked.isEmpty ? [] : try subject.alteredStates() {
                let other = try subject.relaunched(altered)
                guard try subject.outcome(other)?.outcome.isSuccess == true else { continue }
                unasked.formIntersection(ClassSubject.keysNotAskedFor(other))
            }
            try ClassSubject.requireAsked(unasked.sorted())
        },
        each(
            "state.settles",
            "stores accepted values unchanged at the next save",
            needs: ["state.every-launch"] + repeated
        ) { subject, _ in
            for altered in try subject.alteredStates() {
                let launch = try subject.relaunched(altered)
                guard try subject.outcome(launch)?.outcome.isSuccess == true else { continue }
                let before = try subject.state(launch)
                let second = try launch.relaunch()
                guard try subject.outcome(second)?.outcome.isSuccess == true else {
                    throw Nonconformance("it refuses the state that it made of \(shown(altered))")
                }
                try ClassSubject.require(
                    before,
                    try subject.state(second),
                    "the state that it made of \(shown(altered)) differs after a relaunch"
                )
            }
        },
        each("state.other-kinds", needs: repeated) { ClassSubject.survivesOtherKinds },
        each(
            "state.limits",
            "survives values at the limits of their kinds",
            needs: repeated
        ) { subject, _ in try subject.survive { $0.atLimits } },
        each(
            "state.cut",
            "survives truncated values",
            needs: repeated
        ) { subject, _ in try subject.survive { $0.cut } },
        each(
            "state.nested",
            "survives extra elements and unknown keys in its values",
            needs: repeated
        ) { subject, _ in try subject.survive { $0.extended } },
        each(
            "state.random",
            "survives random values under its keys",
            needs: ["state.other-kinds", "state.limits", "state.cut", "state.nested"]
        ) { subject, plugin in
            var random = RandomState(seed: plugin.conformance.seed)
            let own = try subject.ownValues()
            for _ in 0..<max(plugin.conformance.iterations / 5, 10) {
                _ = try subject.restoring(random.state(like: own))
            }
        },
        each(
            "state.missing-reference",
            "survives references to missing objects",
            needs: returning
        ) { subject, _ in
            try subject.survive(referring: .nothing, list: .list([.nothing]))
        },
        each(
            "state.cycle",
            "survives references to itself and to its parent",
            needs: returning
        ) { subject, _ in
            for reference in [ForeignReference.itself, .holder] {
                try subject.survive(referring: reference, list: .list([reference, reference]))
            }
        },
        each("state.older", needs: ["state.reads"]) { ClassSubject.takesOverOlderState },
        each("state.older-damaged", needs: returning) { ClassSubject.survivesOlderState },
        each(
            "object.separate",
            "separates the state of two objects",
            needs: ["state.reads", "state.settles"]
        ) { subject, _ in
            let plain = try subject.state(subject.launched())
            for altered in try subject.alteredStates() {
                let other = try subject.relaunched(altered)
                _ = try subject.outcome(other)
                let state = try subject.state(subject.launched())
                try ClassSubject.require(
                    plain,
                    state,
                    "a new object differs while another one exists"
                )
            }
        },
    ]

    private static func shown(_ values: [String: RestorationValue]) -> String {
        values.sorted { $0.key < $1.key }.map { key, value in
            "\(ValueText.name(key)): \(StateSnapshot.text(of: value).prefix(60))"
        }.joined(separator: ", ")
    }
}

extension ClassSubject {
    /// The current values, without references and the session's own values.
    fileprivate func ownState(
        _ launch: TestLaunch<ObjectHolder>
    ) throws -> [String: RestorationValue] {
        try state(launch).values.filter { key, value in
            !key.hasPrefix("restoration.") && !value.holdsReference
        }
    }

    /// Own values, with one at a time replaced by another of the same kind.
    func alteredStates() throws -> [[String: RestorationValue]] {
        let own = try ownValues()
        return own.keys.sorted().flatMap { key in
            (own[key]?.altered ?? []).map { value in
                var others = own
                others[key] = value
                return others
            }
        }
    }

    /// Restores with one own value replaced at a time. Decoding may fail: the session then retains
    /// the state.
    fileprivate func survive(
        _ others: (RestorationValue) -> [RestorationValue]
    ) throws {
        let own = try ownValues()
        for key in own.keys.sorted() {
            for value in own[key].map(others) ?? [] {
                var state = own
                state[key] = value
                _ = try restoring(state)
            }
        }
    }

    fileprivate func survive(referring reference: ForeignReference, list: ForeignReference) throws {
        let own = try allOwnValues()
        let references = own.filter(\.value.holdsReference)
        guard !references.isEmpty else { throw Inapplicable("It stores no reference.") }
        _ = try restoring(
            own.filter { !$0.value.holdsReference },
            references: references.mapValues { value in
                if case .array = value { list } else { reference }
            }
        )
    }
}
