import Testing

/// Says which rules of `Docs/Semantics.md` and which of its scenarios a test proves, and writes down
/// what came of it.
struct RuleTrait: TestTrait, TestScoping {
    /// Rules, such as "PRES-1", and scenarios, such as "T-1".
    let identifiers: [String]

    func prepare(for test: Test) async throws {
        ConformanceTable.shared.plan(test.plainName, proves: identifiers)
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let name = test.plainName
        let observer: IssueHandlingTrait = .compactMapIssues { issue in
            ConformanceTable.shared.note(name, .failed)
            return issue
        }
        do {
            try await observer.provideScope(for: test, testCase: testCase, performing: function)
            ConformanceTable.shared.note(name, .passed)
        } catch {
            ConformanceTable.shared.note(name, .failed)
            throw error
        }
    }
}

extension Trait where Self == RuleTrait {
    /// - Parameter identifiers: Of the rules and scenarios that the test proves.
    static func rule(_ identifiers: String...) -> Self { RuleTrait(identifiers: identifiers) }
}

extension Test {
    /// The sentence that the test is.
    var plainName: String {
        let name = displayName ?? String(self.name.prefix { $0 != "(" })
        return String(name.filter { $0 != "`" })
    }
}
