import Foundation
import TestSupport
import Testing

@Suite struct `A host in C` {
    /// Starts the desk, reads its line, and kills it by SIGKILL.
    private func line(ofKilled program: HostProgram) throws -> String {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program.file)
        process.environment = program.environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            line += more
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return String(decoding: line, as: UTF8.self)
    }

    @Test func `counts its starts on, although each is killed`() throws {
        let desk = try HostProgram("desk.c")
        defer { desk.remove() }

        let lines = try (0..<3).map { _ in try line(ofKilled: desk) }

        #expect(lines == ["Start number 1\n", "Start number 2\n", "Start number 3\n"])
    }

    private static let misuses = [
        "wrong-thread", "stale-handle", "closed", "forked", "two-sessions", "other-session",
        "sizes", "nulls", "identifiers", "reasons", "added-twice", "in-callback", "jumped",
        "changing-shape",
    ]

    @Test(arguments: misuses)
    func `gets an error with a sentence for each misuse, and loses nothing`(name: String) throws {
        let program = try HostProgram("bad-input.c")
        defer { program.remove() }

        let run = try program.run([name])

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0)
    }

    @Test(arguments: [("exits", "after-exit"), ("never-closed", "after-never-closed")])
    func `is told by the next launch how it ended`(first: String, second: String) throws {
        let program = try HostProgram("bad-input.c")
        defer { program.remove() }

        let ended = try program.run([first])
        let next = try program.run([second])

        #expect(ended.output == "ok\n", "\(ended.errors)")
        #expect(next.output == "ok\n", "\(next.errors)")
    }

    @Test(arguments: ["lifetime.c", "containers.c"])
    func `keeps lent and made objects as the header says`(source: String) throws {
        let program = try HostProgram(source)
        defer { program.remove() }

        let run = try program.run()

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0)
    }
}
