import Foundation
import RestorationCore
import TestSupport
import Testing

/// `Docs/Plugins/Refusals.md` lists exactly the refusals that the code can produce.
@Suite struct `The list of reasons to refuse a plugin` {
    /// A message and its remedy; `…` stands for the variable parts.
    private struct Row: CustomStringConvertible {
        let problem: String
        let remedy: String

        /// - Parameter cells: in Markdown, with a backslash before `*` and `\`.
        init(_ cells: [Substring]) {
            problem = String(cells[0]).replacing(#/\\([*\\])/#) { $0.output.1 }
            remedy = String(cells[1]).replacing(#/\\([*\\])/#) { $0.output.1 }
        }

        var description: String { problem }

        func describes(_ said: Diagnosis) -> Bool {
            Self.matches(problem, said.problem) && Self.matches(remedy, said.remedy)
        }

        private static func matches(_ pattern: String, _ text: String) -> Bool {
            let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
            var rest = text[...]
            guard rest.hasPrefix(parts[0]), rest.hasSuffix(parts[parts.count - 1]) else {
                return false
            }
            for part in parts where !part.isEmpty {
                guard let found = rest.firstRange(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return parts.count > 1 || rest.isEmpty
        }
    }

    private let rows: [Row]

    init() throws {
        let document = try Repository.text(of: "Docs/Plugins/Refusals.md")
        rows = document.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| "), !line.hasPrefix("| The message") else { return nil }
            let cells = line.dropFirst(2).dropLast(2).split(separator: " | ")
            return cells.count == 2 ? Row(cells) : nil
        }
    }

    @Test func `has every message that the code can say`() {
        let missing = RefusalMessages.all.filter { said in !rows.contains { $0.describes(said) } }
        #expect(missing.map { "| \($0.problem) | \($0.remedy) |" } == [])
    }

    @Test func `has only messages that the code contains`() {
        let unknown = rows.filter { row in !RefusalMessages.all.contains(where: row.describes) }
        #expect(unknown.map(\.description) == [])
    }
}
