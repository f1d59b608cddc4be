struct PluginCheck: Sendable {
    let rule: String
    let claim: String
    let needs: [String]
    let run: @Sendable (PluginSubject) throws -> Void

    init(
        _ rule: String,
        _ claim: String,
        needs: [String],
        _ run: @escaping @Sendable (PluginSubject) throws -> Void
    ) {
        self.rule = rule
        self.claim = claim
        self.needs = needs
        self.run = run
    }

    static func each(
        _ rule: String,
        _ claim: String,
        needs: [String],
        _ run: @escaping @Sendable (ClassSubject, PluginSubject) throws -> Void
    ) -> PluginCheck {
        PluginCheck(rule, claim, needs: needs) { subject in
            try subject.eachClass { try run($0, subject) }
        }
    }

    /// A check shared with classes of hosts.
    static func each(
        _ rule: String,
        needs: [String],
        _ check: @escaping @Sendable () -> ConformanceCheck<ClassSubject>
    ) -> PluginCheck {
        each(rule, check().name, needs: needs) { subject, _ in try check().run(subject) }
    }

    /// All checks. Each follows the checks that it needs.
    static let all = files + loading + lives + processes + state + calls
}

/// Ends a check that has nothing to test.
struct Inapplicable: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}
