import RestorationInvocation

/// Enumerations that headers declare, as bindings have them.
///
/// The syntax tree that answers other questions has only the name of a type. What clang tells
/// debuggers has its values as well, and of no types but those of the variables in question.
struct HeaderEnumerations {
    /// An enumeration with a name.
    struct Entry: Hashable {
        /// What a binding may call it: `GtkAlign`, or `wheel_mode` for `enum wheel_mode`.
        let name: String
        /// In the language of signatures.
        let definition: String
    }

    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - types: those of integers, as declarations have them.
    ///   - names: what enumerations cannot be called, since something else is.
    init(of types: [CType], besides names: Set<String>, by compiler: HeaderCompiler) throws {
        var definitions: [String: String] = [:]
        let known = Dictionary(types.map { ($0.text, $0) }) { first, _ in first }
        let texts = known.keys.sorted()
        guard !texts.isEmpty else { return }
        let facts = DebugFacts(
            try compiler.debugInformation(
                on: texts.enumerated()
                    .map { "__typeof__(\($1)) \(HeaderCompiler.prefix)\($0);\n" }.joined()
            )
        )
        for (number, text) in texts.enumerated() {
            let values = facts.enumerators(of: "\(HeaderCompiler.prefix)\(number)")
            guard let name = text.split(separator: " ").last.map(String.init), !values.isEmpty,
                CallScope.isName(name), !names.contains(name),
                let definition = Self.definition(values, of: known[text]!),
                definitions[name, default: definition] == definition
            else { continue }
            definitions[name] = definition
            entries[text] = Entry(name: name, definition: definition)
        }
    }

    subscript(type: CType) -> Entry? { entries[type.text] }

    /// The enumeration in the language of signatures; `nil` if that cannot have it.
    private static func definition(
        _ values: [(name: String, number: Int64)],
        of type: CType
    ) -> String? {
        guard case .integer(let size, let isSigned) = type.shape else { return nil }
        var next: Int64? = 0
        let list = values.map { name, number in
            defer { next = number == .max ? nil : number + 1 }
            return number == next ? name : "\(name) = \(number)"
        }
        let usual = values.contains { $0.number < 0 } ? "int32" : "uint32"
        let word = "\(isSigned ? "int" : "uint")\(size * 8)"
        let text =
            "enum\(word == usual ? "" : "(\(word))") {\(list.joined(separator: ", "))}"
        return (try? InvocationType(parsing: text)) == nil ? nil : text
    }
}

/// Debugging information in the text of LLVM's: a line for each node, such as
/// `!8 = !DIEnumerator(name: "WHEEL_STILL", value: 1)`.
private struct DebugFacts {
    /// What stands behind the equals sign, by the number of the node.
    private var nodes: [Substring: Substring] = [:]
    /// The variables, by their names.
    private var variables: [Substring: Substring] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") where line.hasPrefix("!") {
            guard let equals = line.firstRange(of: " = ") else { continue }
            let node = line[equals.upperBound...]
            nodes[line[..<equals.lowerBound]] = node
            if node.contains("!DIGlobalVariable("), let name = Self.field("name", of: node) {
                variables[name] = node
            }
        }
    }

    /// A field of a node, without quotation marks.
    private static func field(_ name: String, of node: Substring) -> Substring? {
        for start in ["(\(name): ", ", \(name): "] {
            guard let range = node.firstRange(of: start) else { continue }
            let value = node[range.upperBound...]
            return value.first == "\""
                ? value.dropFirst().prefix { $0 != "\"" }
                : value.prefix { $0 != "," && $0 != ")" }
        }
        return nil
    }

    /// The values of a variable's type, in the order of their declaration; none unless that is an
    /// enumeration whose numbers all fit.
    func enumerators(of variable: String) -> [(name: String, number: Int64)] {
        var node = variables[variable[...]]
        var key = "type"
        // Names for types, and `const`.
        while let current = node, !current.contains("DW_TAG_enumeration_type") {
            node = Self.field(key, of: current).flatMap { nodes[$0] }
            key = "baseType"
        }
        guard let list = node.flatMap({ Self.field("elements", of: $0) }).flatMap({ nodes[$0] })
        else { return [] }
        let elements = list.split { "!{, }".contains($0) }.map { nodes["!\($0)"] }
        let values = elements.compactMap { element -> (String, Int64)? in
            guard let element, let name = Self.field("name", of: element),
                let number = Self.field("value", of: element).flatMap({ Int64($0) })
            else { return nil }
            return (String(name), number)
        }
        return values.count == elements.count ? values : []
    }
}
