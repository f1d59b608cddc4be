import Foundation
import RestorationDiscovery
import RestorationPlugins

/// Compiles the C plugins of `Tests/Fixtures/Plugins`, each test its own copy: a library stays in
/// memory until the process ends, so no test can share one with another.
struct CompiledPlugin {
    /// The path of the library.
    let file: String

    /// Compiles a fixture into a directory.
    ///
    /// - Parameters:
    ///   - name: what the library is called between `lib` and `.so`; like the fixture if `nil`.
    ///   - options: more arguments for the compiler, such as `-D` for a fault.
    init(
        _ fixture: String,
        named name: String? = nil,
        in directory: TemporaryDirectory,
        options: [String] = []
    ) throws {
        file = "\(directory.path)/lib\(name ?? fixture).so"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                Self.compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", "-pthread", "-I", Self.headers,
                "\(Self.fixtures)/\(fixture).c", "-o", file,
            ] + options
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CompilationFailure(fixture: fixture) }
    }

    /// Compiles a fixture in C++, of `Tests/Fixtures/Wrappers`.
    init(
        inCxx fixture: String,
        in directory: TemporaryDirectory,
        options: [String] = []
    ) throws {
        file = "\(directory.path)/lib\(fixture).so"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                "-fvisibility=hidden", "-I", Self.headers, "\(Self.wrappers)/\(fixture).cpp", "-o",
                file,
            ] + options
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CompilationFailure(fixture: fixture) }
    }

    struct CompilationFailure: Error {
        let fixture: String
    }

    /// What the library declares about itself.
    func discovered() throws -> DiscoveredPlugin {
        try DiscoveredPlugin(inspecting: file)
    }

    // The toolchain brings clang.
    private static let compiler = "clang"
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let headers = package.appending(path: "Sources/CRestorationPlugin/include").path
    private static let wrappers = package.appending(path: "Tests/Fixtures/Wrappers").path
    private static let fixtures = package.appending(path: "Tests/Fixtures/Plugins").path
}
