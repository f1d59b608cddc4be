import Foundation
import TestSupport
import Testing

/// A process that obeys the lines of its input, and prints its screen after each.
final class SpokenProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    /// - Parameter folder: The folder of the program and of its state.
    init(_ name: String, in folder: URL) throws {
        process.executableURL = folder.appending(path: name)
        process.environment = ["HOME": folder.path]
        process.standardInput = input
        process.standardOutput = output
        try lettingThrough(SIGTSTP) { try process.run() }
    }

    /// Waits for the next line of output. Returns an empty line when the process has ended.
    func line() throws -> String {
        while !rest.contains(UInt8(ascii: "\n")) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            rest += data
        }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = Data(rest.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    func does(_ command: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        return try line()
    }

    /// Suspends the process as Ctrl-Z does, and waits until it has stopped.
    func stop() throws {
        Foundation.kill(process.processIdentifier, SIGTSTP)
        let file = "/proc/\(process.processIdentifier)/stat"
        let deadline = ContinuousClock.now + .seconds(30)
        while try !String(contentsOfFile: file, encoding: .utf8).contains(") T ") {
            try #require(ContinuousClock.now < deadline, "Ctrl-Z has not stopped it")
            sched_yield()
        }
    }

    func goOn() { Foundation.kill(process.processIdentifier, SIGCONT) }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
