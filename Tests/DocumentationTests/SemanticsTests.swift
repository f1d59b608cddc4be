import TestSupport
import Testing

@Suite struct `The list of rules` {
    /// The number of rules in each area. Their ids count from 1 without gaps.
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
                rule.state.starts(with: /holds$|(holds|in part|differs|not ours): ./),
                "\(rule.id): \(rule.state)"
            )
            #expect(!rule.sentence.isEmpty, "\(rule.id)")
        }
    }

    @Test func `names existing tests`() throws {
        let tests = try TestTitles()
        for rule in try Rule.all() {
            for test in rule.tests.quotations {
                let isTest = tests.contains(test)
                #expect(isTest, "\(rule.id): there is no test \"\(test)\"")
            }
        }
    }

    @Test func `keeps the cells of its tables short`() throws {
        for rule in try Rule.all() {
            #expect(rule.sentence.count <= 130, "\(rule.id) is too long")
            #expect(rule.state.count <= 130, "\(rule.id) is too long")
            #expect(rule.tests.count <= 210, "\(rule.id) is too long")
        }
    }

    @Test func `has every rule that comments name`() throws {
        let known = Set(try Rule.all().map(\.id))
        for source in Repository.files(in: "Sources", endingWith: ".swift") {
            let text = try Repository.text(of: source)
            for match in text.matches(of: /\b(PRES|CONT|VIEW|PATH|REST|FAIL|SEC|OBJ)-[0-9]+/) {
                #expect(known.contains(String(match.0)), "\(source) names \(match.0)")
            }
        }
    }
}

/// A row of `Docs/Semantics.md`.
private struct Rule {
    let id: String
    let sentence: String
    let state: String
    let tests: String

    static func all() throws -> [Rule] {
        try Document(path: "Docs/Semantics.md").tableRows.compactMap { _, cells in
            guard cells.count == 4, cells[0].contains(/^[A-Z]{2,}-[0-9]+$/) else { return nil }
            return Rule(id: cells[0], sentence: cells[1], state: cells[2], tests: cells[3])
        }
    }
}
