import Foundation

/// A finished run of a program built with the tests.
struct ProgramRun {
    enum Stream { case output, errors }

    /// The text that the program wrote to the stream.
    let output: String
    let reason: Process.TerminationReason
    /// Its exit status, or the signal that ended it.
    let status: Int32

    /// - Parameters:
    ///   - stream: the stream to read; the other one is discarded.
    ///   - tool: a command that starts the program, such as `strace`; none if empty.
    init(
        _ name: String,
        _ arguments: [String],
        reading stream: Stream = .output,
        under tool: [String] = [],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name)
        let process = Process()
        process.executableURL = tool.isEmpty ? program : URL(filePath: "/usr/bin/env")
        process.arguments = tool + (tool.isEmpty ? [] : [program.path]) + arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = stream == .output ? pipe : FileHandle.nullDevice
        process.standardError = stream == .errors ? pipe : FileHandle.nullDevice
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        output = String(decoding: bytes, as: UTF8.self)
        reason = process.terminationReason
        status = process.terminationStatus
    }
}
