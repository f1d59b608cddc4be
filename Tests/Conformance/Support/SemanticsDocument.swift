import Foundation

/// What `Docs/Semantics.md` says of rules and scenarios.
enum SemanticsDocument {
    /// A rule: its id, whether it holds, and the tests in quotation marks, of its row and its note.
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
            tests: quoted(cells[3]) + quoted(furtherTests(of: cells[0]))
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

    /// The end of a note below a table, which has the tests that its row has no room for.
    private static func furtherTests(of rule: String) -> String {
        let parts = notes[rule, default: ""].components(separatedBy: "Further tests: ")
        return parts.count == 2 ? parts[1] : ""
    }

    /// The notes below the tables, by the id of their rule: items of a list, each of which goes on
    /// in the indented lines that follow.
    private static let notes: [String: String] = {
        var notes: [String: String] = [:]
        var current: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let start = line.firstMatch(of: /^- \*\*([A-Z]+-[0-9]+)\*\*: (.+)$/) {
                current = String(start.output.1)
                notes[String(start.output.1)] = String(start.output.2)
            } else if let rule = current, line.hasPrefix("  ") {
                notes[rule, default: ""].append(" \(line.dropFirst(2))")
            } else {
                current = nil
            }
        }
        return notes
    }()

    private static func quoted(_ cell: String) -> [String] {
        cell.matches(of: /“([^”]+)”/).map { String($0.1) }
    }

    /// Empty without the document, which the tests of the list then tell.
    private static let text: String = {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/Semantics.md")
        return (try? String(contentsOf: document, encoding: .utf8)) ?? ""
    }()

    /// The rows of so many cells whose first is an id.
    private static func rows(_ identifier: Regex<Substring>, of count: Int) -> [[String]] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == count && cells[0].contains(identifier) ? cells : nil
        }
    }
}
