import Foundation
import Synchronization

/// Compiles a fixture of `Tests/Fixtures/Plugins` against the current headers, or those of another
/// version.
///
/// Each test gets its own file, because a library stays in memory until the process ends. A fixture
/// with the same options is compiled only once.
package enum ContractPlugin {
    package struct CompilationFailure: Error {
        package let fixture: String
        package let message: String
    }

    /// - Parameters:
    ///   - fixture: The fixture's name; without an extension, a C source.
    ///   - name: The library's name between `lib` and `.so`; `nil` for the fixture's name.
    ///   - headers: The directory of `restoration/plugin.h`.
    package static func compile(
        _ fixture: String,
        named name: String? = nil,
        into directory: String,
        headers: String = headers,
        options: [String] = []
    ) throws {
        let file = "\(directory)/lib\(name ?? fixture).so"
        let request = [fixture, headers] + options
        // The files named by options may change between tests.
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

    /// Writes a new file, as a linker does, because another process may have loaded the old one.
    private static func write(_ library: Data, to file: String) throws {
        try? FileManager.default.removeItem(atPath: file)
        try library.write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    /// The compiled libraries, by fixture, headers and options.
    private static let compiled = Mutex<[[String]: Data]>([:])

    package static let headers = Repository.path("Sources/PluginSDK/CRestorationPlugin/include")
    private static let fixtures = Repository.path("Tests/Fixtures/Plugins")
}
