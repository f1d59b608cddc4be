import Foundation
import TestSupport
import Testing

/// A running workbench (`Docs/Examples/Workbench`), in any language.
final class Workbench {
    private let process = Process()
    private let (typed, printed) = (Pipe(), Pipe())
    private var rest = Data()

    init(_ file: String, plugins: [String], environment: [String: String]) throws {
        process.executableURL = URL(filePath: file)
        process.arguments = plugins
        process.environment = environment
        process.standardInput = typed
        process.standardOutput = printed
        try process.run()
        _ = try answer()
    }

    /// The lines before the next empty one.
    private func answer() throws -> [String] {
        var lines: [String] = []
        while true {
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                if line.isEmpty { return lines }
                lines.append(line)
            }
            let more = printed.fileHandleForReading.availableData
            guard !more.isEmpty else {
                throw HostProgram.Failure(description: "The workbench ended after \(lines)")
            }
            rest += more
        }
    }

    func send(_ command: String) throws {
        try typed.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    }

    @discardableResult
    func run(_ command: String) throws -> [String] {
        try send(command)
        return try answer()
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

@Suite struct `A workbench killed at random points` {
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["RESTORATION_HOST_ROUNDS"].flatMap(Int.init) ?? 5
    }

    private func command(
        _ number: inout Int,
        by generator: inout SeededGenerator
    ) -> String {
        number += 1
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: "push p\(number)"
        case 2: "late l\(number)"
        case 3: "pop"
        case 4: "present s\(number)"
        case 5: "dismiss"
        case 6: "tab \(number % 2)"
        case 7: "type text \(number)"
        case 8: "scroll \(number)"
        default: "item Counter"
        }
    }

    /// Builds the counter in C, which is a plugin of the guides.
    private func buildPlugins(in directory: URL) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let examples = "Docs/Examples/Desk"
        let compiled = try FinishedProgram(
            "/usr/bin/env",
            ["gcc", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden"] + HostProgram.includes
                + ["-I", Repository.path("\(examples)/Desk/Sources/CDesk/include")]
                + [Repository.path("\(examples)/Counter/counter.c")]
                + ["-o", directory.appending(path: "libcounter.so").path]
        )
        try #require(compiled.status == 0, "\(compiled.errors)")
    }

    private static func program(_ language: String) throws -> HostProgram {
        let folder = "Docs/Examples/Workbench/\(language)"
        guard language == "Python" else { return try HostProgram("\(folder)/workbench.c") }
        return try HostProgram(
            python: Repository.path("\(folder)/workbench.py"),
            in: PythonEnvironment.shared.get()
        )
    }

    @Test(arguments: ["C", "Python"])
    func `comes back as it was at its last save`(language: String) throws {
        let program = try Self.program(language)
        defer { program.remove() }
        let plugins = program.state.appending(path: "plugins")
        try buildPlugins(in: plugins)
        var generator = SeededGenerator(seed: 53)
        var number = 0
        var expected: Set<[String]> = []

        for round in 0..<Self.rounds {
            let bench = try Workbench(
                program.file,
                plugins: [plugins.path],
                environment: program.environment
            )
            try bench.run("arrive")
            let found = try bench.run("show")
            if !expected.isEmpty {
                #expect(expected.contains(found), "round \(round): \(found)\nnot \(expected)")
            }
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                #expect(try bench.run(command(&number, by: &generator)) == [])
            }
            #expect(try bench.run("save") == [])
            expected = [try bench.run("show")]
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                #expect(try bench.run(command(&number, by: &generator)) == [])
            }
            // The end may come before, during or after this save.
            if Bool.random(using: &generator) {
                expected.insert(try bench.run("show"))
                try bench.send("save")
            }
            bench.kill()
        }
    }
}
