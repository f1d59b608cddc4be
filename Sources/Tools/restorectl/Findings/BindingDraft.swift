import RestorationCore
import RestorationInvocation

struct BindingDraft {
    private let library: String
    private let identifier: String
    private let enumerations: [HeaderEnumerations.Entry]
    private let classes: [Class]
    private let leftOut: [LeftOut]
    /// Getters and setters without a counterpart.
    private let single: (getters: [String], setters: [String])
    private let hasResults: Bool

    private struct Class {
        let name: String
        var create: String?
        var destroy: String?
        /// The functions that retain and release an object.
        var holding: (adopt: String, release: String)?
        var properties: [Property] = []
    }

    private struct Property {
        let key: String
        let get: String
        let set: String
    }

    /// A setter with a getter that the draft omits, with the reason.
    private struct LeftOut {
        let setter: String
        let reason: String
    }

    var isEmpty: Bool { classes.isEmpty }

    /// The reasons for omitted setters, as many as fit into a sentence.
    var someReasons: [String] {
        let limit = 5
        let rest = leftOut.count - limit
        return leftOut.prefix(limit).map { "\($0.setter): \($0.reason)" }
            + (rest > 0 ? ["and \(rest) more"] : [])
    }

    /// - Parameters:
    ///   - identifier: The binding's id; `nil` to derive it from the library's name.
    ///   - names: The library's exports.
    init(
        of library: String,
        identifier: String?,
        exports names: [String],
        compiler: HeaderCompiler
    ) throws {
        let names = Set(names)
        let pairs = names.sorted().compactMap { Accessors(setter: $0, among: names) }
        let life = LifetimeFunctions(in: names)
        let subjects = Set(pairs.flatMap { Words($0.prefix + "_" + $0.rest).beginnings })
        let makers =
            life.all.filter { subjects.contains($0.subject) }.map(\.name)
            + Set(pairs.map(\.prefix)).flatMap { prefix in Self.keepers.map { prefix + $0 } }
            .filter(names.contains)
        let paired = Set(pairs.flatMap { [$0.getter, $0.setter] })
        let others = names.subtracting(paired).sorted()
        let single = (
            others.filter(Accessors.isGetter),
            others.filter { Accessors.isSetter($0, beside: life) }
        )
        let functions = paired.union(makers).union(single.0).union(single.1)
        let types = try HeaderTypes(of: functions.sorted(), by: compiler)
        let known = try HeaderEnumerations(of: types.integers, besides: names, by: compiler)
        var classes: [String: Class] = [:]
        var leftOut: [LeftOut] = []
        var enumerations: Set<HeaderEnumerations.Entry> = []
        var hasResults = false
        for pair in pairs {
            let fit: Accessors.Fit
            do throws(Accessors.TypeMismatch) {
                fit = try pair.fit(types, known)
            } catch {
                // Libraries export many internal functions, so only declared ones are listed.
                if types.functions[pair.setter] ?? types.functions[pair.getter] != nil {
                    leftOut.append(LeftOut(setter: pair.setter, reason: error.reason))
                }
                continue
            }
            if classes[fit.className] == nil {
                classes[fit.className] = Class(
                    name: fit.className,
                    create: life.maker(of: fit.className, pair.prefix, types)
                        .map { "\($0)() -> object" },
                    destroy: life.ender(of: fit.className, pair.prefix, types)
                        .map { "\($0)(object)" },
                    holding: Self.holding(fit.className, pair.prefix, types)
                )
            }
            let property = Property(key: pair.key, get: fit.get, set: fit.set)
            // Functions of two prefixes may belong to one object type.
            let isTaken =
                classes[fit.className]?.properties.contains { $0.key == pair.key } ?? false
            guard !isTaken else {
                let reason = "\(fit.className) has another property \"\(pair.key)\""
                leftOut.append(LeftOut(setter: pair.setter, reason: reason))
                continue
            }
            classes[fit.className]?.properties.append(property)
            enumerations.formUnion(fit.enumerations)
            hasResults = hasResults || fit.hasResult
        }
        self.library = library
        self.identifier = identifier ?? Self.identifier(of: library)
        self.classes = classes.values.sorted { $0.name < $1.name }
        self.leftOut = leftOut
        let isOfObject = { types.functions[$0]?.isAboutObject ?? false }
        self.single = (single.0.filter(isOfObject), single.1.filter(isOfObject))
        self.enumerations = enumerations.sorted { $0.name < $1.name }
        self.hasResults = hasResults
    }

    private static let keepers = ["_ref", "_unref"]

    /// The functions that count references to an object that the program created.
    private static func holding(
        _ name: String,
        _ prefix: String,
        _ types: HeaderTypes
    ) -> (adopt: String, release: String)? {
        let pair = keepers.map { prefix + $0 }
        guard pair.allSatisfy({ types.functions[$0]?.isAbout(only: name) ?? false }) else {
            return nil
        }
        return ("\(pair[0])(object)", "\(pair[1])(object)")
    }

    /// Derives `org.example.gtk` from `libgtk-4.so.1`.
    private static func identifier(of library: String) -> String {
        let name = library.split(separator: "/").last ?? ""
        let stem = name.hasPrefix("lib") ? name.dropFirst(3) : name
        let letters = stem.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let isUsable = letters.first?.isLetter ?? false
        return "org.example.\(isUsable ? letters.lowercased() : "library")"
    }
}

extension BindingDraft: Presentable {
    private var lines: [String] {
        var lines = [
            "// Drafted from headers. Check each property: is it part of the saved state?",
            "// In which order are they set? Does a setter take null, where its getter may"
                + " return it?",
            "// Does the program make objects itself, and hand them over? Then \"adopt\" and"
                + " \"release\"",
            "// are the calls that retain and release one, if the library has them.",
        ]
        if hasResults {
            lines += [
                "// If a setter's result reports failure, write \"fails nonzero\" behind it, or",
                "// \"fails negative\", or \"fails false\".",
            ]
        }
        if !leftOut.isEmpty {
            lines.append("// Left out with their getters:")
            lines += leftOut.map { "//   \($0.setter): \($0.reason)" }
        }
        lines += Self.lines(of: single.getters, "Left out, since they have no matching setter:")
        lines += Self.lines(of: single.setters, "Left out, since they have no matching getter:")
        lines += [
            "{", #"  "binding": 1,"#, "  \"id\": \(identifier.inJSON),", #"  "version": "0.1.0","#,
            "  \"library\": \(library.inJSON),",
        ]
        if !enumerations.isEmpty {
            lines.append(#"  "types": {"#)
            lines += enumerations.map { "    \($0.name.inJSON): \($0.definition.inJSON)," }
            lines.append("  },")
        }
        lines.append(#"  "classes": ["#)
        for entry in classes { lines += Self.lines(of: entry) }
        return lines + ["  ]", "}"]
    }

    private static func lines(of names: [String], _ heading: String) -> [String] {
        guard !names.isEmpty else { return [] }
        var page = Page()
        page.add(wrapping: names.joined(separator: ", "))
        return ["// \(heading)"] + page.lines.map { "//   \($0.spans.map(\.text).joined())" }
    }

    private static func lines(of entry: Class) -> [String] {
        var lines = ["    {", "      \"id\": \(entry.name.inJSON),"]
        if let create = entry.create {
            lines.append("      \"routes\": [\("**/\(entry.name):*".inJSON)],")
            lines.append("      \"create\": \(create.inJSON),")
        } else {
            lines.append(
                "      // How is one created? Without \"create\", the program hands it over."
            )
        }
        if let destroy = entry.destroy { lines.append("      \"destroy\": \(destroy.inJSON),") }
        if let holding = entry.holding {
            lines.append("      \"adopt\": \(holding.adopt.inJSON),")
            lines.append("      \"release\": \(holding.release.inJSON),")
        }
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
        try members.encode(
            leftOut.map { ["function": $0.setter, "reason": $0.reason] }
                + single.getters.map { ["function": $0, "reason": "it has no matching setter"] }
                + single.setters.map { ["function": $0, "reason": "it has no matching getter"] },
            forKey: "leftOut"
        )
        try members.encode(lines.joined(separator: "\n") + "\n", forKey: "binding")
    }
}

extension String {
    fileprivate var inJSON: String {
        "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
