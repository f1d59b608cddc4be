import Foundation

/// A fenced block of a document.
struct Example: Sendable, CustomStringConvertible {
    let document: String
    /// The number of the first line of code.
    let line: Int
    let language: String
    /// The marker in the line before the fence.
    let marker: Marker?
    let code: String

    var description: String { "\(document):\(line)" }
}

/// How the tests treat an example: an HTML comment in the line before its fence.
///
/// ```
/// <!-- compiled: host -->
/// <!-- compiled: C11, C++17 -->
/// <!-- read: manifest -->
/// <!-- read: binding -->
/// <!-- read: storyboard -->
/// <!-- file: Desk/Package.swift -->
/// <!-- run: Rust -->
/// <!-- not compiled: shows only the shape -->
/// ```
enum Marker: Hashable, Sendable {
    case compiled([Dialect])
    case read(Reading)
    /// A file that the document tells the reader to create. The path is relative to
    /// `Tests/Fixtures/Examples`, where this package builds the file.
    case file(String)
    /// Commands that a test of the samples runs.
    case run(String)
    /// The associated value is the reason, which is not empty.
    case notCompiled(String)
    /// A marker with an unknown verb or value.
    case unknown(String)

    enum Dialect: String, CaseIterable, Sendable {
        /// Swift that embeds the framework. All blocks of a document are one program, with those of
        /// the documents that it continues.
        case host
        /// Swift of a plugin. All blocks of a document are one library, likewise.
        case plugin
        /// Tests with Swift Testing. All blocks of a document are one module of tests.
        case test
        case package
        case c11 = "C11"
        case cpp17 = "C++17"
    }

    /// The file format of a JSON example.
    enum Reading: String, CaseIterable, Sendable {
        case manifest, sidecar, binding, storyboard
    }

    /// `nil` if the line is no marker.
    init?(_ line: String) {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard text.hasPrefix("<!--"), text.hasSuffix("-->") else { return nil }
        let comment = text.dropFirst(4).dropLast(3).trimmingCharacters(in: .whitespaces)
        guard let colon = comment.firstIndex(of: ":") else { return nil }
        let rest = comment[comment.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        self = Self.marker(String(comment[..<colon]), rest) ?? .unknown(comment)
    }

    private static func marker(_ verb: String, _ rest: String) -> Marker? {
        switch verb {
        case "compiled":
            let words = rest.components(separatedBy: ", ")
            let dialects = words.compactMap(Dialect.init)
            return dialects.count == words.count ? .compiled(dialects) : nil
        case "read": return Reading(rawValue: rest).map(Marker.read)
        case "file": return rest.isEmpty ? nil : .file(rest)
        case "run": return rest.isEmpty ? nil : .run(rest)
        case "not compiled": return rest.isEmpty ? nil : .notCompiled(rest)
        default: return nil
        }
    }
}

/// A unit of compilation: Swift blocks that build on each other, or one block of another language.
struct Program: Sendable, CustomStringConvertible {
    let dialect: Marker.Dialect
    /// The blocks of the documents that this one continues.
    var preceding: [Example] = []
    let examples: [Example]

    var description: String { "\(examples[0]) as \(dialect.rawValue)" }

    /// The source code, with line directives so that messages name lines of the document.
    var source: String {
        (preceding + examples).map { example in
            let place =
                switch dialect {
                case .c11, .cpp17: "#line \(example.line) \"\(example.document)\""
                default: "#sourceLocation(file: \"\(example.document)\", line: \(example.line))"
                }
            return "\(place)\n\(example.code)"
        }.joined()
    }

    /// All programs that a document's markers ask to compile.
    static func all(in document: Document) throws -> [Program] {
        let continued = try document.continued()
        return Marker.Dialect.allCases.flatMap { dialect -> [Program] in
            let examples = document.examples.filter { $0.isCompiled(as: dialect) }
            switch dialect {
            case .host, .plugin, .test:
                let preceding = continued.flatMap(\.examples).filter { $0.isCompiled(as: dialect) }
                let program = Program(dialect: dialect, preceding: preceding, examples: examples)
                return examples.isEmpty ? [] : [program]
            case .package, .c11, .cpp17:
                return examples.map { Program(dialect: dialect, examples: [$0]) }
            }
        }
    }
}

extension Example {
    fileprivate func isCompiled(as dialect: Marker.Dialect) -> Bool {
        guard case .compiled(let dialects) = marker else { return false }
        return dialects.contains(dialect)
    }
}
