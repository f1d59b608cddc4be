import Foundation
import Synchronization

/// Compiles a fixture of `Tests/Fixtures/Plugins` against the headers, or against those of another
/// time.
///
/// Each test gets a file of its own: a library stays in memory until the process ends, so no test can
/// share one with another. What has been compiled once is not compiled again, though.
package enum ContractPlugin {
    package struct CompilationFailure: Error {
        package let fixture: String
        package let message: String
    }

    /// - Parameters:
    ///   - fixture: in C where it has no ending.
    ///   - name: what the library is called between `lib` and `.so`; like the fixture if `nil`.
    ///   - headers: the directory with `restoration/plugin.h`.
    package static func compile(
        _ fixture: String,
        named name: String? = nil,
        into directory: String,
        headers: String = headers,
        options: [String] = []
    ) throws {
        let file = "\(directory)/lib\(name ?? fixture).so"
        let request = [fixture, headers] + options
        // Files that options name may change from one test to the next.
        let isFixed = headers == Self.headers && !options.contains { $0.contains("/") }
        if isFixed, let library = compiled.withLock({ $0[request] }) {
            return try write(library, to: file)
        }
        try compile(fixture, to: file, headers: headers, options: options)
        guard isFixed else { return }
        let library = try Data(contentsOf: URL(filePath: file))
        compiled.withLock { $0[request] = library }
    }

    private static func compile(
        _ fixture: String,
        to file: String,
        headers: String,
        options: [String]
    ) throws {
        let source = fixture.hasSuffix(".cpp") ? fixture : "\(fixture).c"
        let compiler = source.hasSuffix(".c") ? ["clang", "-std=c11"] : ["c++", "-std=c++17"]
        let finished = try FinishedProgram(
            "/usr/bin/env",
            compiler + [
                "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden",
                "-pthread", "-I", headers, "\(fixtures)/\(source)", "-o", file,
            ] + options
        )
        guard finished.status == 0 else {
            throw CompilationFailure(fixture: fixture, message: finished.errors)
        }
    }

    /// Writes a new file, as a linker does: another process may have the former one loaded.
    private static func write(_ library: Data, to file: String) throws {
        try? FileManager.default.removeItem(atPath: file)
        try library.write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    /// The libraries that were compiled, by fixture, headers and options.
    private static let compiled = Mutex<[[String]: Data]>([:])

    package static let headers = Repository.path("Sources/PluginSDK/CRestorationPlugin/include")
    private static let fixtures = Repository.path("Tests/Fixtures/Plugins")
}
