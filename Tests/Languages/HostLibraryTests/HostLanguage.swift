import Foundation
import TestSupport

/// A language of the host in `Tests/Fixtures/Hosts/README.md`.
enum HostLanguage: String, CaseIterable, Sendable {
    case swift, cxx, rust, python

    /// The source, as a path from the root.
    var source: String {
        switch self {
        case .swift: "Tests/Fixtures/Hosts/Swift/main.swift"
        case .cxx: "Tests/Fixtures/Hosts/Cpp/frame.cpp"
        case .rust: "Tests/Fixtures/Hosts/Rust/frame.rs"
        case .python: "Tests/Fixtures/Hosts/Python/frame.py"
        }
    }

    /// Builds the program, or returns the one of this build.
    ///
    /// - Returns: The program's file, and a folder to be removed after use.
    func build() throws -> (file: String, folder: URL?) {
        guard self != .swift else {
            return (Products.folder.appending(path: "FrameHost").path, nil)
        }
        let program =
            self == .python
            ? try HostProgram(
                python: Repository.path(source),
                in: PythonEnvironment.shared.get()
            )
            : try HostProgram(source)
        return (program.file, program.state)
    }
}

/// The build's directory, which contains the test program.
enum Products {
    static let folder = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? ""
    ).deletingLastPathComponent()
}
