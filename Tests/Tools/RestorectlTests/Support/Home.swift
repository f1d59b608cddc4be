import Foundation
import RestorationCore
import RestorationStorage
import TestSupport
import Testing

/// Temporary directories in the place of a user's, and runs of `restorectl` in them.
final class Home {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "restorectl-" + UUID().uuidString
        for name in ["", "/state", "/data", "/share", "/work"] {
            try FileManager.default.createDirectory(
                atPath: path + name,
                withIntermediateDirectories: true
            )
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// All environment variables of the program.
    var environment: [String: String] {
        [
            "HOME": path, "XDG_STATE_HOME": path + "/state", "XDG_DATA_HOME": path + "/data",
            "XDG_DATA_DIRS": path + "/share",
        ]
    }

    /// The program's working directory.
    var workingDirectory: String { path + "/work" }

    /// The directory of plugins for any application.
    var pluginDirectory: String { path + "/data/restoration/plugins" }

    var keys: FileKeyProvider { FileKeyProvider(directory: path + "/data/restoration/keys") }

    /// The key of the tests' application.
    var keyFile: String { "\(keys.directory)/\(Self.application).key" }

    /// The archive of the tests' application.
    var archive: String { stateDirectory(of: Self.application) + "/archive" }

    func stateDirectory(of application: String) -> String {
        "\(path)/state/\(application)/restoration"
    }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to file: String) throws -> String {
        let directory = file.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: "/" + directory,
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Changes one byte of a file.
    func damage(_ file: String, at offset: Int) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[offset < 0 ? bytes.count + offset : offset] ^= 0x55
        try bytes.write(to: URL(fileURLWithPath: file))
    }
}

/// A program's output and exit status.
struct Run: Equatable {
    let output: String
    let errors: String
    let status: Int32

    init(output: String = "", errors: String = "", status: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.status = status
    }
}

extension Run: CustomTestStringConvertible {
    /// The output and the errors as a terminal shows them.
    var testDescription: String {
        "status \(status)\n--- standard output\n\(output)--- standard error\n\(errors)---"
    }
}

extension Run {
    /// The output with line breaks replaced by spaces.
    var words: String {
        output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Expects exactly this output and status.
    func expect(
        output: String = "",
        errors: String = "",
        status: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = Run(output: output, errors: errors, status: status)
        #expect(self == expected, sourceLocation: sourceLocation)
    }

    /// Expects one error in the usual format, word for word, and this status.
    func expect(
        output: String = "",
        error problem: String,
        at place: String? = nil,
        fix remedy: String,
        status: Int32 = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lines = ["error: \(problem)\n", place.map { "   at: \($0)\n" }, "  fix: \(remedy)\n"]
        expect(
            output: output,
            errors: lines.compactMap(\.self).joined(),
            status: status,
            sourceLocation: sourceLocation
        )
    }
}

extension Home {
    /// The program under test, which is beside the test program.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("restorectl").path

    /// Runs `restorectl` to its end.
    ///
    /// - Parameter line: The arguments, separated by spaces.
    func restorectl(_ line: String) throws -> Run {
        try restorectl(line.split(separator: " ").map(String.init))
    }

    /// Runs `restorectl` to its end.
    func restorectl(_ arguments: [String]) throws -> Run {
        try run(Self.program, arguments)
    }

    func run(_ program: String, _ arguments: String...) throws -> Run {
        try run(program, arguments)
    }

    func run(_ program: String, _ arguments: [String]) throws -> Run {
        let finished = try FinishedProgram(
            program,
            arguments,
            environment: environment,
            in: URL(filePath: workingDirectory)
        )
        return Run(
            output: relocated(finished.output),
            errors: relocated(finished.errors),
            status: finished.status
        )
    }

    /// The text with `~` for this home and `BIN` for the program's directory, so that it is the
    /// same in every run.
    private func relocated(_ text: String) -> String {
        let bin = Self.program.split(separator: "/").dropLast().joined(separator: "/")
        return text.replacing(path, with: "~").replacing("/" + bin, with: "BIN")
    }
}
