import RestorationInvocation

/// A type of C, as far as calls depend on it.
struct CType {
    /// As the declaration has it.
    let text: String
    let shape: Shape
    /// Of what a pointer leads to; `nil` for what is no pointer, or leads to something unknown.
    let pointee: Shape?
    /// Whether a pointer leads to a function.
    let leadsToFunction: Bool
    /// How many parameters that has; `nil` if the type stands for functions of any kind.
    let callbackParameterCount: Int?

    enum Shape: Equatable {
        case void, bool
        case integer(size: Int, isSigned: Bool)
        case float(size: Int)
        case pointer
        case structure(size: Int)
        case unknown
    }
}

/// The declaration of a function.
struct CFunction {
    let result: CType
    let parameters: [CType]
    let isVariadic: Bool
}

/// What headers declare, as far as it was asked for.
struct HeaderTypes {
    /// By their names.
    private(set) var functions: [String: CFunction] = [:]
    private var offsets: [String: Int] = [:]

    /// Asks for functions, and for offsets of fields in structures that they take.
    ///
    /// - Parameter fields: the names of fields, by the type that a call may have for a structure.
    init(of names: [String], fields: Set<String> = [], by compiler: HeaderCompiler) throws {
        let prefix = HeaderCompiler.prefix
        let first = try compiler.answers(
            to: names.map { "extern __typeof__(&\($0)) \(prefix)\($0);\n" }.joined()
        )
        let prototypes = first.compactMapValues { Prototype($0.text) }
        let types = Set(prototypes.values.flatMap { [$0.result] + $0.parameters }).sorted()
        let second = try compiler.answers(
            to: types.enumerated().map { Self.questions($1, number: $0, fields) }.joined()
        )
        var known: [String: CType] = [:]
        for (number, type) in types.enumerated() {
            known[type] = Self.type(type, number: number, second)
            for field in fields {
                offsets["\(type).\(field)"] =
                    second["o\(number)_\(field)"]?.constant
                    ?? second["p\(number)_\(field)"]?.constant
            }
        }
        functions = prototypes.mapValues { prototype in
            CFunction(
                result: known[prototype.result]!,
                parameters: prototype.parameters.map { known[$0]! },
                isVariadic: prototype.isVariadic
            )
        }
    }

    /// Where a field lies in a structure, or in that to which a pointer leads.
    func offset(of field: String, in type: CType) -> Int? { offsets["\(type.text).\(field)"] }

    /// An enumerator for each thing that is to be known: those that make no sense are errors, and
    /// left out of the answers.
    private static func questions(_ type: String, number: Int, _ fields: Set<String>) -> String {
        let prefix = HeaderCompiler.prefix
        let name = "__typeof__(\(type))"
        let all = [
            ("c", "__builtin_classify_type(*(\(name) *)0)"), ("s", "sizeof(\(name))"),
            ("g", "((\(name))-1 < (\(name))0)"), ("d", "__builtin_classify_type(**(\(name) *)0)"),
            ("t", "sizeof(*(\(name))0)"), ("h", "((__typeof__(*(\(name))0))-1 < 0)"),
        ]
        let places = fields.sorted().flatMap { field in
            [
                "enum { \(prefix)o\(number)_\(field) = __builtin_offsetof(\(name), \(field)) };\n",
                "enum { \(prefix)p\(number)_\(field) ="
                    + " __builtin_offsetof(__typeof__(*(\(name))0), \(field)) };\n",
            ]
        }
        return "extern \(name) \(prefix)n\(number);\n"
            + all.map { "enum { \(prefix)\($0)\(number) = \($1) };\n" }.joined() + places.joined()
    }

    private static func type(
        _ text: String,
        number: Int,
        _ answers: [String: HeaderCompiler.Answer]
    ) -> CType {
        let plain = answers["n\(number)"]?.text ?? text
        func constant(_ letter: String) -> Int? { answers["\(letter)\(number)"]?.constant }
        let isVoid = text == "void"
        let shape =
            isVoid
            ? .void : CType.Shape(constant("c"), constant("s"), isSigned: constant("g") == 1)
        let leadsToFunction = plain.contains("(*")
        let leadsToVoid = plain.hasSuffix("void *")
        let isPointer = shape == .pointer
        let pointee: CType.Shape? =
            leadsToVoid
            ? .void : CType.Shape(constant("d"), constant("t"), isSigned: constant("h") == 1)
        return CType(
            text: text,
            shape: shape,
            pointee: isPointer && !leadsToFunction ? pointee : nil,
            leadsToFunction: isPointer && leadsToFunction,
            callbackParameterCount: Prototype(plain).flatMap {
                // As in GLib's GCallback.
                $0.parameters.isEmpty || $0.isVariadic ? nil : $0.parameters.count
            }
        )
    }
}

extension CType.Shape {
    /// From what `__builtin_classify_type` and `sizeof` say.
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
            case ((12...13)?, let size?): .structure(size: size)
            default: .unknown
            }
    }
}

/// A function's type as clang writes it: `int (*)(sqlite3 *, int)`.
private struct Prototype {
    let result: String
    let parameters: [String]
    let isVariadic: Bool

    init?(_ text: String) {
        guard let star = text.firstRange(of: "(*)(") else { return nil }
        result = text[..<star.lowerBound].trimmed
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in text[star.upperBound...] {
            if character == ")", depth == 0 { break }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(part)
        parts = parts.map { Substring($0).trimmed }
        isVariadic = parts.last == "..."
        parameters = parts.filter { !["...", "void", ""].contains($0) }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
