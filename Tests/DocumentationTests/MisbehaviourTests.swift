import Testing

@Suite struct `The faults that a plugin can have` {
    @Test func `are each covered by existing tests`() throws {
        let titles = try TestTitles()
        let faults = try Fault.all()

        #expect(faults.count >= 250)
        for fault in faults {
            #expect(!fault.tests.isEmpty, "line \(fault.line) names no test")
            for test in fault.tests {
                // The expectation itself would print all sources.
                let isTitle = titles.contains(test)
                #expect(isTitle, "line \(fault.line): there is no test \"\(test)\"")
            }
        }
    }
}

/// A row of the tables in `Tests/Fixtures/Plugins/Faults.md`.
private struct Fault {
    let line: Int
    /// The titles of the tests that prove the outcome of the fault.
    let tests: [String]

    static func all() throws -> [Fault] {
        try Document(path: "Tests/Fixtures/Plugins/Faults.md").tableRows
            .filter { $0.cells.first != "Fault" && $0.cells.first != "---" }
            .map { Fault(line: $0.number, tests: $0.cells.last?.quotations ?? []) }
    }
}
