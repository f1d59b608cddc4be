import RestorationInvocation

struct CallComparison {
    /// A mismatched call, or a number whose name differs.
    struct Mismatch {
        let function: String
        let problem: String
        /// The mismatched calls; empty for a name.
        var calls: Set<CallExpression.Place> = []
    }

    let types: HeaderTypes
    private(set) var mismatches: [Mismatch] = []
    private(set) var matching: Set<String> = []
    /// The functions whose types headers leave partly open.
    private(set) var vague: Set<String> = []
    /// Named numbers with another value in the headers.
    private(set) var misnamed: [Mismatch] = []
    /// Named numbers with the same value in the headers.
    private(set) var named: Set<String> = []
    /// Facts that the headers leave open.
    private var unverified: Set<String> = []
    private var unnamed: Set<String> = []
    private var variadic: Set<String> = []
    private var hasCallbacks = false
    private var place: CallExpression.Place?

    init(_ types: HeaderTypes) { self.types = types }

    mutating func compare(_ call: CallExpression) {
        guard let function = types.functions[call.function] else {
            unverified.insert("\(call.function): no header declares it")
            return
        }
        if call.hasVariableArguments { variadic.insert(call.function) }
        place = call.place
        if function.hasPrototype {
            compareParameters(call, with: function)
        } else {
            unverified.insert("\(call.function): the header does not declare its parameters")
            vague.insert(call.function)
        }
        // An ignored result may have any type, except one that the caller must reserve memory for.
        if call.signature.result != .void || function.result.isReturnedInMemory {
            let result = PassedArgument(call.signature.result)
            compare(result, function.result, Self.resultPlace, call.function)
        }
        if !mismatches.contains(where: { $0.calls.contains(call.place) }) {
            matching.insert(call.function)
        }
    }

    private static let resultPlace = "the result"

    private mutating func compareParameters(_ call: CallExpression, with function: CFunction) {
        let (name, passed) = (call.function, call.fixedArguments)
        guard function.isVariadic == (call.signature.fixedCount != nil) else {
            return report(
                name,
                function.isVariadic
                    ? "it is variadic; write ... before the variable arguments"
                    : "it is not variadic"
            )
        }
        guard passed.count == function.parameters.count else {
            let count = Quantity.count(function.parameters.count, "parameter")
            return report(name, "it has \(count), but the call passes \(passed.count)")
        }
        for (number, (given, declared)) in zip(passed, function.parameters).enumerated() {
            compare(given, declared, "parameter \(number + 1)", name)
        }
    }

    private mutating func report(_ function: String, _ problem: String) {
        var index = mismatches.firstIndex { $0.function == function && $0.problem == problem }
        if index == nil {
            index = mismatches.endIndex
            mismatches.append(Mismatch(function: function, problem: problem))
        }
        if let index, let place { mismatches[index].calls.insert(place) }
    }

    private mutating func compare(
        _ given: PassedArgument,
        _ declared: CType,
        _ place: String,
        _ function: String
    ) {
        if declared.shape == .unknown {
            unverified.insert("\(function), \(place): nothing is known about \(declared.text)")
            vague.insert(function)
            return
        }
        if let obstacle = declared.obstacle {
            let words = obstacle.words(of: declared, given)
            let verb = place == Self.resultPlace ? "return" : "take"
            let remedy = "A small C library beside the binding can \(verb) the parts"
            return report(function, "\(place) is \(words). \(remedy)")
        }
        guard given.fits(declared) else {
            if case .structure(let size) = declared.shape, given.type.isStructure {
                let own = "\(declared.text) of \(size) bytes"
                return report(function, "\(place) is \(own), but the call has \(given.type.short)")
            }
            let words = given.isIndirect ? "out \(given.type.short)" : given.type.short
            return report(function, "\(place) is \(declared.shown), but the call has \(words)")
        }
        if given.isUnspecified(by: declared) {
            unverified.insert("\(function), \(place): \(declared.text) may point to any type")
            vague.insert(function)
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
        hasCallbacks = true
        guard let expected = declared.callbackParameterCount else {
            unverified.insert("\(function), \(place): no header declares the callback's parameters")
            return
        }
        let count = callback.parameters.flatMap(\.passed).count
        guard count != expected else { return }
        let words = Quantity.count(expected, "parameter")
        report(function, "\(place) is a callback with \(words), but the call's has \(count)")
    }

    private mutating func compareFields(
        _ given: PassedArgument,
        _ declared: CType,
        _ place: String,
        _ function: String
    ) {
        let members = given.members
        guard !members.isEmpty else { return }
        let structure = HeaderTypes.Place(type: declared.text, pointerCount: given.pointerCount)
        guard types.isComplete(structure) else {
            let names = members.map(\.path).joined(separator: ", ")
            unverified.insert("\(declared.text): no header shows the fields \(names)")
            return
        }
        var missing: Set<String> = []
        for member in members {
            // A member of a missing structure.
            if missing.contains(where: { member.path.hasPrefix("\($0).") }) { continue }
            guard let field = types.field(member.path, in: structure) else {
                missing.insert(member.path)
                report(function, "\(place): \(types.absence(of: member, in: structure))")
                continue
            }
            compare(member, field, place, function)
        }
        // An omitted field loses its value, and may be at an offset where the binding has only
        // padding.
        for name in types.missing(members, in: structure) where missing.isEmpty {
            report(function, "\(place): the binding's structure lacks the field \(name)")
        }
    }

    private mutating func compare(
        _ member: PassedArgument.Member,
        _ field: CField,
        _ place: String,
        _ function: String
    ) {
        let start = "\(place): the field \(member.path)"
        guard field.offset == member.offset else {
            let (real, own) = (field.offset, member.offset)
            return report(function, "\(start) is at byte \(real), but in the binding at \(own)")
        }
        if field.type.shape == .unknown {
            unverified.insert("\(function), \(start): nothing is known about \(field.type.text)")
        } else if !member.type.fits(field: field.type) {
            let words = member.type.short
            report(function, "\(start) is \(field.type.shown), but in the binding \(words)")
        }
    }

    // MARK: Named numbers

    mutating func compare(_ name: String, _ number: Int64) {
        guard let real = types.constants[name] else {
            unnamed.insert(name)
            return
        }
        let problem = "it is \(real) in the headers, and \(number) in the binding"
        if real == number {
            named.insert(name)
        } else if !misnamed.contains(where: { $0.function == name && $0.problem == problem }) {
            misnamed.append(Mismatch(function: name, problem: problem))
        }
    }

    var unverifiedFacts: [String] {
        var facts = unverified.sorted()
        if !unnamed.isEmpty {
            let names = unnamed.sorted().joined(separator: ", ")
            facts.append(
                "the numbers of \(names): no header has constants of these names;"
                    + " use the names of C to compare them"
            )
        }
        if !variadic.isEmpty {
            let names = variadic.sorted().joined(separator: ", ")
            facts.append("the variable arguments in calls of \(names): no header declares them")
        }
        if hasCallbacks {
            facts.append(
                "the parameter and result types of callbacks: only the number of parameters is"
                    + " compared"
            )
        }
        return facts
    }
}

extension CObstacle {
    /// A declared type and its problem, for a call that passes another type.
    fileprivate func words(of declared: CType, _ given: PassedArgument) -> String {
        let start = "\(declared.text)\(clause)"
        guard kind == .packing, case .structure(let size) = declared.shape, given.type.isStructure,
            given.type.layout.size != size
        else { return "\(start); \(kind.plural) have no type here" }
        let own = given.type.layout.size
        return "\(start): its size is \(size) bytes in C, but \(own) by the fields"
    }
}

extension CType {
    /// Whether the caller passes an address for the result: the type exceeds two registers.
    fileprivate var isReturnedInMemory: Bool {
        if case .structure(let size) = shape { size > 16 } else { false }
    }

    fileprivate var shown: String {
        let text = text.replacing("_Bool", with: "bool")
        guard case .integer(let size, let isSigned) = shape, size <= 8 else { return text }
        let words = text.split(separator: " ").filter { $0 != "const" && $0 != "volatile" }
        let isPlain = words.allSatisfy {
            Self.words.contains(String($0)) || $0.hasSuffix("_t") && $0.contains("int")
        }
        return isPlain ? text : "\(text), in a binding \(isSigned ? "int" : "uint")\(size * 8)"
    }

    private static let words: Set = [
        "char", "short", "int", "long", "signed", "unsigned", "size_t",
    ]
}
