import Foundation
import TestSupport

/// The compilers of the Swift toolchain, and the modules of this build that they import.
struct Toolchain {
    /// The directory of `swiftc` and `clang`.
    let programs: URL
    /// The build's directory, which contains the test program.
    let products: URL

    init() throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        products = URL(filePath: test).deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let found = path.split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: "swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { throw ToolchainError.noCompiler }
        programs = found.resolvingSymlinksInPath().deletingLastPathComponent()
    }

    enum ToolchainError: Error, CustomStringConvertible {
        case noCompiler
        var description: String { "There is no swiftc on the PATH; start the tests with one there" }
    }

    /// Compiles a source without producing output.
    ///
    /// - Returns: The compiler's messages; empty on success.
    func check(_ source: String, as dialect: Marker.Dialect) async throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "restoration-examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: Self.fileName(dialect))
        try Data(source.utf8).write(to: file)
        return try await run(
            programs.appending(path: Self.compiler(dialect)),
            arguments(dialect) + [file.path],
            output: folder.appending(path: "output")
        )
    }

    private static func fileName(_ dialect: Marker.Dialect) -> String {
        switch dialect {
        case .host: "main.swift"
        case .plugin: "Plugin.swift"
        case .test: "ProgramTests.swift"
        case .package: "Package.swift"
        case .c11: "example.c"
        case .cpp17: "example.cpp"
        }
    }

    private static func compiler(_ dialect: Marker.Dialect) -> String {
        switch dialect {
        case .host, .plugin, .test, .package: "swiftc"
        case .c11: "clang"
        case .cpp17: "clang++"
        }
    }

    private func arguments(_ dialect: Marker.Dialect) -> [String] {
        let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
        return switch dialect {
        case .host: swift + moduleSearch
        case .plugin, .test: swift + moduleSearch + ["-parse-as-library"]
        case .package:
            swift + ["-package-description-version", "6.3.0"] + [
                "-I", programs.appending(path: "../lib/swift/pm/ManifestAPI").path,
            ]
        case .c11: ["-std=c11"] + strict + headerSearch
        case .cpp17: ["-std=c++17"] + strict + headerSearch
        }
    }

    var swift: [String] {
        let cache = products.appending(path: "ModuleCache").path
        return [
            "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-cache-path", cache,
        ]
    }

    var moduleSearch: [String] {
        ["-I", products.appending(path: "Modules").path] + headerSearch
    }

    /// The include directories of the C targets, which also contain their module maps.
    var headerSearch: [String] {
        Repository.modules.keys.sorted().map { Repository.headers(of: $0) }
            .filter { Repository.contains($0) }
            .flatMap { ["-I", Repository.path($0)] }
    }

    /// Runs a program. Returns its output, or a message if it failed without output.
    ///
    /// The output goes to a file, and a continuation awaits the end, so the call blocks no thread.
    func run(_ program: URL, _ arguments: [String], output: URL) async throws -> String {
        try Data().write(to: output)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let text = try String(contentsOf: output, encoding: .utf8)
        guard status != 0, text.isEmpty else { return text }
        return "\(program.lastPathComponent) ended with status \(status)"
    }
}
