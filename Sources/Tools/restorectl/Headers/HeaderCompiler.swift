import FoundationEssentials
import RestorationBindings
import RestorationDiscovery
import RestorationStorage

/// Queries clang for declarations in headers.
///
/// The dump contains only the queried names, since `gtk.h` alone would give hundreds of megabytes
/// of JSON.
struct HeaderCompiler {
    private let includes: String
    private let flags: [String]

    /// - Throws: ``CommandError``.
    init(_ options: HeaderOptions) throws {
        includes = options.header.map { header in
            FileManager.default.fileExists(atPath: header)
                ? "#include \"\(absolutePath(header))\"\n" : "#include <\(header)>\n"
        }
        .joined()
        flags = options.include.map { "-I\($0)" } + (try Self.flags(of: options.package))
        try checkHeaders()
    }

    /// Compiles the headers alone. After an error, clang knows only part of the declarations.
    private func checkHeaders() throws {
        let run = try Self.tool(
            ["clang", "-x", "c", "-fsyntax-only", "-w"] + flags + ["-"],
            input: includes
        )
        guard run.status != 0 else { return }
        let lines = run.errors.split(separator: "\n")
        let errors = lines.filter { $0.contains(" error: ") }
        let message = String(errors.first ?? lines.first ?? "it says nothing")
        throw message.contains("file not found")
            ? CommandError.headerNotFound(message: message)
            : CommandError.headerFaulty(message: message)
    }

    private static func flags(of packages: [String]) throws -> [String] {
        guard !packages.isEmpty else { return [] }
        let run = try tool(["pkg-config", "--cflags"] + packages)
        guard run.status == 0 else {
            throw CommandError.packageMissing(packages, message: firstLine(run.errors))
        }
        return String(decoding: run.output, as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    private static func tool(_ arguments: [String], input: String = "") throws -> ToolRun {
        do {
            return try ToolRun(arguments, input: input)
        } catch ToolError.notStarted(let program, _) {
            throw CommandError.toolMissing(program)
        }
    }

    private static func firstLine(_ text: String) -> String {
        text.split(separator: "\n").first.map(String.init) ?? "it says nothing"
    }

    /// clang's answers, by name without ``prefix``. Names with an error are omitted.
    func answers(to questions: String) throws -> [String: Answer] {
        let run = try Self.tool(
            [
                // An undeclared name is an error. clang must not guess a similar one.
                "clang", "-x", "c", "-fsyntax-only", "-w", "-ferror-limit=0",
                "-fno-spell-checking", "-Xclang", "-ast-dump=json", "-Xclang",
                "-ast-dump-filter=\(Self.prefix)",
            ] + flags + ["-"],
            input: includes + questions
        )
        var answers: [String: Answer] = [:]
        for object in Self.objects(in: run.output) {
            let answer = try JSONDecoder().decode(Answer.self, from: Data(object))
            guard answer.isInvalid != true, let name = answer.name, name.hasPrefix(Self.prefix)
            else {
                continue
            }
            answers[String(name.dropFirst(Self.prefix.count))] = answer
        }
        return answers
    }

    /// clang's debug information for declarations, as LLVM text. Empty if one of them has an error,
    /// which ``answers(to:)`` tolerates.
    func debugInformation(on declarations: String) throws -> String {
        let run = try Self.tool(
            ["clang", "-x", "c", "-w", "-g", "-S", "-emit-llvm"] + flags + ["-o", "-", "-"],
            input: includes + declarations
        )
        return run.status == 0 ? String(decoding: run.output, as: UTF8.self) : ""
    }

    static let prefix = "restoration_question_"

    /// The concatenated objects, each from a line with `{` to a line with `}`.
    private static func objects(in output: [UInt8]) -> [ArraySlice<UInt8>] {
        var objects: [ArraySlice<UInt8>] = []
        var start: Int?
        for line in output.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "{") { start = start ?? line.startIndex }
            guard line.first == UInt8(ascii: "}"), let begin = start else { continue }
            objects.append(output[begin...line.startIndex])
            start = nil
        }
        return objects
    }

    /// clang's answer for one declaration.
    struct Answer: Decodable {
        let name: String?
        let isInvalid: Bool?
        let type: Kind?
        let inner: [Node]?

        struct Kind: Decodable {
            let qualType: String
            let desugaredQualType: String?
        }

        struct Node: Decodable {
            let kind: String?
            private let value: String?
            let inner: [Node]?

            /// The first constant. An enumerator has at most one.
            var constant: Int? {
                if kind == "ConstantExpr", let value { return Int(value) }
                return inner?.lazy.compactMap(\.constant).first
            }
        }

        var text: String { type?.desugaredQualType ?? type?.qualType ?? "" }
        var constant: Int? { inner?.lazy.compactMap(\.constant).first }
    }
}
