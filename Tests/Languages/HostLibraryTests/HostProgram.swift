import Foundation
import TestSupport
import Testing

/// A program in C, compiled against the headers and the library of `.build/library`.
struct HostProgram {
    static let library = Repository.path(".build/library")
    static let fixtures = "Tests/Fixtures/Hosts"
    static let includes = [
        "-I", Repository.path("Sources/Languages/C/include"),
        "-I", Repository.path("Sources/PluginSDK/CRestorationPlugin/include"),
    ]
    static let strict = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g"]

    struct Failure: Error, CustomStringConvertible { let description: String }

    let file: String
    let state: URL

    /// - Parameters:
    ///   - source: A file of `Tests/Fixtures/Hosts`.
    ///   - flags: For the compiler, such as a sanitizer's.
    init(_ source: String, compiler: String = "gcc", flags: [String] = []) throws {
        state = FileManager.default.temporaryDirectory
            .appending(path: "host-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        file = state.appending(path: "program").path
        let compiled = try FinishedProgram(
            "/usr/bin/env",
            [compiler] + Self.strict + flags + Self.includes
                + [Repository.path("\(Self.fixtures)/\(source)"), "-o", file]
                + ["-L", Self.library, "-lrestoration", "-Wl,-rpath,\(Self.library)", "-lpthread"]
        )
        guard compiled.status == 0, compiled.errors.isEmpty else {
            throw Failure(description: compiled.errors)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: state) }

    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["STATE"] = state.appending(path: "private").path
        environment["XDG_STATE_HOME"] = state.appending(path: "state").path
        environment["XDG_DATA_HOME"] = state.appending(path: "data").path
        return environment
    }

    /// Runs the program to its end.
    ///
    /// - Parameter wrapper: A program that runs it, with arguments, such as valgrind.
    func run(
        _ arguments: [String] = [],
        by wrapper: [String] = [],
        environment others: [String: String] = [:]
    ) throws -> FinishedProgram {
        try FinishedProgram(
            "/usr/bin/env",
            wrapper + [file] + arguments,
            environment: environment.merging(others) { $1 }
        )
    }
}
