import Foundation

/// Compiles a fixture of `Tests/Fixtures/Plugins` against the headers, or against those of another
/// time.
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
        let process = Process()
        let errors = Pipe()
        process.standardError = errors
        process.executableURL = URL(filePath: "/usr/bin/env")
        let source = fixture.hasSuffix(".cpp") ? fixture : "\(fixture).c"
        let compiler = source.hasSuffix(".c") ? ["clang", "-std=c11"] : ["c++", "-std=c++17"]
        process.arguments =
            compiler + [
                "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden",
                "-pthread", "-I", headers, "\(fixtures)/\(source)", "-o",
                "\(directory)/lib\(name ?? fixture).so",
            ] + options
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CompilationFailure(
                fixture: fixture,
                message: String(decoding: message, as: UTF8.self)
            )
        }
    }

    /// The directory of the whole package.
    package static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    package static let headers = "\(repository)/Sources/CRestorationPlugin/include"
    private static let fixtures = "\(repository)/Tests/Fixtures/Plugins"
}
