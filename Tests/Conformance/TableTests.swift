import Testing

/// `Docs/Semantics.md` says of each scenario which test proves it. The tests say so of themselves.
@Suite struct `The list of scenarios` {
    @Test func `names every test with what it proves`() throws {
        let rows = SemanticsDocument.scenarios
        for (test, identifiers) in ConformanceTable.shared.planned {
            for scenario in identifiers.filter({ $0.hasPrefix("T-") }) {
                let row = rows.first { $0.scenario == scenario }
                #expect(row?.tests.contains(test) == true, "\(scenario) does not name “\(test)”")
            }
        }
    }

    @Test func `names no test that there is not, and no rule that it does not prove`() throws {
        let planned = ConformanceTable.shared.planned
        // Only where all tests take part is one that is not planned one that there is not.
        guard planned.count > 1 else { return }
        for row in SemanticsDocument.scenarios {
            for test in row.tests {
                let identifiers = try #require(planned[test], "there is no test “\(test)”")
                #expect(
                    identifiers.contains(row.scenario),
                    "“\(test)” is not about \(row.scenario)"
                )
            }
            guard !row.tests.isEmpty else { continue }
            let proven = Set(row.tests.flatMap { planned[$0] ?? [] })
            #expect(proven.isSuperset(of: row.rules), "\(row.scenario): \(row.rules)")
        }
    }

    @Test func `names for every rule that is not planned a test that proves it`() {
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

    /// Rules of neighbours, and one about how pictures are shown.
    @Test func `has few rules with a reason in place of a test`() {
        let reasoned = SemanticsDocument.rules.filter(\.isReasoned).map(\.identifier)

        #expect(reasoned.count <= 24)
        let others = reasoned.filter { !$0.contains(/^(SCN|AK|SUI)-|^FAIL-24$/) }
        #expect(others.isEmpty)
    }

    @Test func `knows each test by a sentence of its own`() {
        #expect(ConformanceTable.shared.ambiguous.isEmpty)
    }

    @Test func `tells of two tests of one sentence`() {
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

    @Test func `has every scenario once, proven or with a reason`() throws {
        let rows = SemanticsDocument.scenarios

        #expect(rows.map(\.scenario) == (1...99).map { "T-\($0)" })
        for row in rows where row.tests.isEmpty {
            #expect(row.reason.contains(/^(planned|not ours): ./), "\(row.scenario)")
        }
    }
}
