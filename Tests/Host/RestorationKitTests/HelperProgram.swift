import Foundation

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
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: SessionHelper.path)
        process.arguments = [directory, text] + settings
        process.currentDirectoryURL = URL(filePath: place)
        process.standardOutput = output
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let isWhole = process.terminationReason == .exit && process.terminationStatus == 0
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        self.lines = lines + (isWhole ? [] : ["ended \(process.terminationStatus)"])
    }

    var restored: String? { all("restored ").first }
    var notes: [String] { all("note ") }
    var remedies: [String] { all("fix ") }
    var errors: [String] { all("error ") }
    var hasSaved: Bool { lines.contains("saved") }

    private func all(_ beginning: String) -> [String] {
        lines.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
    }
}
