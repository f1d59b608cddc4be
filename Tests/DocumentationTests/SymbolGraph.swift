/// The compiler's description of a module's declarations, as far as the tests read it.
struct SymbolGraph: Decodable, Sendable {
    let symbols: [Symbol]

    struct Symbol: Decodable, Sendable {
        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let docComment: Comment?
    }

    struct Kind: Decodable, Sendable { let identifier: String }
    struct Identifier: Decodable, Sendable { let precise: String }
    struct Fragment: Decodable, Sendable { let spelling: String }
    struct Comment: Decodable, Sendable {}
}

extension SymbolGraph.Symbol {
    var name: String { pathComponents.joined(separator: ".") }

    /// Whether the symbol is an extension itself. DocC shows the members below the type's name.
    var isExtension: Bool { kind.identifier == "swift.extension" }

    /// Whether only macros of the headers use the symbol.
    var isPrivate: Bool { name.hasSuffix("_") }

    /// Whether the symbol is a value of its type and its name documents it: `.launch`,
    /// `static let black: UIColor`.
    var isValueOfItsType: Bool {
        if kind.identifier == "swift.enum.case" { return true }
        guard kind.identifier == "swift.type.property" else { return false }
        let type = declarationFragments?.last { !$0.spelling.contains(/[ {}]/) }?.spelling
        return pathComponents.dropLast().last == type
    }
}
