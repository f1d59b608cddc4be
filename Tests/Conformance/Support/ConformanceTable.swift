import Foundation
import Synchronization

/// The rules with their tests and the tests' results. It contains nothing but results of tests.
final class ConformanceTable: Sendable {
    static let shared = ConformanceTable()

    enum Result: String {
        case passed, failed
    }

    private struct State {
        /// The proved rules, by the title of the test.
        var planned: [String: [String]] = [:]
        /// The ids of the tests with each title, one per suite.
        var owners: [String: Set<String>] = [:]
        var results: [String: Result] = [:]
    }
    /// Guards the table, because tests run in parallel.
    private let state = Mutex(State())

    /// Adds a test before it runs.
    ///
    /// - Parameter id: Distinguishes the test from tests of the same title in other suites.
    func plan(_ test: String, of id: String, proves identifiers: [String]) {
        state.withLock { state in
            state.planned[test] = identifiers
            state.owners[test, default: []].insert(id)
        }
    }

    /// The titles of more than one test. `Docs/Semantics.md` and the table identify tests by title
    /// alone.
    var ambiguous: [String] {
        state.withLock { $0.owners.filter { $0.value.count > 1 }.keys.sorted() }
    }

    /// Records the result of a test or of one case. A single failure counts as failed.
    func note(_ test: String, _ result: Result) {
        state.withLock { state in
            if state.results[test] != .failed { state.results[test] = result }
            write(state)
        }
    }

    /// The titles of all tests that prove rules, with the rules.
    var planned: [String: [String]] { state.withLock { $0.planned } }

    /// The table's file, beside the test program.
    static var file: String {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: program ?? ".").deletingLastPathComponent()
        return folder.appending(path: "conformance.md").path
    }

    /// Writes the whole table each time, because no callback announces the end of the last test.
    private func write(_ state: State) {
        var tests: [String: [String]] = [:]
        for (test, identifiers) in state.planned {
            for identifier in identifiers { tests[identifier, default: []] += [test] }
        }
        let rows = Self.subjects.flatMap { identifier, here in
            let rows = tests[identifier, default: []].sorted().map { test in
                // The test hangs or has ended the process.
                let result = state.results[test]?.rawValue ?? "not ended"
                return "| \(identifier) | \(here) | \(test) | \(result) |"
            }
            return rows.isEmpty ? ["| \(identifier) | \(here) | – | no test here |"] : rows
        }
        let table = ["| Rule | Here | Test | Result |", "|---|---|---|---|"] + rows
        let text = table.joined(separator: "\n") + "\n"
        try? Data(text.utf8).write(to: URL(filePath: Self.file), options: .atomic)
    }

    /// Every rule with its state, in the document's order, then every scenario.
    private static let subjects: [(identifier: String, here: String)] =
        SemanticsDocument.rules.map { ($0.identifier, $0.state) }
        + scenarios.map { ($0, "scenario") }

    /// The ids of scenarios. Several tests may play one.
    static let scenarios = (1...99).map { "T-\($0)" }
}
