import Foundation
import Synchronization

/// Which test proves which rule, and what came of it. Made of the results of the tests alone.
final class ConformanceTable: Sendable {
    static let shared = ConformanceTable()

    enum Result: String {
        case passed, failed
    }

    private struct State {
        /// By the name of the test.
        var planned: [String: [String]] = [:]
        var results: [String: Result] = [:]
    }
    /// Guards the table; tests run beside each other.
    private let state = Mutex(State())

    /// A test is going to run.
    func plan(_ test: String, proves identifiers: [String]) {
        state.withLock { $0.planned[test] = identifiers }
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
        var rows: [(identifier: String, row: String)] = []
        for (test, result) in state.results {
            for identifier in state.planned[test] ?? [] {
                rows.append((identifier, "| \(identifier) | \(test) | \(result.rawValue) |"))
            }
        }
        rows.sort { ($0.identifier.ruleOrder, $0.row) < ($1.identifier.ruleOrder, $1.row) }
        let table = ["| Rule | Test | Result |", "|---|---|---|"] + rows.map(\.row)
        let text = table.joined(separator: "\n") + "\n"
        try? Data(text.utf8).write(to: URL(filePath: Self.file), options: .atomic)
    }
}

extension String {
    /// The area, then the number with zeros before it.
    fileprivate var ruleOrder: String {
        let parts = split(separator: "-")
        let digits = parts.last.map(String.init) ?? ""
        return "\(parts.first ?? "")-" + String(repeating: "0", count: max(0, 3 - digits.count))
            + digits
    }
}
