import RestorationInvocation

/// Compares calls with the declarations of the functions.
struct CallComparison {
    /// A call that does not fit.
    struct Mismatch {
        let function: String
        let problem: String
    }

    let types: HeaderTypes
    private(set) var mismatches: [Mismatch] = []
    /// What a header says too little about.
    private(set) var unverified: Set<String> = []
    /// The functions that fit.
    private(set) var matching: Set<String> = []

    init(_ types: HeaderTypes) { self.types = types }

    mutating func compare(_ call: CallExpression) {
        guard let function = types.functions[call.function] else {
            unverified.insert("\(call.function): no header declares it")
            return
        }
        let before = mismatches.count
        compare(call.signature, with: function, of: call.function)
        if mismatches.count == before { matching.insert(call.function) }
    }

    private mutating func compare(
        _ signature: Signature,
        with function: CFunction,
        of name: String
    ) {
        let passed = signature.parameters.flatMap(\.passed)
        let fixed = signature.fixedCount.map { count in
            signature.parameters.prefix(count).flatMap(\.passed).count
        }
        guard function.isVariadic == (fixed != nil) else {
            return note(
                name,
                function.isVariadic
                    ? "it is variadic; write ... before the variable arguments"
                    : "it is not variadic"
            )
        }
        guard (fixed ?? passed.count) == function.parameters.count else {
            let count = Quantity.count(function.parameters.count, "parameter")
            return note(name, "it has \(count), and the call \(fixed ?? passed.count)")
        }
        for (number, (given, declared)) in zip(passed, function.parameters).enumerated() {
            compare(given, declared, "parameter \(number + 1)", name)
        }
        // A result that nobody takes may be anything.
        guard signature.result != .void else { return }
        compare(.init(signature.result), function.result, "the result", name)
    }

    private mutating func note(_ function: String, _ problem: String) {
        let isKnown = mismatches.contains { $0.function == function && $0.problem == problem }
        if !isKnown { mismatches.append(Mismatch(function: function, problem: problem)) }
    }

    private mutating func compare(
        _ given: Passed,
        _ declared: CType,
        _ place: String,
        _ function: String
    ) {
        if declared.shape == .unknown {
            unverified.insert("\(function), \(place): nothing is known about \(declared.text)")
            return
        }
        let fits =
            given.isIndirect
            ? declared.shape == .pointer
                && (declared.pointee == .void || given.type.fits(declared.pointee ?? .unknown))
            : given.type.fits(declared)
        guard fits else {
            let words = given.isIndirect ? "out \(given.type.short)" : given.type.short
            return note(function, "\(place) is \(declared.shown), and the call has \(words)")
        }
        if case .callback(let callback) = given.type.bare {
            compare(callback.signature, declared, place, function)
        }
        compareFields(given, declared, place, function)
    }

    private mutating func compare(
        _ callback: Signature,
        _ declared: CType,
        _ place: String,
        _ function: String
    ) {
        guard let expected = declared.callbackParameterCount else {
            unverified.insert("\(function), \(place): no header says what the callback takes")
            return
        }
        let count = callback.parameters.flatMap(\.passed).count
        guard count != expected else { return }
        let words = Quantity.count(expected, "parameter")
        note(function, "\(place) is a callback with \(words), and the call's has \(count)")
    }

    /// Compares the places of fields, where both sides have fields of the same names.
    private mutating func compareFields(
        _ given: Passed,
        _ declared: CType,
        _ place: String,
        _ function: String
    ) {
        var type = given.type.bare
        if case .pointee(let pointee) = type { type = pointee.bare }
        guard case .structure(let fields) = type else { return }
        var offset = 0
        var unknown: [String] = []
        for field in fields {
            let (size, alignment) = field.type.layout
            offset = (offset + alignment - 1) / alignment * alignment
            if let real = types.offset(of: field.name, in: declared) {
                if real != offset {
                    note(
                        function,
                        "\(place): the field \(field.name) lies at byte \(real), and in the binding"
                            + " at \(offset)"
                    )
                }
            } else {
                unknown.append(field.name)
            }
            offset += size
        }
        guard !unknown.isEmpty else { return }
        let names = unknown.joined(separator: ", ")
        unverified.insert("\(declared.text): no header shows the fields \(names)")
    }
}

/// An argument as C gets it.
private struct Passed {
    let type: InvocationType
    /// Whether a pointer to it is passed.
    let isIndirect: Bool

    init(_ type: InvocationType, isIndirect: Bool = false) {
        self.type = type
        self.isIndirect = isIndirect
    }
}

extension CType {
    /// The type as people write it.
    fileprivate var shown: String { text.replacing("_Bool", with: "bool") }
}

extension Signature.Parameter {
    /// Bytes are a pointer and a length.
    fileprivate var passed: [Passed] {
        let isIndirect = direction != .input
        guard case .bytes(.following(let length)) = type.bare else {
            return [Passed(type, isIndirect: isIndirect)]
        }
        // What `inout` may change is passed as it is, and so is its length.
        let isPlace = direction == .output
        return [Passed(.pointer, isIndirect: isPlace), Passed(length, isIndirect: isPlace)]
    }
}

extension InvocationType {
    /// The type as people name it; a structure is too long to be shown.
    fileprivate var short: String {
        switch bare {
        case .structure: "a structure of \(layout.size) bytes"
        case .pointee(.structure): "a pointer to a structure"
        case .enumeration: "an enum"
        case .callback: "a callback"
        default: "\(bare)"
        }
    }

    /// Whether a value may go where C has such a type.
    fileprivate func fits(_ declared: CType) -> Bool {
        guard declared.shape == .pointer else { return fits(declared.shape) }
        switch bare {
        case .callback: return declared.leadsToFunction || declared.pointee == .void
        case .string:
            switch declared.pointee {
            case .integer(size: 1, _)?, .void?: return true
            default: return false
            }
        case .pointee(let type):
            guard let pointee = declared.pointee, pointee != .unknown else { return true }
            return pointee == .void || type.fits(pointee)
        case .bytes, .pointer: return true
        case .object: return !declared.leadsToFunction
        default: return false
        }
    }

    /// Whether a value looks like that in C.
    fileprivate func fits(_ shape: CType.Shape) -> Bool {
        switch (bare, shape) {
        case (.bool, .bool): true
        case (.float32, .float(size: 4)), (.float64, .float(size: 8)): true
        case (.enumeration, .integer(let size, _)): layout.size == size
        case (.structure, .structure(let size)): layout.size == size
        case (.structure, .unknown): true
        case (_, .integer(let size, let isSigned)) where bare.isInteger:
            layout.size == size && [.int8, .int16, .int32, .int64].contains(bare) == isSigned
        case (_, .pointer): isPointer
        default: false
        }
    }
}
