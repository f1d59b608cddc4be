import Foundation
import TestSupport

/// A Markdown file of the repository.
struct Document: Sendable, CustomStringConvertible {
    /// The path from the repository's root.
    let path: String
    let lines: [String]

    init(path: String) throws {
        self.path = path
        lines = try Repository.text(of: path)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var description: String { path }

    /// All documents for readers.
    static func all() throws -> [Document] {
        let folders = ["Docs", "Plugins", "Sources", "Tests"].flatMap {
            Repository.files(in: $0, endingWith: ".md")
        }
        return try (["README.md", "CHANGELOG.md"] + folders).map(Document.init(path:))
    }
}

extension Document {
    var examples: [Example] {
        var examples: [Example] = []
        var number = 0
        while number < lines.count {
            guard let fence = Fence(lines[number]) else {
                number += 1
                continue
            }
            let start = number + 1
            let end = lines[start...].firstIndex { fence.isClosed(by: $0) } ?? lines.count
            examples.append(
                Example(
                    document: path,
                    line: start + 1,
                    language: fence.language,
                    marker: number > 0 ? Marker(lines[number - 1]) : nil,
                    code: lines[start..<end].joined(separator: "\n") + "\n"
                )
            )
            number = end + 1
        }
        return examples
    }

    /// The documents whose examples precede those of this one, first to last. The last of them is
    /// named on a line of its own: `<!-- continues: Docs/Hosts/Sessions.md -->`.
    func continued() throws -> [Document] {
        let paths = lines.compactMap { $0.wholeMatch(of: #/<!-- continues: (\S+) -->/#)?.1 }
        guard let path = paths.first else { return [] }
        let document = try Document(path: String(path))
        return try document.continued() + [document]
    }

    /// The lines outside of examples, with their numbers from 1 up.
    var prose: [(number: Int, text: String)] {
        var open: Fence?
        return lines.enumerated().compactMap { index, line in
            if let fence = open {
                if fence.isClosed(by: line) { open = nil }
                return nil
            }
            open = Fence(line)
            return open == nil ? (index + 1, line) : nil
        }
    }
}

/// The line that opens an example: three backticks or more, and the language.
private struct Fence {
    let ticks: Substring
    let language: String

    init?(_ line: String) {
        let text = line.drop { $0 == " " }
        ticks = text.prefix { $0 == "`" }
        guard ticks.count >= 3 else { return nil }
        language = String(text.dropFirst(ticks.count).prefix { $0 != " " })
    }

    func isClosed(by line: String) -> Bool {
        line.trimmingCharacters(in: .whitespaces) == ticks
    }
}
