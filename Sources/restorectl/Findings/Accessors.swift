/// A setter and the getter that belongs to it, by their names.
struct Accessors {
    let getter: String
    let setter: String
    /// What stands before `_set_`.
    let prefix: String
    let key: String

    /// `foo_set_title` goes with `foo_get_title`, `foo_is_title`, `foo_title`; `foo_settitle` with
    /// `foo_gettitle`.
    init?(setter: String, among names: Set<String>) {
        guard let word = setter.firstRange(of: "_set_") ?? setter.firstRange(of: "_set"),
            word.lowerBound > setter.startIndex
        else { return nil }
        let prefix = String(setter[..<word.lowerBound])
        let rest = String(setter[word.lowerBound...].dropFirst("_set".count))
        let getters = rest.hasPrefix("_") ? ["_get", "_is", "", "_has", "_get_is"] : ["_get"]
        let getter = getters.map { prefix + $0 + rest }.first(where: names.contains)
        guard rest.count > 1, let getter else { return nil }
        self.getter = getter
        self.setter = setter
        self.prefix = prefix
        key = rest.split(separator: "_").enumerated().map { number, part in
            number == 0 ? String(part) : part.prefix(1).uppercased() + part.dropFirst()
        }
        .joined()
    }

    /// What a binding says of a pair.
    struct Fit {
        let className: String
        let get: String
        let set: String
        /// The enumerations that the calls name.
        let enumerations: [HeaderEnumerations.Entry]
        /// Whether the setter returns a number, which may say that it failed.
        let hasResult: Bool
    }

    /// The calls, if getter and setter have to do with one object and one value of one type.
    func fit(_ types: HeaderTypes, _ enumerations: HeaderEnumerations) -> Fit? {
        guard let get = types.functions[getter], let set = types.functions[setter],
            !get.isVariadic, !set.isVariadic, get.parameters.count == 1,
            set.parameters.count == 2,
            let name = get.parameters[0].className, name == set.parameters[0].className,
            let word = get.result.word, word == set.parameters[1].word, get.result.isLent
        else { return nil }
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
}

extension CFunction {
    /// The type of a number that it returns, or `nil`. It may say that the function failed.
    fileprivate func answer(_ enumerations: HeaderEnumerations) -> String? {
        switch result.shape {
        case .integer, .bool: enumerations[result]?.name ?? result.word
        default: nil
        }
    }

    /// What takes nothing but an object of the class.
    func isAbout(only className: String) -> Bool {
        !isVariadic && parameters.map(\.className) == [className]
    }
}

extension CType {
    /// The name of what a pointer leads to, if that is an object: `GtkEntry` for
    /// `const GtkEntry *`.
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

    /// The type in the language of signatures, if it is that of a value.
    fileprivate var word: String? {
        switch shape {
        case .bool: "bool"
        // Of what compilers have besides, nothing is passed.
        case .integer(let size, let isSigned) where size <= 8:
            "\(isSigned ? "int" : "uint")\(size * 8)"
        case .float(size: 4): "float32"
        case .float(size: 8): "float64"
        case .pointer:
            if case .integer(size: 1, _)? = pointee { "string" } else { nil }
        default: nil
        }
    }

    /// Whether the caller has nothing to free, as far as the type tells.
    fileprivate var isLent: Bool { shape != .pointer || text.hasPrefix("const ") }
}
