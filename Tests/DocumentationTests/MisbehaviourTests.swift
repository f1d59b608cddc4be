import Testing

@Suite struct `The faults that a plugin can have` {
    @Test func `are many, and each has what it says and costs`() throws {
        let faults = try Fault.all()

        #expect(faults.count >= 70)
        for fault in faults {
            #expect(fault.cells.count == 5, "line \(fault.number)")
            #expect(!fault.cells.contains(""), "line \(fault.number) has an empty cell")
        }
    }

    @Test func `are each proved by tests that there are`() throws {
        let titles = try TestTitles()
        for fault in try Fault.all() {
            #expect(!fault.tests.isEmpty, "line \(fault.number) names no test")
            for test in fault.tests {
                // Outside of the expectation, which would print all sources.
                let isTitle = titles.contains(test)
                #expect(isTitle, "line \(fault.number): there is no test \"\(test)\"")
            }
        }
    }

    @Test func `stand on a page whose other quotations are tests, too`() throws {
        let titles = try TestTitles()
        for (number, line) in try Document(path: Fault.document).prose {
            for test in line.quotations {
                let isTitle = titles.contains(test)
                #expect(isTitle, "line \(number): there is no test \"\(test)\"")
            }
        }
    }
}

/// A row of the tables in `Docs/Plugins/WhenAPluginMisbehaves.md`.
private struct Fault {
    static let document = "Docs/Plugins/WhenAPluginMisbehaves.md"

    let number: Int
    let cells: [String]
    /// The titles of the tests that prove it.
    var tests: [String] { cells.last?.quotations ?? [] }

    static func all() throws -> [Fault] {
        try Document(path: document).tableRows
            .filter { $0.cells.first != "What is wrong" && $0.cells.contains { $0 != "---" } }
            .map { Fault(number: $0.number, cells: $0.cells) }
    }
}
