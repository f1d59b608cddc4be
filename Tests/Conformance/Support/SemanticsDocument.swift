import Foundation

/// What `Docs/Semantics.md` says of rules and scenarios.
enum SemanticsDocument {
    /// A rule: its id, and whether it holds.
    struct Rule {
        let identifier: String
        /// "holds", "differs", "in part" or "planned".
        let state: String
    }

    /// A scenario: its id, the rules, and the tests in quotation marks or a reason.
    struct Scenario {
        let scenario: String
        let rules: [String]
        let tests: [String]
        let reason: String
    }

    static let rules: [Rule] = rows(/^[A-Z]{2,}-[0-9]+$/).map { cells in
        Rule(identifier: cells[0], state: String(cells[2].prefix { $0 != ":" }))
    }

    static let scenarios: [Scenario] = rows(/^T-[0-9]+$/).map { cells in
        Scenario(
            scenario: cells[0],
            rules: cells[1].components(separatedBy: ", ").filter { $0 != "–" },
            tests: cells[2].matches(of: /“([^”]+)”/).map { String($0.1) },
            reason: cells[2]
        )
    }

    /// The rows of three cells whose first is an id. None without the document, which the tests of
    /// the list then tell.
    private static func rows(_ identifier: Regex<Substring>) -> [[String]] {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/Semantics.md")
        let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 3 && cells[0].contains(identifier) ? cells : nil
        }
    }
}
