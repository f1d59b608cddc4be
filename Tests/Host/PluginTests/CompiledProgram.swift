import Foundation

/// Runs the toolchain's compilers.
enum CompiledProgram {
    /// Runs a program that is found through PATH, and returns what it printed.
    @discardableResult
    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let printed = String(decoding: text, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(printed: printed) }
        return printed
    }

    struct Failure: Error {
        let printed: String
    }
}
