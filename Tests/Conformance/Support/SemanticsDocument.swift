import Foundation
import TestSupport

/// The rules in `Docs/Semantics.md`.
enum SemanticsDocument {
    struct Rule {
        let identifier: String
        /// "holds", "differs", "in part" or "not ours".
        let state: String
        /// The titles of tests in quotation marks.
        let tests: [String]

        /// Whether the row gives a reason in place of tests.
        var isReasoned: Bool { state == "not ours" }
    }

    static let rules: [Rule] = text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4, cells[0].contains(/^[A-Z]{2,}-[0-9]+$/) else { return nil }
        return Rule(
            identifier: cells[0],
            state: String(cells[2].prefix { $0 != ":" }),
            tests: cells[3].matches(of: /“([^”]+)”/).map { String($0.1) }
        )
    }

    /// Empty if the document is unreadable, so that `knows every rule that a test names` fails.
    private static let text: String = {
        return (try? Repository.text(of: "Docs/Semantics.md")) ?? ""
    }()
}
