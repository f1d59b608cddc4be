/// A setter and its getter, matched by name.
struct Accessors {
    let getter: String
    let setter: String
    /// The part before `_set_` or `Set`.
    let prefix: String
    /// The part after `_set_` or `Set`.
    let rest: String
    let key: String

    /// Getters for `foo_set_title` are `foo_get_title`, `foo_is_title` and `foo_title`; for
    /// `foo_settitle` `foo_gettitle`; for `FooSetTitle` and `FOO_SetTitle` likewise; for
    /// `set_foo_title` `foo_title` and `get_foo_title`.
    init?(setter: String, among names: Set<String>) {
        // In a library of sets, the first "set" may be the data type.
        for (word, getters) in Self.forms(of: setter) {
            let prefix = String(setter[..<word.lowerBound])
            let rest = String(setter[word.upperBound...])
            let getter = getters.map { prefix + $0 + rest }.first(where: names.contains)
            guard rest.count > 1, let getter else { continue }
            self.getter = getter
            self.setter = setter
            self.prefix = prefix
            self.rest = rest
            key = Self.key(rest)
            return
        }
        return nil
    }

    /// The possible positions of "set" in a name, with the corresponding words in getters.
    private static func forms(
        of setter: String
    ) -> [(word: Range<String.Index>, getters: [String])] {
        let words = words(in: setter)
        if !words.isEmpty {
            return words.map { word in
                let isFirst = word.lowerBound == setter.startIndex
                let end = isFirst ? setter.index(after: word.upperBound) : word.upperBound
                let getters = isFirst ? ["", "get_"] : ["_get", "_is", "", "_has", "_get_is"]
                return (word.lowerBound..<end, getters)
            }
        }
        if let word = setter.firstRange(of: "_set"), word.lowerBound > setter.startIndex {
            return [(word, ["_get"])]
        }
        return capital("Set", in: setter).map { [($0, ["Get", "Is", "", "Has"])] } ?? []
    }

    /// The positions of `set` as a separate word, including the separator before it.
    private static func words(in name: String) -> [Range<String.Index>] {
        name.ranges(of: "set_").compactMap { range in
            let end = name.index(before: range.upperBound)
            guard range.lowerBound > name.startIndex else { return range.lowerBound..<end }
            let start = name.index(before: range.lowerBound)
            return name[start] == "_" && start > name.startIndex ? start..<end : nil
        }
    }

    /// The first position of a word in a camel-case name.
    private static func capital(_ word: String, in name: String) -> Range<String.Index>? {
        name.ranges(of: word).first { range in
            range.lowerBound > name.startIndex
                && name[range.upperBound...].first?.isUppercase == true
        }
    }

    /// Converts `foo_bar` and `FooBar` to `fooBar`, and `URIPath` to `uriPath`.
    private static func key(_ name: String) -> String {
        name.split(separator: "_").enumerated().map { number, part in
            guard number == 0 else { return part.prefix(1).uppercased() + part.dropFirst() }
            let capitals = part.prefix(while: \.isUppercase).count
            let isWord = capitals > 1 && capitals < part.count
            let count = isWord ? capitals - 1 : capitals
            return part.prefix(count).lowercased() + part.dropFirst(count)
        }
        .joined()
    }

    struct Fit {
        let className: String
        let get: String
        let set: String
        /// The enumerations in the signatures.
        let enumerations: [HeaderEnumerations.Entry]
        /// Whether the setter returns a number, which may report failure.
        let hasResult: Bool
    }

    /// Why a draft omits a pair, phrased to follow the setter's name.
    struct TypeMismatch: Error {
        let reason: String
    }

    /// The entry, if getter and setter share one object type and one value type.
    func fit(
        _ types: HeaderTypes,
        _ enumerations: HeaderEnumerations
    ) throws(TypeMismatch) -> Fit {
        let get = try declaration(of: getter, types)
        let set = try declaration(of: setter, types)
        let name = try object(get, set)
        let word = try value(get.result, set.parameters[1])
        var entry = enumerations[get.result]
        if entry != enumerations[set.parameters[1]] { entry = nil }
        let type = entry?.name ?? word
        let suffix = type == "string" ? "?" : ""
        let result = set.answer(enumerations)
        return Fit(
            className: name,
            get: "\(getter)(object) -> \(type)\(suffix)",
            set: "\(setter)(object, \(type))" + (result.map { " -> \($0)" } ?? ""),
            enumerations: [entry, result == nil ? nil : enumerations[set.result]]
                .compactMap(\.self),
            hasResult: result != nil
        )
    }

    private func declaration(
        of name: String,
        _ types: HeaderTypes
    ) throws(TypeMismatch) -> CFunction {
        guard let function = types.functions[name] else {
            throw TypeMismatch(reason: "no header declares \(name)")
        }
        guard !function.isVariadic else { throw TypeMismatch(reason: "\(name) is variadic") }
        return function
    }

    private func object(_ get: CFunction, _ set: CFunction) throws(TypeMismatch) -> String {
        for (name, function, count, words) in [
            (getter, get, 1, "the object alone"), ("it", set, 2, "the object and a value"),
        ] {
            let found = Quantity.count(function.parameters.count, "parameter")
            guard function.parameters.count == count else {
                throw TypeMismatch(reason: "\(name) has \(found), not \(words)")
            }
            guard function.parameters[0].className != nil else {
                let text = function.parameters[0].text
                throw TypeMismatch(
                    reason: "\(name) takes \(text), which is not an object of a known type"
                )
            }
        }
        let (read, written) = (get.parameters[0], set.parameters[0])
        guard let name = read.className, name == written.className else {
            let reason = "it takes \(written.text), but \(getter) takes \(read.text)"
            throw TypeMismatch(reason: reason)
        }
        return name
    }

    private func value(_ read: CType, _ written: CType) throws(TypeMismatch) -> String {
        guard let word = read.word else {
            throw TypeMismatch(reason: "\(getter) returns \(read.text)\(read.reason)")
        }
        guard let other = written.word else {
            throw TypeMismatch(reason: "it takes \(written.text)\(written.reason)")
        }
        guard word == other else {
            throw TypeMismatch(
                reason: "it takes \(written.text), but \(getter) returns \(read.text)"
            )
        }
        guard read.isLent else {
            let remedy = "if the caller frees it, write owned string"
            throw TypeMismatch(reason: "\(getter) returns \(read.text); \(remedy)")
        }
        return word
    }
}

extension Accessors {
    /// Whether a name looks like a getter's. A name that only begins with the object's name may be
    /// anything.
    static func isGetter(_ name: String) -> Bool {
        if ["_get_", "_is_", "_has_"].contains(where: name.contains) { return true }
        if ["Get", "Is", "Has"].contains(where: { capital($0, in: name) != nil }) { return true }
        guard let word = name.firstRange(of: "_get") else { return false }
        return name[word.upperBound...].first?.isLowercase ?? false
    }

    /// Whether a name looks like a setter's. In a library of sets, `word_set_add` adds to a set.
    /// `foo_settle` is a setter only if there is a getter for it.
    static func isSetter(_ name: String, beside life: LifetimeFunctions) -> Bool {
        if capital("Set", in: name) != nil { return true }
        return words(in: name).contains {
            !life.areOf(Words(String(name[..<$0.upperBound])).letters())
        }
    }
}

extension CFunction {
    var isAboutObject: Bool { parameters.first?.className != nil }

    /// The type of the returned number, which may report failure; `nil` if there is none.
    fileprivate func answer(_ enumerations: HeaderEnumerations) -> String? {
        switch result.shape {
        case .integer, .bool: enumerations[result]?.name ?? result.word
        default: nil
        }
    }

    /// Whether the function's only parameter is an instance of the class.
    func isAbout(only className: String) -> Bool {
        !isVariadic && parameters.map(\.className) == [className]
    }
}

extension CType {
    /// The object type of a pointer: `GtkEntry` for `const GtkEntry *`.
    var className: String? {
        guard shape == .pointer, !leadsToFunction, pointee != .pointer else { return nil }
        let name = text.split { $0 == " " || $0 == "*" }.last { word in
            !["const", "struct", "restrict", "volatile"].contains(word)
        }
        guard let name, name != "void", name != "char",
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return nil }
        return String(name)
    }

    fileprivate var word: String? {
        switch shape {
        case .bool: "bool"
        // Larger integers of compilers are not supported.
        case .integer(let size, let isSigned) where size <= 8:
            "\(isSigned ? "int" : "uint")\(size * 8)"
        case .float(size: 4): "float32"
        case .float(size: 8): "float64"
        case .pointer:
            if case .integer(size: 1, _)? = pointee { "string" } else { nil }
        default: nil
        }
    }

    fileprivate var reason: String {
        switch shape {
        case .void: ""
        case .structure:
            obstacle.map { obstacle in
                "\(obstacle.clause); \(obstacle.kind.plural) have no type in bindings."
                    + " A small C library beside the binding can pass the parts"
            } ?? ", a structure: write its fields"
        case .pointer: ", a pointer"
        default: ", which has no type in bindings"
        }
    }

    /// Whether the caller has nothing to free, judging by the type.
    fileprivate var isLent: Bool { shape != .pointer || leadsToConstant }
}
