/// What the compiler says about the declarations of a module, as far as the tests look at it.
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

    /// Whether it is an extension as such: DocC shows its members, below the type's name.
    var isExtension: Bool { kind.identifier == "swift.extension" }

    /// Whether it belongs to a macro of the headers, and is for nobody else.
    var isPrivate: Bool { name.hasSuffix("_") }

    /// Whether it is one of the values of its type, whose name says it: `.launch`,
    /// `static let black: UIColor`.
    var isValueOfItsType: Bool {
        if kind.identifier == "swift.enum.case" { return true }
        guard kind.identifier == "swift.type.property" else { return false }
        let type = declarationFragments?.last { !$0.spelling.contains(/[ {}]/) }?.spelling
        return pathComponents.dropLast().last == type
    }
}
