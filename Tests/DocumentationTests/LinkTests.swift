import Foundation
import TestSupport
import Testing

@Suite struct `The links of the documents` {
    @Test(arguments: try Document.all())
    func `lead to files and headings that exist`(document: Document) throws {
        for link in document.links {
            let target = try link.target(from: document)
            #expect(target, "\(document.path):\(link.line): \(link.destination) does not exist")
        }
    }

    @Test(arguments: try Document.all())
    func `and named paths lead to existing files`(document: Document) {
        for (line, path) in document.namedPaths {
            #expect(Repository.contains(path), "\(document.path):\(line): \(path) does not exist")
        }
    }

    @Test func `include every module, in the table of the architecture`() throws {
        let table = try Document(path: "Docs/Architecture.md").prose.map(\.text)
            .filter { $0.hasPrefix("|") }.joined()
        let files = Repository.files(in: "Sources", endingWith: "")

        for module in Set(files.map { $0.split(separator: "/")[1] }) {
            #expect(table.contains("`\(module)`"), "\(module) is missing")
        }
    }

    @Test func `include those in the comments of sources`() throws {
        let sources = ["Sources", "Plugins", "Tests"].flatMap { folder in
            [".swift", ".h", ".c"].flatMap { Repository.files(in: folder, endingWith: $0) }
        }
        for source in sources where !source.hasPrefix("Tests/DocumentationTests/") {
            for match in try Repository.text(of: source).matches(of: /Docs\/[A-Za-z0-9\/-]+\.md/) {
                #expect(Repository.contains(String(match.output)), "\(source): \(match.output)")
            }
        }
    }
}

/// `[text](destination)` in a document.
private struct Link {
    let line: Int
    let destination: String

    /// Whether the destination exists. Web addresses are not checked.
    func target(from document: Document) throws -> Bool {
        guard !destination.contains("://") else { return true }
        let parts = destination.split(
            separator: "#",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
        let path =
            parts[0].isEmpty
            ? document.path
            : URL(filePath: "/\(folder)/\(parts[0])").standardized.path.dropFirst().description
        guard Repository.contains(path) else { return false }
        guard parts.count == 2 else { return true }
        return try Document(path: path).anchors.contains(String(parts[1]))
    }
}

extension Document {
    fileprivate var links: [Link] {
        prose.flatMap { line, text in
            text.matches(of: /\]\(([^)\s]+)\)/).map { Link(line: line, destination: String($0.1)) }
        }
    }

    /// Paths of this repository in backticks. Names with placeholders do not count.
    fileprivate var namedPaths: [(line: Int, path: String)] {
        prose.flatMap { line, text in
            text.matches(of: /`((?:Sources|Tests|Docs|Plugins)\/[A-Za-z0-9_+.\/-]+)`/).map {
                (line, String($0.1))
            }
        }
    }

    /// The anchors of the headings: lower case, hyphens for spaces, without punctuation.
    fileprivate var anchors: Set<String> {
        let headings = prose.map(\.text).filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
                return String(
                    text.lowercased().compactMap { character in
                        if character == " " { return "-" }
                        return character.isLetter || character.isNumber || "-_".contains(character)
                            ? character : nil
                    }
                )
            }
        )
    }
}
