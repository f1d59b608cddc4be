import Foundation
import TestSupport

/// A life of the helper program, in a process of its own.
struct HelperProgram {
    /// What it has printed; the last line begins with `ended` if it has failed or crashed.
    let lines: [String]

    /// - Parameters:
    ///   - directory: For its state and its keys.
    ///   - settings: Options of the program with their values.
    ///   - place: Its working directory.
    ///   - environment: Added to the environment of the tests.
    init(
        _ directory: String,
        saving text: String,
        _ settings: [String] = [],
        in place: String = "/",
        environment: [String: String] = [:]
    ) throws {
        let finished = try FinishedProgram(
            SessionHelper.path,
            [directory, text] + settings,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            in: URL(filePath: place)
        )
        let lines = finished.output.split(separator: "\n").map(String.init)
        self.lines = lines + (finished.status == 0 ? [] : ["ended \(finished.status)"])
    }

    var restored: String? { all("restored ").first }
    var notes: [String] { all("note ") }
    var remedies: [String] { all("fix ") }
    var hasSaved: Bool { lines.contains("saved") }

    private func all(_ beginning: String) -> [String] {
        lines.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
    }
}
