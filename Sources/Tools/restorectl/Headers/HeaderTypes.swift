import RestorationInvocation

struct HeaderTypes {
    private(set) var functions: [String: CFunction] = [:]
    private(set) var constants: [String: Int64] = [:]
    private var structures: [Place: CType] = [:]
    private var fields: [Place: [String: CField]] = [:]
    private var parts: [Place: [CPart]] = [:]

    /// The location of a structure: a parameter or result type, and the number of pointers to
    /// follow.
    struct Place: Hashable {
        let type: String
        let pointerCount: Int

        var expression: String {
            switch pointerCount {
            case 0: "(*(__typeof__(\(type)) *)0)"
            case 1: "(*(__typeof__(\(type)))0)"
            default: "(**(__typeof__(\(type)))0)"
            }
        }
    }

    /// Queries functions, the structures that calls of them take, and constants.
    ///
    /// - Parameters:
    ///   - names: The functions.
    ///   - calls: Calls that may take structures.
    ///   - constants: Names of possible constants.
    init(
        of names: [String],
        calls: [CallExpression] = [],
        constants: Set<String> = [],
        by compiler: HeaderCompiler
    ) throws {
        let prefix = HeaderCompiler.prefix
        // A function's name never begins with a digit.
        let first = try compiler.answers(
            // A macro of the same name may stand for another function, but calls reach the
            // function.
            to: names.map { "#undef \($0)\nextern __typeof__(&\($0)) \(prefix)\($0);\n" }.joined()
                + constants.sorted().map { "enum { \(prefix)0\($0) = \($0) };\n" }.joined()
        )
        for name in constants { self.constants[name] = first["0\(name)"]?.constant.map(Int64.init) }
        let prototypes = names.reduce(into: [String: Prototype]()) { known, name in
            known[name] = first[name].flatMap { Prototype($0.text) }
        }
        let types = Set(prototypes.values.flatMap { [$0.result] + $0.parameters }).sorted()
        let members = Self.members(of: calls, prototypes)
        let places = members.keys.sorted { ($0.type, $0.pointerCount) < ($1.type, $1.pointerCount) }
        let second = try compiler.answers(
            to: types.enumerated().map { Self.questions("__typeof__(\($1))", "\($0)") }.joined()
                + places.enumerated().map { Self.questions($1, "s\($0)", members[$1]!) }.joined()
        )
        var known: [String: CType] = [:]
        for (number, type) in types.enumerated() {
            known[type] = Self.type(type, "\(number)", second)
        }
        for (number, place) in places.enumerated() {
            structures[place] = Self.type(place.type, "s\(number)", second)
            fields[place] = Self.fields(members[place]!, "s\(number)", second)
        }
        let structureNames = known.values.filter(\.isStructure).map(\.text).sorted()
        let complete = places.filter(isComplete)
        let facts = try Self.facts(complete.map(\.expression), structureNames, by: compiler)
        for (number, place) in complete.enumerated() {
            parts[place] = facts.parts(of: "\(prefix)\(number)")
        }
        for (number, type) in structureNames.enumerated() {
            known[type]?.obstacle = facts.obstacle(of: "\(prefix)\(complete.count + number)")
        }
        functions = prototypes.mapValues { prototype in
            CFunction(
                result: known[prototype.result]!,
                parameters: prototype.parameters.map { known[$0]! },
                isVariadic: prototype.isVariadic,
                hasPrototype: prototype.isWhole
            )
        }
    }

    var integers: [CType] {
        functions.values.flatMap { [$0.result] + $0.parameters }.filter { type in
            if case .integer = type.shape { true } else { false }
        }
    }

    func isComplete(_ structure: Place) -> Bool {
        if case .structure? = structures[structure]?.shape { true } else { false }
    }

    func field(_ path: String, in structure: Place) -> CField? { fields[structure]?[path] }

    /// The leaves of a structure that none of the members overlaps.
    func missing(_ members: [PassedArgument.Member], in structure: Place) -> [String] {
        let leaves = members.filter { if case .structure = $0.type.bare { false } else { true } }
        let covered = leaves.map { $0.offset..<($0.offset + $0.type.layout.size) }
        return (parts[structure] ?? []).filter { part in
            !covered.contains { $0.overlaps(part.bytes) }
        }
        .map(\.path)
    }

    /// Why a structure has no field of a name, such as a part without a type.
    func absence(of member: PassedArgument.Member, in structure: Place) -> String {
        let others = (parts[structure] ?? []).filter { $0.obstacle != nil }
        if let part = others.first(where: { $0.path == member.path }), let kind = part.obstacle {
            let reason = "\(kind.plural) have no type here"
            return "the field \(part.path) is \(kind.singular), and \(reason)"
        }
        let absence = "the structure has no field \(member.path)"
        guard let part = others.first(where: { $0.bytes.contains(member.offset) }),
            let kind = part.obstacle
        else { return absence }
        let reason = "\(kind.plural) have no type here"
        return "\(absence); the \(kind) \(part.path) is there, and \(reason)"
    }

    private static func facts(
        _ expressions: [String],
        _ types: [String],
        by compiler: HeaderCompiler
    ) throws -> DebugFacts {
        let all = expressions + types
        guard !all.isEmpty else { return DebugFacts("") }
        return DebugFacts(
            try compiler.debugInformation(
                on: all.enumerated()
                    .map { "__typeof__(\($1)) \(HeaderCompiler.prefix)\($0);\n" }.joined()
            )
        )
    }

    private static func members(
        of calls: [CallExpression],
        _ prototypes: [String: Prototype]
    ) -> [Place: [String]] {
        var members: [Place: Set<String>] = [:]
        for call in calls {
            guard let prototype = prototypes[call.function] else { continue }
            let given = call.fixedArguments + [PassedArgument(call.signature.result)]
            let declared =
                prototype.parameters.count == given.count - 1
                ? prototype.parameters + [prototype.result] : []
            for (given, declared) in zip(given, declared) where !given.members.isEmpty {
                let place = Place(type: declared, pointerCount: given.pointerCount)
                members[place, default: []].formUnion(given.members.map(\.path))
            }
        }
        return members.mapValues { $0.sorted() }
    }

    // MARK: Queries

    /// An enumerator for each fact about a type. Meaningless ones are errors, and absent from the
    /// answers.
    private static func questions(_ name: String, _ label: String) -> String {
        let prefix = HeaderCompiler.prefix
        let all = [
            ("c", "__builtin_classify_type(*(\(name) *)0)"), ("s", "sizeof(\(name))"),
            ("g", "((\(name))-1 < (\(name))0)"), ("d", "__builtin_classify_type(**(\(name) *)0)"),
            ("t", "sizeof(*(\(name))0)"), ("h", "((__typeof__(*(\(name))0))-1 < 0)"),
            ("e", "__builtin_classify_type(***(\(name) *)0)"), ("u", "sizeof(**(\(name))0)"),
            ("i", "((__typeof__(**(\(name))0))-1 < 0)"),
        ]
        return "extern \(name) \(prefix)n\(label);\n"
            + all.map { "enum { \(prefix)\($0)\(label) = \($1) };\n" }.joined()
    }

    private static func questions(_ place: Place, _ label: String, _ paths: [String]) -> String {
        let name = "__typeof__(\(place.expression))"
        return questions(name, label)
            + paths.enumerated().map { number, path in
                "enum { \(HeaderCompiler.prefix)o\(label)_\(number) ="
                    + " __builtin_offsetof(\(name), \(path)) };\n"
                    + questions("__typeof__(\(place.expression).\(path))", "\(label)_\(number)")
            }
            .joined()
    }

    private static func fields(
        _ paths: [String],
        _ label: String,
        _ answers: [String: HeaderCompiler.Answer]
    ) -> [String: CField] {
        paths.enumerated().reduce(into: [:]) { fields, entry in
            let (number, path) = entry
            guard let offset = answers["o\(label)_\(number)"]?.constant else { return }
            let text = answers["n\(label)_\(number)"]?.text ?? path
            let type = type(text, "\(label)_\(number)", answers)
            fields[path] = CField(offset: offset, type: type)
        }
    }

    private static func type(
        _ text: String,
        _ label: String,
        _ answers: [String: HeaderCompiler.Answer]
    ) -> CType {
        let plain = answers["n\(label)"]?.text ?? text
        func constant(_ letter: String) -> Int? { answers["\(letter)\(label)"]?.constant }
        let isVoid = text == "void"
        // Only fields can be arrays. Elsewhere C converts arrays to pointers.
        let isArray = plain.hasSuffix("]")
        let shape =
            isVoid
            ? .void
            : CType.Shape(
                isArray ? nil : constant("c"),
                constant("s"),
                isSigned: constant("g") == 1
            )
        let leadsToFunction = plain.contains("(*")
        let leadsToVoid = plain.hasSuffix("void *")
        let isPointer = shape == .pointer
        let pointee: CType.Shape? =
            leadsToVoid
            ? .void : CType.Shape(constant("d"), constant("t"), isSigned: constant("h") == 1)
        let inner: CType.Shape? =
            plain.hasSuffix("void **")
            ? .void : CType.Shape(constant("e"), constant("u"), isSigned: constant("i") == 1)
        return CType(
            text: text,
            shape: shape,
            pointee: isPointer && !leadsToFunction ? pointee : nil,
            innerPointee: isPointer && pointee == .pointer ? inner : nil,
            leadsToFunction: isPointer && leadsToFunction,
            leadsToConstant: isPointer && plain.hasPrefix("const "),
            callbackParameterCount: Prototype(plain).flatMap {
                // Generic, like GLib's GCallback.
                $0.parameters.isEmpty || $0.isVariadic ? nil : $0.parameters.count
            }
        )
    }
}

extension CType {
    fileprivate var isStructure: Bool { if case .structure = shape { true } else { false } }
}

extension CType.Shape {
    /// From the results of `__builtin_classify_type` and `sizeof`.
    ///
    /// Semantic source: GCC's `typeclass.h`, which clang follows.
    fileprivate init(_ kind: Int?, _ size: Int?, isSigned: Bool) {
        self =
            switch (kind, size) {
            case (0, _): .void
            case ((1...3)?, let size?): .integer(size: size, isSigned: isSigned)
            case (4, _): .bool
            case (5, _): .pointer
            case (8, let size?): .float(size: size)
            case (9, let size?): .complex(size: size)
            case ((12...13)?, let size?): .structure(size: size)
            default: .unknown
            }
    }
}
