import Foundation

/// What `Docs/Semantics.md` says of rules and scenarios.
enum SemanticsDocument {
    /// A rule: its id, whether it holds, and the tests in quotation marks.
    struct Rule {
        let identifier: String
        /// "holds", "differs", "in part", "planned" or "not ours".
        let state: String
        let tests: [String]

        /// Whether a reason stands in place of a test.
        var isReasoned: Bool { state == "planned" || state == "not ours" }
    }

    /// A scenario: its id, the rules, and the tests in quotation marks or a reason.
    struct Scenario {
        let scenario: String
        let rules: [String]
        let tests: [String]
        let reason: String
    }

    static let rules: [Rule] = rows(/^[A-Z]{2,}-[0-9]+$/, of: 4).map { cells in
        Rule(
            identifier: cells[0],
            state: String(cells[2].prefix { $0 != ":" }),
            tests: quoted(cells[3])
        )
    }

    static let scenarios: [Scenario] = rows(/^T-[0-9]+$/, of: 3).map { cells in
        Scenario(
            scenario: cells[0],
            rules: cells[1].components(separatedBy: ", ").filter { $0 != "–" },
            tests: quoted(cells[2]),
            reason: cells[2]
        )
    }

    private static func quoted(_ cell: String) -> [String] {
        cell.matches(of: /“([^”]+)”/).map { String($0.1) }
    }

    /// The rows of so many cells whose first is an id. None without the document, which the tests
    /// of the list then tell.
    private static func rows(_ identifier: Regex<Substring>, of count: Int) -> [[String]] {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/Semantics.md")
        let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == count && cells[0].contains(identifier) ? cells : nil
        }
    }
}
