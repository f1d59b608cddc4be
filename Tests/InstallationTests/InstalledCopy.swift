import Foundation
import Synchronization
import TestSupport

/// An installed copy of this build, as `make install` lays it out below a temporary directory.
final class InstalledCopy: Sendable {
    let prefix: URL

    /// The output of the installation script.
    let output: String

    /// A complete copy, shared by all tests that do not change it.
    static let whole = Result { try make() }
    /// The part for authors of plugins, as `make install-sdk` lays it out. Also shared.
    static let sdk = Result { try InstalledCopy(["--sdk"]) }

    /// The libraries that tests built, by the build commands.
    private let built = Mutex<[String: URL]>([:])

    private init(_ options: [String] = [], isBuilt: Bool = true) throws {
        prefix = FileManager.default.temporaryDirectory
            .appending(path: "restoration-installed-\(UUID().uuidString)")
        let build = isBuilt ? [Self.products.path] : []
        output = try Self.script(options + build + [prefix.path])
    }

    deinit { try? FileManager.default.removeItem(at: prefix) }

    /// Makes a complete copy for a test that removes it.
    static func make() throws -> InstalledCopy { try InstalledCopy() }

    /// The part that needs no build, as `make install-headers` lays it out.
    static func makeHeaders() throws -> InstalledCopy {
        try InstalledCopy(["--headers"], isBuilt: false)
    }

    /// The paths of all installed files, relative to the prefix.
    func files() -> [String] {
        let found = FileManager.default.enumerator(at: prefix, includingPropertiesForKeys: nil)
        let files = (found?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
        return files.map { String($0.path.dropFirst(prefix.path.utf8.count + 1)) }.sorted()
    }

    /// Uninstalls the copy.
    func remove() throws {
        try Self.script(["--remove", prefix.path])
    }

    /// Runs a shell command in `directory` as a user who has only the installed copy.
    func run(_ command: String, in directory: URL) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        try shell(
            ["sh", "-eu", "-c", DebianRust.functions + command],
            in: directory,
            adding: [
                "PATH": "\(prefix.path)/bin:\(path)",
                "PKG_CONFIG_PATH": "\(prefix.path)/lib/pkgconfig",
            ]
        )
    }

    /// Builds a library by a shell command, or copies the product of an earlier call with that
    /// command.
    func build(_ library: String, by command: String, in directory: URL) throws {
        let product = directory.appending(path: library)
        try built.withLock { built in
            if let copy = built[command] {
                try FileManager.default.copyItem(at: copy, to: product)
            } else {
                try run(command, in: directory)
                let copy = prefix.appending(path: "built-\(built.count).so")
                try FileManager.default.copyItem(at: product, to: copy)
                built[command] = copy
            }
        }
    }

    /// Runs a shell command without an installed copy.
    static func run(_ command: String, in directory: URL) throws {
        try shell(["sh", "-eu", "-c", command], in: directory)
    }

    // MARK: Files

    /// The build's directory, which contains the test program.
    private static let products = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? ""
    ).deletingLastPathComponent()

    /// Whether this build can generate manual pages. The build of `make soak` can.
    static var hasManual: Bool {
        FileManager.default.isExecutableFile(atPath: products.path + "/generate-manual")
    }

    static func install(from build: String, to prefix: String) throws {
        try script([build, prefix])
    }

    /// Installs below `destination`, a path relative to `directory`, with a umask of 077.
    static func install(below destination: String, in directory: URL, prefix: String) throws {
        let script = Repository.root.appending(path: "Tests/Support/install.sh").path
        let command = "umask 077; exec \"$@\""
        try shell(
            ["sh", "-c", command, "sh", script, products.path, prefix, destination],
            in: directory
        )
    }

    @discardableResult
    private static func script(_ arguments: [String]) throws -> String {
        let script = Repository.root.appending(path: "Tests/Support/install.sh").path
        return try shell([script] + arguments, in: Repository.root)
    }
}

/// A failed command and its output.
struct CommandFailure: Error, CustomStringConvertible {
    let command: String
    let output: String
    var description: String { "\(command): \(output)" }
}

/// - Returns: The command's output.
@discardableResult
private func shell(
    _ arguments: [String],
    in directory: URL,
    adding environment: [String: String] = [:]
) throws -> String {
    let finished = try FinishedProgram(
        "/usr/bin/env",
        arguments,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
        in: directory
    )
    let printed = finished.output + finished.errors
    guard finished.status == 0 else {
        throw CommandFailure(command: arguments.joined(separator: " "), output: printed)
    }
    return printed
}
