import RestorationTesting
import Testing

/// Names the rules of `Docs/Semantics.md` and the scenarios that a test proves, and records its
/// result.
///
/// Both presets obey the rules, except for the differences in the document. So a test runs under
/// each preset, unless it names one.
struct RuleTrait: TestTrait, TestScoping {
    /// Rules, such as "PRES-1", and scenarios, such as "T-1".
    let identifiers: [String]
    let presets: [RestorationPreset]

    func prepare(for test: Test) async throws {
        ConformanceTable.shared.plan(test.plainName, of: "\(test.id)", proves: identifiers)
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let name = test.plainName
        for preset in presets {
            let observer: IssueHandlingTrait = .compactMapIssues { issue in
                ConformanceTable.shared.note(name, .failed)
                var issue = issue
                issue.comments.append("Under the preset \(preset)")
                return issue
            }
            do {
                try await RestorationPreset.$tested.withValue(preset) {
                    try await Deliveries.$current.withValue(Deliveries()) {
                        try await observer.provideScope(
                            for: test,
                            testCase: testCase,
                            performing: function
                        )
                    }
                }
                ConformanceTable.shared.note(name, .passed)
            } catch {
                ConformanceTable.shared.note(name, .failed)
                throw error
            }
        }
    }
}

extension RestorationPreset {
    /// The preset of the current test; `granular` outside a test with a rule.
    @TaskLocal static var tested = RestorationPreset.granular
}

extension RestorationReport.Outcome {
    /// The outcome, under the current preset, of an existing object whose state could not be
    /// applied.
    static var notApplied: Self { RestorationPreset.tested == .uikit ? .created : .retained }
    /// The outcome, under the current preset, of an object that could not be created.
    static var notCreated: Self { RestorationPreset.tested == .uikit ? .missing : .retained }
}

extension Trait where Self == RuleTrait {
    /// - Parameters:
    ///   - identifiers: The rules and scenarios that the test proves.
    ///   - preset: The only preset of the test; `nil` for both.
    static func rule(_ identifiers: String..., under preset: RestorationPreset? = nil) -> Self {
        RuleTrait(
            identifiers: identifiers,
            presets: preset.map { [$0] } ?? RestorationPreset.allCases
        )
    }
}

extension Test {
    /// The title of the test without backticks.
    var plainName: String {
        let name = displayName ?? String(self.name.prefix { $0 != "(" })
        return String(name.filter { $0 != "`" })
    }
}
