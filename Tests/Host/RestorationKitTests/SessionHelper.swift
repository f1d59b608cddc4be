import Foundation

/// Runs the program `SessionTestHelper`, which was built with the tests.
enum SessionHelper {
    /// Runs the program until it and its children have closed their output. Returns the lines.
    static func run(
        _ arguments: String...,
        prepare: (Process) -> Void = { _ in }
    ) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        prepare(process)
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static let path: String = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent()
            .appending(path: "SessionTestHelper").path
    }()
}
