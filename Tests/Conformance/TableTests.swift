import Testing

/// Compares the rules that tests name with `Docs/Semantics.md`.
@Suite struct `The list of rules and scenarios` {
    @Test func `names a test for every rule that applies here`() {
        let planned = ConformanceTable.shared.planned
        guard planned.count > 1 else { return }
        for rule in SemanticsDocument.rules where !rule.isReasoned {
            #expect(!rule.tests.isEmpty, "\(rule.identifier) names no test")
            for test in rule.tests {
                let isProven = planned[test]?.contains(rule.identifier) == true
                #expect(isProven, "“\(test)” does not prove \(rule.identifier)")
            }
        }
    }

    /// These are rules of related APIs, and one about the display of snapshots.
    @Test func `has few rules with a reason in place of a test`() {
        let reasoned = SemanticsDocument.rules.filter(\.isReasoned).map(\.identifier)

        #expect(reasoned.count <= 24)
        let others = reasoned.filter { !$0.contains(/^(SCN|AK|SUI)-|^FAIL-24$/) }
        #expect(others.isEmpty)
    }

    @Test func `has a unique title for each test`() {
        #expect(ConformanceTable.shared.ambiguous.isEmpty)
    }

    @Test func `reports two tests with one title`() {
        let table = ConformanceTable()
        table.plan("is so", of: "A/is so", proves: ["PRES-1"])
        table.plan("is so", of: "A/is so", proves: ["PRES-1"])
        table.plan("is not", of: "A/is not", proves: ["PRES-2"])
        #expect(table.ambiguous.isEmpty)

        table.plan("is so", of: "B/is so", proves: ["PRES-3"])

        #expect(table.ambiguous == ["is so"])
    }

    @Test func `knows every rule that a test names`() {
        let known = Set(SemanticsDocument.rules.map(\.identifier))
        for (test, identifiers) in ConformanceTable.shared.planned {
            let rules = identifiers.filter { !$0.hasPrefix("T-") }
            #expect(known.isSuperset(of: rules), "“\(test)” proves \(rules)")
        }
    }

    @Test func `plays every scenario`() {
        let planned = ConformanceTable.shared.planned
        // A filtered run does not include all tests.
        guard planned.count > 1 else { return }
        let played = Set(planned.values.joined())

        #expect(played.isSuperset(of: ConformanceTable.scenarios))
    }
}
