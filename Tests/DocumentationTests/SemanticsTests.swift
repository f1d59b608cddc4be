import Foundation
import Testing

@Suite struct `The list of rules` {
    /// How many rules each area has; the ids are numbered from 1 without gaps.
    private static let areas = [
        "PRES": 34, "CONT": 13, "VIEW": 11, "PATH": 17, "REST": 40, "FAIL": 26, "SEC": 16,
        "OBJ": 15, "SCN": 9, "AK": 13, "SUI": 2,
    ]

    @Test func `has every rule once`() throws {
        let expected = Self.areas.flatMap { area, count in (1...count).map { "\(area)-\($0)" } }

        let listed = try Rule.all().map(\.id)

        #expect(listed.sorted() == expected.sorted())
    }

    @Test func `says of each rule whether it holds`() throws {
        for rule in try Rule.all() {
            #expect(
                rule.state.starts(with: /holds$|(holds|in part|differs|planned|not ours): ./),
                "\(rule.id): \(rule.state)"
            )
            #expect(!rule.sentence.isEmpty, "\(rule.id)")
        }
    }

    @Test func `shows where a rule that holds can be seen`() throws {
        let sources = Set(Repository.files(in: "Sources", endingWith: ".swift").map(Self.fileName))
        let tests = try TestTitles()
        for rule in try Rule.all() where rule.state.hasPrefix("holds") {
            #expect(!rule.evidence.isEmpty, "\(rule.id) names neither a test nor a file")
            for evidence in rule.evidence {
                let isFile = sources.contains(evidence)
                let isTest = tests.contains(evidence)
                #expect(isFile || isTest, "\(rule.id): there is no file or test \"\(evidence)\"")
            }
        }
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    @Test func `has a note for each rule and scenario that points to one, and no other`() throws {
        let document = try Document(path: Rule.document)
        let marked = document.tableRows.map(\.cells)
            .filter { $0.last?.hasSuffix("†") == true }
            .map { $0[0] }

        #expect(document.notes.keys.sorted() == marked.sorted())
    }

    @Test func `keeps the cells of its tables short`() throws {
        for rule in try Rule.all() {
            #expect(rule.sentence.count <= 130, "\(rule.id) needs a note")
            #expect(rule.state.count <= 130, "\(rule.id) needs a note")
            #expect(rule.tests.count <= 210, "\(rule.id) needs a note")
        }
    }

    @Test func `has every rule that a comment names`() throws {
        let known = Set(try Rule.all().map(\.id))
        for source in Repository.files(in: "Sources", endingWith: ".swift") {
            let text = try Repository.text(of: source)
            for match in text.matches(of: /\b(PRES|CONT|VIEW|PATH|REST|FAIL|SEC|OBJ)-[0-9]+/) {
                #expect(known.contains(String(match.0)), "\(source) names \(match.0)")
            }
        }
    }
}

/// A row of `Docs/Semantics.md`: the id, a sentence, and the state with what shows it; and the note
/// of that id, which stands below the table.
private struct Rule {
    static let document = "Docs/Semantics.md"

    let id: String
    let sentence: String
    let state: String
    let tests: String
    /// Empty for most rules.
    let note: String

    /// What stands in backticks or quotation marks beside the state and in the note: the names of
    /// files and tests.
    var evidence: [String] {
        (state + tests + note).matches(of: /[`“]([^`”]+)[`”]/).map { String($0.1) }
    }

    static func all() throws -> [Rule] {
        let document = try Document(path: Self.document)
        let notes = document.notes
        return document.tableRows.compactMap { _, cells in
            // The scenarios, T-1 and on, have a table of their own.
            guard cells.count == 4, cells[0].contains(/^[A-Z]{2,}-[0-9]+$/) else { return nil }
            return Rule(
                id: cells[0],
                sentence: cells[1],
                state: cells[2],
                tests: cells[3],
                note: notes[cells[0]] ?? ""
            )
        }
    }
}

extension Document {
    /// The notes below the tables, by the id of their rule or scenario: items of a list, each of
    /// which goes on in the indented lines that follow.
    fileprivate var notes: [String: String] {
        var notes: [String: String] = [:]
        var current: String?
        for (_, line) in prose {
            if let start = line.firstMatch(of: /^- \*\*([A-Z]+-[0-9]+)\*\*: (.+)$/) {
                current = String(start.output.1)
                notes[String(start.output.1)] = String(start.output.2)
            } else if let id = current, line.hasPrefix("  ") {
                notes[id, default: ""].append(" \(line.dropFirst(2))")
            } else {
                current = nil
            }
        }
        return notes
    }
}
