package import Foundation

/// A process that performs the commands on its input, and prints its screen after each.
package final class SpokenProgram {
    package struct NotStopped: Error {}

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    /// - Parameter folder: The folder of the program and of its state.
    package convenience init(_ name: String, in folder: URL) throws {
        try self.init(folder.appending(path: name), environment: ["HOME": folder.path])
    }

    package init(
        _ program: URL,
        arguments: [String] = [],
        environment: [String: String]
    ) throws {
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        try lettingThrough(SIGTSTP) { try process.run() }
    }

    /// Waits for the next line of output. Returns an empty line when the process has ended.
    package func line() throws -> String {
        while !rest.contains(UInt8(ascii: "\n")) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            rest += data
        }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = Data(rest.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    package func does(_ command: String) throws -> String {
        try hears(command)
        return try line()
    }

    /// Sends a command without waiting for its screen.
    package func hears(_ command: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    }

    /// Suspends the process as Ctrl-Z does, and waits until it has stopped.
    package func stop() throws {
        Foundation.kill(process.processIdentifier, SIGTSTP)
        let file = "/proc/\(process.processIdentifier)/stat"
        let deadline = ContinuousClock.now + .seconds(30)
        while try !String(contentsOfFile: file, encoding: .utf8).contains(") T ") {
            guard ContinuousClock.now < deadline else { throw NotStopped() }
            sched_yield()
        }
    }

    package func goOn() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// Ends the process's input, and waits until the process has ended.
    package func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Kills the process and waits until it has ended.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
