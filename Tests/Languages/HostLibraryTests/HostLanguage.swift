import Foundation
import TestSupport

/// A language of the hosts in `Tests/Fixtures/Hosts`.
enum HostLanguage: String, CaseIterable, Sendable {
    case swift, c, cxx, rust, python

    /// The source of a host, as a path from the root.
    func source(of host: String) -> String {
        let name =
            switch self {
            case .swift: "Swift/main.swift"
            case .c: "C/\(host).c"
            case .cxx: "Cpp/\(host).cpp"
            case .rust: "Rust/\(host).rs"
            case .python: "Python/\(host).py"
            }
        return "\(HostProgram.fixtures)/\(name)"
    }

    /// Builds a host, or finds the one that this build has.
    ///
    /// - Returns: The program's file, and a folder to be removed after use.
    func build(_ host: String) throws -> (file: String, folder: URL?) {
        guard self != .swift else {
            return (Products.folder.appending(path: "FrameHost").path, nil)
        }
        let source = source(of: host)
        let program =
            self == .python
            ? try HostProgram(
                python: Repository.path(source),
                in: PythonEnvironment.shared.get()
            )
            : try HostProgram(source)
        return (program.file, program.state)
    }

    /// The length of a host, counted after formatting.
    func length(of host: String) throws -> CodeLines {
        let source = source(of: host)
        return switch self {
        case .swift: try CodeLines(ofSwift: source)
        case .c, .cxx: try CodeLines(formatting: source)
        case .rust: try CodeLines(formattingRust: source)
        case .python: try CodeLines(ofPython: source)
        }
    }

    /// The permitted number of lines of a host for each line of Swift.
    var allowance: Double { self == .c ? 2 : 4 / 3 }
}

/// The build's directory, which contains the test program.
enum Products {
    static let folder = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? ""
    ).deletingLastPathComponent()
}
