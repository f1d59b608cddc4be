package import Foundation

/// A program that has run to its end without input.
package struct FinishedProgram {
    package let output: String
    package let errors: String
    package let status: Int32

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - environment: `nil` for the environment of this process.
    ///   - directory: `nil` for the working directory of this process.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        in directory: URL? = nil
    ) throws {
        // Files rather than pipes, which would fill up unless both are read while the program runs.
        let files = try (0..<2).map { _ in
            let file = FileManager.default.temporaryDirectory
                .appending(path: "printed-\(UUID().uuidString)")
            try Data().write(to: file)
            return file
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        if let directory { process.currentDirectoryURL = directory }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        output = try String(contentsOf: files[0], encoding: .utf8)
        errors = try String(contentsOf: files[1], encoding: .utf8)
        status = process.terminationStatus
    }
}
