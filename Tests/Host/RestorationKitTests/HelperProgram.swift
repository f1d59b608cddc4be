import Foundation
import TestSupport

/// A run of the helper program.
struct HelperProgram {
    /// The output. The last line begins with `ended` after a failure or crash.
    let lines: [String]

    /// - Parameters:
    ///   - directory: The directory of its state and keys.
    ///   - settings: Options of the program with their values.
    ///   - place: Its working directory.
    ///   - environment: Additional environment variables.
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
