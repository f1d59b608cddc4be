import RestorationInvocation

/// The enumerations in headers, in the form of bindings.
///
/// The syntax tree has only a type's name. The debug information also has its values, and covers
/// only the types of the queried variables.
struct HeaderEnumerations {
    struct Entry: Hashable {
        /// The name for the binding: `GtkAlign`, or `wheel_mode` for `enum wheel_mode`.
        let name: String
        let definition: String
    }

    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - types: Integer types from declarations.
    ///   - names: Names that are already taken.
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

    /// The definition in the signature language; `nil` if it cannot express the enumeration.
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
