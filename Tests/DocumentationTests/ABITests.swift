import Foundation
import Testing

@Suite struct `The rules of the plugin interface` {
    @Test func `have a reason each`() throws {
        var rules: [(title: String, hasReason: Bool)] = []
        for (_, line) in try Document(path: Requirement.document).prose {
            if line.hasPrefix("## ") { rules.append((String(line.dropFirst(3)), false)) }
            if line.hasPrefix("*Why") { rules[rules.count - 1].hasReason = true }
        }
        let end = try #require(rules.firstIndex { $0.title == "Requirements for authors" })

        #expect(rules[..<end].filter { !$0.hasReason }.map(\.title) == [])
    }
}

@Suite struct `Rules for plugin authors` {
    @Test func `has numbers without gaps`() throws {
        let numbers = try Requirement.all().map(\.number)

        #expect(numbers == (1...numbers.count).map { "A\($0)" })
        #expect(numbers.count == 29)
    }

    @Test func `give the requirement, the reason, and the check`() throws {
        for requirement in try Requirement.all() {
            #expect(!requirement.sentence.isEmpty, "\(requirement.number)")
            #expect(!requirement.reason.isEmpty, "\(requirement.number)")
            #expect(!requirement.checker.isEmpty, "\(requirement.number)")
            #expect(!requirement.tests.isEmpty, "\(requirement.number) names no test")
        }
    }

    @Test func `quotes only titles of existing tests`() throws {
        let titles = try TestTitles()
        for (number, line) in try Document(path: Requirement.document).prose {
            for test in line.quotations {
                // The expectation itself would print all sources.
                let isTitle = titles.contains(test)
                #expect(isTitle, "line \(number): there is no test \"\(test)\"")
            }
        }
    }
}

/// A row of the table in `Docs/ABI.md`.
private struct Requirement {
    static let document = "Docs/ABI.md"

    let number: String
    let sentence: String
    let reason: String
    /// The party that checks the requirement.
    let checker: String
    /// The titles of the tests that check the host.
    let tests: [String]

    static func all() throws -> [Requirement] {
        try Document(path: document).tableRows.compactMap { _, cells in
            guard cells.count == 5, cells[0].contains(/^A[0-9]+$/) else { return nil }
            return Requirement(
                number: cells[0],
                sentence: cells[1],
                reason: cells[2],
                checker: cells[3],
                tests: cells[4].quotations
            )
        }
    }
}
