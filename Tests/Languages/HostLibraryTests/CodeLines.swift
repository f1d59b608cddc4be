import Foundation
import TestSupport

/// The lines of a source that are neither empty nor comments, as a formatter lays them out at 100
/// columns.
struct CodeLines {
    let count: Int

    private static let formatter = "/usr/bin/clang-format"
    static var canFormat: Bool { FileManager.default.isExecutableFile(atPath: formatter) }

    /// Counts a source that the project's formatter has laid out.
    init(ofSwift file: String) throws { self.init(of: try Repository.text(of: file)) }

    /// Counts the blocks of Swift that a document's host consists of, after formatting.
    init(ofHostIn document: String) throws {
        let blocks = try Repository.text(of: document)
            .matches(of: /<!-- compiled: host -->\n```swift\n((?:.|\n)*?)```/)
            .map { String($0.1) }
        let folder = try TemporaryFolder()
        let file = try folder.write(blocks.joined(), as: "main.swift")
        let formatted = try FinishedProgram(
            "/usr/bin/env",
            [
                "swift", "format", "format", "--configuration", Repository.path(".swift-format"),
                file.path,
            ]
        )
        self.init(of: formatted.output)
    }

    /// Counts a source in Python without formatting it.
    init(ofPython file: String) throws {
        self.init(of: try Repository.text(of: file), comment: "#")
    }

    /// Counts a source in C or C++ after formatting.
    init(formatting file: String) throws {
        let style = "{BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 100}"
        self.init(
            of: try FinishedProgram(
                Self.formatter,
                ["--style=\(style)", Repository.path(file)]
            ).output
        )
    }

    /// Counts a source in Rust after formatting.
    init(formattingRust file: String) throws {
        // The formatter would look for the modules.
        let text = try Repository.text(of: file)
        let modules = text.matches(of: /(?m)^mod \w+;\n/).count
        let folder = try TemporaryFolder()
        let copy = try folder.write(text.replacing(/(?m)^mod \w+;\n/, with: ""), as: "copy.rs")
        let formatted = try FinishedProgram("/usr/bin/rustfmt", ["--edition", "2021", copy.path])
        guard formatted.status == 0 else {
            throw HostProgram.Failure(description: formatted.errors)
        }
        let lines = Self(of: try String(contentsOf: copy, encoding: .utf8))
        count = lines.count + modules
    }

    private init(of text: String, comment: String = "//") {
        count = text.split(separator: "\n").count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix(comment)
        }
    }
}
