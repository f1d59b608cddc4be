import Foundation
import Testing

/// `Docs/Semantics.md` says of each scenario which test proves it. The tests say so of themselves.
@Suite struct `The list of scenarios` {
    @Test func `names every test with what it proves`() throws {
        let rows = try ScenarioRow.all()
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
        for row in try ScenarioRow.all() {
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

    @Test func `has every scenario once, proven or with a reason`() throws {
        let rows = try ScenarioRow.all()

        #expect(rows.map(\.scenario) == (1...99).map { "T-\($0)" })
        for row in rows where row.tests.isEmpty {
            #expect(row.reason.contains(/^(planned|not ours): ./), "\(row.scenario)")
        }
    }
}

/// A row of the table of scenarios: its id, the rules, and the tests in quotation marks or a reason.
private struct ScenarioRow {
    let scenario: String
    let rules: [String]
    let tests: [String]
    let reason: String

    static func all() throws -> [ScenarioRow] {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Docs/Semantics.md")
        let text = try String(contentsOf: document, encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].contains(/^T-[0-9]+$/) else { return nil }
            return ScenarioRow(
                scenario: cells[0],
                rules: cells[1].components(separatedBy: ", ").filter { $0 != "–" },
                tests: cells[2].matches(of: /“([^”]+)”/).map { String($0.1) },
                reason: cells[2]
            )
        }
    }
}
