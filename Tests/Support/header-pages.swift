// Completes the symbol graph that clang extracts from the C headers, and writes a page per header:
//
//     swift header-pages.swift GRAPH PAGES HEADER...
//
// clang omits the comments of macros and of forward-declared structs, the values of constants, and
// the parameter names of function pointers in structs. This script reads all of them from the
// headers and writes them into the symbol graph GRAPH. Into the directory PAGES it writes a page
// for each header, with the header's opening comment and links to its declarations, and it links
// those pages from the headers' overview page.
import Foundation

// MARK: Headers

struct Header {
    /// The name for `#include`: `restoration/coder.h`.
    let name: String
    private let lines: [String]

    init(path: String) throws {
        name = path.split(separator: "/").suffix(2).joined(separator: "/")
        lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The name of the header's page: `restoration-coder`.
    var page: String { String(name.dropLast(2)).replacingOccurrences(of: "/", with: "-") }

    /// The header's opening comment.
    var introduction: [String] { lines.prefix { $0.hasPrefix("///") }.map(Self.text) }

    /// The comment above a line. Directives and a forward declaration may stand in between: one
    /// comment serves a macro in C and in C++, or several macros in a row.
    func comment(above line: Int) -> [(line: Int, text: String)] {
        let isBetween = { (text: String) in
            text.hasPrefix("#") || text.hasSuffix("\\") || text.hasPrefix("typedef struct ")
        }
        let end = lines[..<line].lastIndex { !isBetween($0) } ?? 0
        let start = lines[...end].lastIndex { !Self.isComment($0) } ?? end
        return ((start + 1)..<(end + 1)).map { ($0, Self.text(lines[$0])) }
    }

    /// The comment of the anonymous enumeration around a constant's line.
    func enumerationComment(around line: Int) -> [String] {
        guard let start = lines[..<line].lastIndex(of: "enum {") else { return [] }
        return comment(above: start).map(\.text)
    }

    /// The declaration that starts at a line, up to its semicolon, on one line.
    func declaration(at line: Int) -> String {
        let rest = lines[line...].map { $0.trimmingCharacters(in: .whitespaces) }
        return String(rest.joined(separator: " ").prefix { $0 != ";" }) + ";"
    }

    /// The constant on a line, with its value: `RESTORATION_OK = 0`.
    func constant(at line: Int) -> String {
        lines[line].prefix { !",/}".contains($0) }.trimmingCharacters(in: .whitespaces)
    }

    /// The macro on a line, with its value; `nil` if it has parameters or spans several lines.
    func definition(of macro: String, at line: Int) -> String? {
        let text = lines[line]
        return text.hasPrefix("#define \(macro) ") && !text.hasSuffix("\\") ? text : nil
    }

    private static func isComment(_ line: String) -> Bool {
        line.trimmingCharacters(in: .whitespaces).hasPrefix("///")
    }

    private static func text(_ line: String) -> String {
        let text = line.trimmingCharacters(in: .whitespaces).dropFirst(3)
        return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }
}

// MARK: Symbols

/// A declaration in the symbol graph.
struct Symbol {
    var json: [String: Any]

    var kind: String { (json["kind"] as? [String: Any])?["identifier"] as? String ?? "" }
    var path: [String] { json["pathComponents"] as? [String] ?? [] }
    var name: String { path.last ?? "" }
    var identifier: String { (json["identifier"] as? [String: Any])?["precise"] as? String ?? "" }
    var file: String { (json["location"] as? [String: Any])?["uri"] as? String ?? "" }
    var line: Int {
        let position = (json["location"] as? [String: Any])?["position"] as? [String: Any]
        return position?["line"] as? Int ?? 0
    }

    /// Whether the name has the suffix of the headers' internal macros.
    var isPrivate: Bool { name.hasSuffix("_") }

    /// The name of a constant's anonymous enumeration: that of its first constant.
    var enumeration: String { String(identifier.split(separator: "@").dropLast().last ?? "") }

    mutating func complete(from header: Header, types: [String: String]) {
        if json["docComment"] == nil, kind == "c.macro" || kind == "c.struct" {
            setComment(header.comment(above: line))
        }
        switch kind {
        case "c.property", "c.typealias":
            let declaration = header.declaration(at: line)
            if declaration.contains("(*\(name))") { declare(declaration, types: types) }
        case "c.enum.case":
            declare(header.constant(at: line), types: [:])
        case "c.macro":
            if let definition = header.definition(of: name, at: line) {
                declare(definition, types: [:])
            }
        default:
            break
        }
    }

    private mutating func setComment(_ comment: [(line: Int, text: String)]) {
        guard !comment.isEmpty else { return }
        let lines = comment.map { line, text in
            let start = ["line": line, "character": 4]
            let end = ["line": line, "character": 4 + text.utf8.count]
            return ["text": text, "range": ["start": start, "end": end]] as [String: Any]
        }
        json["docComment"] = ["lines": lines]
    }

    private mutating func declare(_ text: String, types: [String: String]) {
        var fragments: [[String: String]] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /[A-Za-z_][A-Za-z_0-9]*|[^A-Za-z_]+/) {
            fragments.append(fragment(String(match.output), types: types))
            rest = rest[match.range.upperBound...]
        }
        json["declarationFragments"] = fragments
    }

    private func fragment(_ word: String, types: [String: String]) -> [String: String] {
        if word == name { return ["kind": "identifier", "spelling": word] }
        if word == "const" || word == "struct" { return ["kind": "keyword", "spelling": word] }
        guard let type = types[word] else { return ["kind": "text", "spelling": word] }
        return ["kind": "typeIdentifier", "spelling": word, "preciseIdentifier": type]
    }
}

// MARK: Pages

struct Page {
    let header: Header
    let symbols: [Symbol]

    var text: String {
        let introduction = header.introduction.split(separator: "", maxSplits: 1)
        var blocks = ["# \(header.name)"] + introduction.prefix(1).map { joined(Array($0)) }
        if introduction.count > 1 {
            blocks += ["## Overview", joined(Array(introduction[1]))]
        }
        blocks.append("## Topics")
        blocks += group("Types", of: ["c.struct", "c.typealias"])
        blocks += enumerations
        blocks += group("Functions", of: ["c.func", "c.var"])
        blocks += group("Macros", of: ["c.macro"])
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func group(_ title: String, of kinds: [String]) -> [String] {
        let members = symbols.filter { kinds.contains($0.kind) }
        return members.isEmpty ? [] : ["### \(title)", links(members)]
    }

    /// A group for each enumeration, titled with the first sentence of its comment.
    private var enumerations: [String] {
        let constants = symbols.filter { $0.kind == "c.enum.case" }
        let firsts = constants.filter { $0.enumeration == $0.name }
        return firsts.flatMap { first in
            let comment = joined(header.enumerationComment(around: first.line))
            let sentences = comment.split(separator: ".", maxSplits: 1)
            let title = sentences.first.map(String.init) ?? first.name
            let rest = sentences.dropFirst().map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let members = constants.filter { $0.enumeration == first.name }
            return ["### \(title.replacingOccurrences(of: "\n", with: " "))"]
                + rest.filter { !$0.isEmpty } + [links(members)]
        }
    }

    private func links(_ symbols: [Symbol]) -> String {
        joined(symbols.map { "- ``/CHeaders/\($0.path.joined(separator: "/"))``" })
    }

    private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}

// MARK: The graph

func graph(at path: URL) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: path))
    guard let graph = json as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return graph
}

let arguments = Array(CommandLine.arguments.dropFirst())
let file = URL(filePath: arguments[0])
let pages = URL(filePath: arguments[1])
let headers = try arguments.dropFirst(2).map(Header.init(path:))
var contents = try graph(at: file)
var symbols = (contents["symbols"] as? [[String: Any]] ?? []).map(Symbol.init(json:))
    .filter { !$0.isPrivate }

let types = Dictionary(
    symbols.filter { ["c.struct", "c.typealias"].contains($0.kind) }
        .map { ($0.name, $0.identifier) },
    uniquingKeysWith: { first, _ in first }
)
for header in headers {
    let own = symbols.indices.filter { symbols[$0].file.hasSuffix("/" + header.name) }
    for index in own { symbols[index].complete(from: header, types: types) }
    let members = own.map { symbols[$0] }.filter { $0.path.count == 1 }
        .sorted { $0.line < $1.line }
    let page = pages.appending(path: "\(header.page).md")
    try Data(Page(header: header, symbols: members).text.utf8).write(to: page)
}
let overview = pages.appending(path: "CHeaders.md")
let links = headers.map { "- <doc:\($0.page)>\n" }.joined()
try Data((String(contentsOf: overview, encoding: .utf8) + links).utf8).write(to: overview)
contents["symbols"] = symbols.map(\.json)
try JSONSerialization.data(withJSONObject: contents).write(to: file)
