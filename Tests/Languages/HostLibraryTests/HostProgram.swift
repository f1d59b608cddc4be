import Foundation
import TestSupport
import Testing

/// A program in C, C++ or Rust, compiled against the headers and the library of `.build/library`.
struct HostProgram {
    static let library = Repository.path(".build/library")
    static let fixtures = "Tests/Fixtures/Hosts"
    static let includes = [
        "-I", Repository.path("Sources/Languages/Cpp/include"),
        "-I", Repository.path("Sources/Languages/C/include"),
        "-I", Repository.path("Sources/PluginSDK/CRestorationPlugin/include"),
    ]
    static let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-g"]

    struct Failure: Error, CustomStringConvertible { let description: String }

    let file: String
    let state: URL

    /// A program in Python, for the interpreter of `environment`.
    init(python source: String, in environment: PythonEnvironment) throws {
        state = try Self.makeState()
        file = state.appending(path: "program").path
        let script = "#!/bin/sh\nexec '\(environment.python)' '\(source)' \"$@\"\n"
        try Data(script.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    private static func makeState() throws -> URL {
        let state = FileManager.default.temporaryDirectory
            .appending(path: "host-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        return state
    }

    /// - Parameters:
    ///   - source: A file of `Tests/Fixtures/Hosts`, or a path from the root.
    ///   - compiler: gcc or g++ by default; Debian's rustc for a source in Rust.
    ///   - flags: For the compiler, such as a sanitizer's, or further sources.
    init(_ source: String, compiler: String? = nil, flags: [String] = []) throws {
        let path = source.contains("/") ? source : "\(Self.fixtures)/\(source)"
        try self.init(inFile: Repository.path(path), compiler: compiler, flags: flags)
    }

    init(inFile source: String, compiler: String? = nil, flags: [String] = []) throws {
        let isCxx = source.hasSuffix(".cpp")
        state = try Self.makeState()
        file = state.appending(path: "program").path
        guard !source.hasSuffix(".rs") else {
            let crate = state.appending(path: "crate")
            try RustCompiler.prepare(crate, with: source)
            try RustCompiler.run(["main.rs", "-o", file] + flags, in: crate)
            return
        }
        let compiled = try FinishedProgram(
            "/usr/bin/env",
            [compiler ?? (isCxx ? "g++" : "gcc"), isCxx ? "-std=c++17" : "-std=c11"] + Self.strict
                + flags + Self.includes
                + [source, "-o", file]
                + ["-L", Self.library, "-lrestoration", "-Wl,-rpath,\(Self.library)", "-lpthread"]
        )
        guard compiled.status == 0, compiled.errors.isEmpty else {
            throw Failure(description: compiled.errors)
        }
    }

    /// Starts the program, writes to it, and kills it by SIGKILL after a line.
    ///
    /// - Parameters:
    ///   - input: Written at once.
    ///   - last: The line after which the program is killed.
    /// - Returns: The lines that the program printed until then.
    func killed(after last: (String) -> Bool, writing input: String = "") throws -> [String] {
        let process = Process()
        let (typed, printed) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: file)
        process.environment = environment
        process.standardInput = typed
        process.standardOutput = printed
        try process.run()
        try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        var lines: [String] = []
        var rest = Data()
        while lines.last.map(last) != true {
            let more = printed.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            rest += more
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest = Data(rest[rest.index(after: end)...])
            }
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal else {
            throw Failure(description: "The program ended by itself after \(lines)")
        }
        return lines
    }

    func remove() { try? FileManager.default.removeItem(at: state) }

    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["STATE"] = state.appending(path: "private").path
        environment["XDG_STATE_HOME"] = state.appending(path: "state").path
        environment["XDG_DATA_HOME"] = state.appending(path: "data").path
        return environment
    }

    /// Runs the program to its end, with an input.
    func run(input: String) throws -> FinishedProgram {
        let file = state.appending(path: "input")
        try Data(input.utf8).write(to: file)
        return try run(by: ["sh", "-c", "exec \"$0\" <'\(file.path)'"])
    }

    /// Runs the program to its end.
    ///
    /// - Parameter wrapper: A program that runs it, with arguments, such as valgrind.
    func run(
        _ arguments: [String] = [],
        by wrapper: [String] = [],
        environment others: [String: String] = [:]
    ) throws -> FinishedProgram {
        try lettingThrough(SIGTERM) {
            try FinishedProgram(
                "/usr/bin/env",
                wrapper + [file] + arguments,
                environment: environment.merging(others) { $1 }
            )
        }
    }
}
