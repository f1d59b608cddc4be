import Foundation
import Synchronization

/// Which test proves which rule, and what came of it. Made of the results of the tests alone.
final class ConformanceTable: Sendable {
    static let shared = ConformanceTable()

    enum Result: String {
        case passed, failed
    }

    private struct State {
        /// By the sentence that the test is.
        var planned: [String: [String]] = [:]
        /// By the same, the tests that are called so, each with its suite.
        var owners: [String: Set<String>] = [:]
        var results: [String: Result] = [:]
    }
    /// Guards the table; tests run beside each other.
    private let state = Mutex(State())

    /// A test is going to run.
    ///
    /// - Parameter id: What tells it from a test of the same sentence in another suite.
    func plan(_ test: String, of id: String, proves identifiers: [String]) {
        state.withLock { state in
            state.planned[test] = identifiers
            state.owners[test, default: []].insert(id)
        }
    }

    /// Sentences that more than one test is called. `Docs/Semantics.md` and the table know tests by
    /// their sentences alone.
    var ambiguous: [String] {
        state.withLock { $0.owners.filter { $0.value.count > 1 }.keys.sorted() }
    }

    /// A test has ended, or a case of it. One failure is enough.
    func note(_ test: String, _ result: Result) {
        state.withLock { state in
            if state.results[test] != .failed { state.results[test] = result }
            write(state)
        }
    }

    /// The names of the tests that prove something, each with what it proves.
    var planned: [String: [String]] { state.withLock { $0.planned } }

    /// Where the table lies: beside the tests' own program.
    static var file: String {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: program ?? ".").deletingLastPathComponent()
        return folder.appending(path: "conformance.md").path
    }

    /// Written anew each time: nobody tells when the last test has ended.
    private func write(_ state: State) {
        var tests: [String: [String]] = [:]
        for (test, identifiers) in state.planned {
            for identifier in identifiers { tests[identifier, default: []] += [test] }
        }
        let rows = Self.subjects.flatMap { identifier, here in
            let rows = tests[identifier, default: []].sorted().map { test in
                // Of a test that hangs or ends the process.
                let result = state.results[test]?.rawValue ?? "not ended"
                return "| \(identifier) | \(here) | \(test) | \(result) |"
            }
            return rows.isEmpty ? ["| \(identifier) | \(here) | – | no test here |"] : rows
        }
        let table = ["| Rule | Here | Test | Result |", "|---|---|---|---|"] + rows
        let text = table.joined(separator: "\n") + "\n"
        try? Data(text.utf8).write(to: URL(filePath: Self.file), options: .atomic)
    }

    /// Every rule with its state, in the order of the document, and every scenario.
    private static let subjects: [(identifier: String, here: String)] =
        SemanticsDocument.rules.map { ($0.identifier, $0.state) }
        + scenarios.map { ($0, "scenario") }

    /// The ids of stories that several tests may play.
    static let scenarios = (1...99).map { "T-\($0)" }
}
