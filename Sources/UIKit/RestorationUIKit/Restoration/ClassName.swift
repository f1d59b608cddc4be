/// The names of the program's classes in archives and storyboards.
///
/// A class has the name that Swift prints, `Module.Outer.Class`. If that name does not lead back to
/// the class, the mangled name replaces it, as for a generic class or one nested in another
/// module's type. A private or local class has no usable name: both contain an address.
enum ClassName {
    private static let manglingPrefix = "$s"

    /// The name by which ``type(named:)`` finds the type, or `nil` if there is none.
    static func name(of type: Any.Type) -> String? {
        let printed = String(reflecting: type)
        if self.type(named: printed) == type { return printed }
        guard let mangled = _mangledTypeName(type).map({ manglingPrefix + $0 }),
            self.type(named: mangled) == type
        else { return nil }
        return mangled
    }

    static func type(named name: String) -> Any.Type? {
        // Control characters in a mangled name stand for addresses, and are never followed.
        guard name.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
        if name.hasPrefix(manglingPrefix) {
            return _typeByName(String(name.dropFirst(manglingPrefix.count)))
        }
        let components = name.split(separator: ".", omittingEmptySubsequences: false)
        if components.count == 2 { return _typeByName(name) }
        return nestedType(components)
    }

    /// Finds `Module.Outer.Class`. The printed name does not say whether `Outer` is an enum, a
    /// struct or a class, so each is tried.
    private static func nestedType(_ components: [Substring]) -> Any.Type? {
        guard (3...maximumCountOfComponents).contains(components.count),
            components.allSatisfy(isIdentifier)
        else { return nil }
        let mangled = components.map { "\($0.utf8.count)\($0)" }
        var outer = [mangled[0]]
        for component in mangled.dropFirst().dropLast() {
            outer = outer.flatMap { prefix in ["O", "V", "C"].map { prefix + component + $0 } }
        }
        let last = mangled[mangled.count - 1]
        return outer.lazy.compactMap { _typeByName("\($0)\(last)C") }.first
    }

    /// Each level trebles the names to try. Deeper types use their mangled names.
    private static let maximumCountOfComponents = 6

    private static func isIdentifier(_ text: Substring) -> Bool {
        let isLetter = { (character: Character) in
            character.isASCII && (character.isLetter || character == "_")
        }
        return text.first.map(isLetter) ?? false
            && text.allSatisfy { isLetter($0) || ($0.isASCII && $0.isNumber) }
    }
}
