import Foundation
import Testing

/// The list in `Docs/WritingAPlugin.md` and what is tested say the same.
@Suite struct `The list of what makes a host refuse a plugin` {
    /// A message and its remedy; `…` stands for what differs.
    private struct Row: CustomStringConvertible {
        let problem: Substring
        let remedy: Substring

        var description: String { "\(problem)" }

        func describes(_ broken: BrokenPlugin) -> Bool {
            Self.matches(problem, broken.problem) && Self.matches(remedy, broken.remedy)
        }

        private static func matches(_ pattern: Substring, _ text: String) -> Bool {
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
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(
            contentsOf: package.appending(path: "Docs/WritingAPlugin.md"),
            encoding: .utf8
        )
        let start = try #require(document.firstRange(of: "## What makes a host refuse a plugin"))
        let section = document[start.upperBound...]
        let end = section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex
        rows = section[..<end].split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| "), !line.hasPrefix("| The message") else { return nil }
            let cells = line.dropFirst(2).dropLast(2).split(separator: " | ")
            return cells.count == 2 ? Row(problem: cells[0], remedy: cells[1]) : nil
        }
    }

    @Test func `has every broken plugin that is tested`() {
        let all = `A broken plugin`.all + [BrokenPlugin.foreign]
        for broken in all {
            #expect(rows.contains { $0.describes(broken) }, "\(broken.problem)")
        }
    }

    @Test func `has nothing that is not tested`() {
        // Tested with the files of plugins, which takes more than one of them.
        let others = ["The library brings", "The library would take", "The library was replaced"]
        let all = `A broken plugin`.all + [BrokenPlugin.foreign]
        for row in rows where !others.contains(where: { row.problem.hasPrefix($0) }) {
            #expect(all.contains { row.describes($0) }, "\(row)")
        }
    }
}
