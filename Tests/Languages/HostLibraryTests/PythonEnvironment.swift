import Foundation
import TestSupport

/// A virtual environment with the package for Python, installed as a reader installs it, with
/// Debian's packages alone.
final class PythonEnvironment: Sendable {
    /// The environment that all tests share.
    static let shared = Result { try PythonEnvironment() }

    /// Debian's Python in the environment.
    var python: String { folder.appending(path: "bin/python").path }

    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "python-\(UUID().uuidString)")

    private init() throws {
        let package = Repository.path("Sources/Languages/Python")
        let library = Repository.path(".build/library/librestoration.so.0")
        try run("/usr/bin/python3", ["-m", "venv", "--system-site-packages", folder.path])
        try run(
            python,
            [
                "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-index",
                "--no-deps", package,
            ],
            adding: ["RESTORATION_LIBRARY": library]
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs the tests of one file.
    ///
    /// - Throws: ``PythonFailure`` with the output, if a test fails.
    func test(_ file: String) throws {
        try run(["-m", "pytest", "-q", "-p", "no:cacheprovider", Repository.path(file)])
    }

    /// Runs Python.
    func run(_ arguments: [String]) throws { try run(python, arguments) }

    /// Runs this build's `restorectl`.
    func restorectl(_ arguments: [String]) throws {
        try run(Products.folder.appending(path: "restorectl").path, arguments)
    }

    private func run(
        _ program: String,
        _ arguments: [String],
        adding added: [String: String] = [:]
    ) throws {
        let environment = ProcessInfo.processInfo.environment
            .merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
            .merging(added) { $1 }
        let finished = try FinishedProgram(program, arguments, environment: environment)
        guard finished.status == 0 else {
            throw PythonFailure(output: finished.output + finished.errors)
        }
    }
}

struct PythonFailure: Error, CustomStringConvertible {
    let output: String
    var description: String { output }
}
