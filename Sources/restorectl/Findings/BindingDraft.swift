import RestorationCore
import RestorationInvocation

/// A binding as far as headers tell.
struct BindingDraft {
    private let library: String
    private let identifier: String
    private let classes: [Class]
    private let leftOut: [String]

    private struct Class {
        let name: String
        var create: String?
        var destroy: String?
        var properties: [Property] = []
    }

    private struct Property {
        let key: String
        let get: String
        let set: String
    }

    var isEmpty: Bool { classes.isEmpty }

    /// - Parameters:
    ///   - identifier: the binding's; `nil` for one made of the library's name.
    ///   - names: what the library exports.
    init(
        of library: String,
        identifier: String?,
        exports names: [String],
        compiler: HeaderCompiler
    ) throws {
        let names = Set(names)
        let pairs = names.sorted().compactMap { Accessors(setter: $0, among: names) }
        let makers = Set(pairs.map(\.prefix)).flatMap { prefix in
            (Self.makers + Self.enders).map { prefix + $0 }.filter(names.contains)
        }
        let functions = pairs.flatMap { [$0.getter, $0.setter] } + makers
        let types = try HeaderTypes(of: Array(Set(functions)).sorted(), by: compiler)
        var classes: [String: Class] = [:]
        var leftOut: [String] = []
        for pair in pairs {
            guard let fit = pair.fit(types) else {
                if types.functions[pair.setter] != nil { leftOut.append(pair.setter) }
                continue
            }
            if classes[fit.className] == nil {
                classes[fit.className] = Class(
                    name: fit.className,
                    create: Self.create(fit.className, pair.prefix, types),
                    destroy: Self.destroy(fit.className, pair.prefix, types)
                )
            }
            let property = Property(key: pair.key, get: fit.get, set: fit.set)
            // Functions of two names may be about one type of object.
            let isTaken =
                classes[fit.className]?.properties.contains { $0.key == pair.key } ?? false
            if isTaken { leftOut.append(pair.setter) }
            if !isTaken { classes[fit.className]?.properties.append(property) }
        }
        self.library = library
        self.identifier = identifier ?? Self.identifier(of: library)
        self.classes = classes.values.sorted { $0.name < $1.name }
        self.leftOut = leftOut
    }

    // What has other parameters is left to the author.
    private static let makers = ["_new", "_create", "_open", "_alloc", "_init"]
    private static let enders = ["_free", "_destroy", "_delete", "_close", "_unref", "_release"]

    /// What makes an object of a class. Some libraries say that it makes one of a more general class.
    private static func create(
        _ name: String,
        _ prefix: String,
        _ types: HeaderTypes
    ) -> String? {
        let isNamedSo = prefix.filter { $0 != "_" }.lowercased() == name.lowercased()
        return makers.map { prefix + $0 }.first { maker in
            guard let function = types.functions[maker], !function.isVariadic else { return false }
            return function.parameters.isEmpty && function.result.shape == .pointer
                && (isNamedSo || function.result.className == name)
        }
        .map { "\($0)() -> object" }
    }

    private static func destroy(
        _ name: String,
        _ prefix: String,
        _ types: HeaderTypes
    ) -> String? {
        enders.map { prefix + $0 }.first { ender in
            guard let function = types.functions[ender], !function.isVariadic else { return false }
            return function.parameters.map(\.className) == [name]
        }
        .map { "\($0)(object)" }
    }

    /// `org.example.gtk` for `libgtk-4.so.1`.
    private static func identifier(of library: String) -> String {
        let name = library.split(separator: "/").last ?? ""
        let stem = name.hasPrefix("lib") ? name.dropFirst(3) : name
        let letters = stem.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let isUsable = letters.first?.isLetter ?? false
        return "org.example.\(isUsable ? letters.lowercased() : "library")"
    }
}

extension BindingDraft: Presentable {
    /// The binding, as a file has it.
    private var lines: [String] {
        var lines = [
            "// Drafted from headers. Look at each property: does it belong to what a person left?",
            "// Which come after which? Does a setter take null, where its getter may return it?",
        ]
        if !leftOut.isEmpty {
            lines.append(
                "// Left out, since getter and setter differ, or take more than the value:"
            )
            lines += leftOut.map { "//   \($0)" }
        }
        lines += [
            "{", #"  "binding": 1,"#, "  \"id\": \(identifier.inJSON),", #"  "version": "0.1.0","#,
            "  \"library\": \(library.inJSON),", #"  "classes": ["#,
        ]
        for entry in classes { lines += Self.lines(of: entry) }
        return lines + ["  ]", "}"]
    }

    private static func lines(of entry: Class) -> [String] {
        var lines = ["    {", "      \"id\": \(entry.name.inJSON),"]
        if let create = entry.create {
            lines.append("      \"routes\": [\("**/\(entry.name):*".inJSON)],")
            lines.append("      \"create\": \(create.inJSON),")
        } else {
            lines.append("      // How is one created? Without \"create\", the host hands it over.")
        }
        if let destroy = entry.destroy { lines.append("      \"destroy\": \(destroy.inJSON),") }
        lines.append("      \"state\": [")
        for property in entry.properties {
            lines += [
                "        {", "          \"key\": \(property.key.inJSON),",
                "          \"get\": \(property.get.inJSON),",
                "          \"set\": \(property.set.inJSON),", "        },",
            ]
        }
        return lines + ["      ],", "    },"]
    }

    func page() -> Page {
        var page = Page()
        for line in lines { page.add(Span(line)) }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(identifier, forKey: "id")
        try members.encode(library, forKey: "library")
        try members.encode(classes.map(\.name), forKey: "classes")
        try members.encode(leftOut, forKey: "leftOut")
        try members.encode(lines.joined(separator: "\n") + "\n", forKey: "binding")
    }
}

extension String {
    /// The text in quotation marks, for names of functions and types, paths and identifiers.
    fileprivate var inJSON: String {
        "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

/// A setter and the getter that belongs to it, by their names.
private struct Accessors {
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

    /// The calls, if getter and setter have to do with one object and one value of one type.
    func fit(_ types: HeaderTypes) -> (className: String, get: String, set: String)? {
        guard let get = types.functions[getter], let set = types.functions[setter],
            !get.isVariadic, !set.isVariadic, get.parameters.count == 1,
            set.parameters.count == 2,
            let name = get.parameters[0].className, name == set.parameters[0].className,
            let type = get.result.word, type == set.parameters[1].word, get.result.isLent
        else { return nil }
        let suffix = type == "string" ? "?" : ""
        return (name, "\(getter)(object) -> \(type)\(suffix)", "\(setter)(object, \(type))")
    }
}

extension CType {
    /// The name of what a pointer leads to, if that is an object: `GtkEntry` for
    /// `const GtkEntry *`.
    fileprivate var className: String? {
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
