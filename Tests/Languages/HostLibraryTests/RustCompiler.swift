import Foundation
import TestSupport

/// Debian's rustc, whatever is on the `PATH`.
enum RustCompiler {
    private static let folder = "Sources/Languages/Rust"
    /// The files that a program in Rust copies, as paths from the root.
    static let sources = Repository.files(in: folder, endingWith: ".rs")

    /// Makes a folder with the project's files.
    ///
    /// - Parameter source: A file that becomes `main.rs`.
    static func prepare(_ crate: URL, with source: String? = nil) throws {
        try FileManager.default.createDirectory(at: crate, withIntermediateDirectories: true)
        for source in sources {
            let file = crate.appending(path: source.dropFirst("\(folder)/".count))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(Repository.text(of: source).utf8).write(to: file)
        }
        if let source {
            try FileManager.default.copyItem(
                at: URL(filePath: source),
                to: crate.appending(path: "main.rs")
            )
        }
    }

    /// Compiles with the library of `.build/library`.
    ///
    /// - Throws: ``HostProgram/Failure``, for warnings too.
    static func run(_ arguments: [String], in crate: URL) throws {
        let finished = try FinishedProgram(
            "/usr/bin/rustc",
            ["-D", "warnings"] + arguments + options,
            in: crate
        )
        guard finished.status == 0, finished.errors.isEmpty else {
            throw HostProgram.Failure(description: finished.errors)
        }
    }

    static let options = [
        "--edition", "2021", "-L", HostProgram.library,
        "-C", "link-arg=-Wl,-rpath,\(HostProgram.library)",
    ]
}
