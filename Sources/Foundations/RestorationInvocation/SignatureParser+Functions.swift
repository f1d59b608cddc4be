extension SignatureParser {
    private static let shape = "A signature looks like (object, float64) -> string."

    /// Parses a signature. A callback's signature has no name and no failure convention.
    mutating func signature(isCallback: Bool) throws(SignatureFault) -> Signature {
        let name = !isCallback && next.isName ? advance().text : nil
        try take("(", or: #""(""#, Self.shape)
        let (parameters, fixedCount) = try parameters(isCallback: isCallback)
        var lengthName: Token?
        var result = InvocationType.void
        if skip("->") {
            let start = next
            result = try self.result(&lengthName)
            if isCallback { try checkLasting(result, at: start) }
        }
        try check(lengthName, among: parameters)
        return Signature(
            name: name,
            parameters: parameters,
            fixedCount: fixedCount,
            result: result,
            failure: isCallback ? nil : try failure(result: result, parameters),
            failureValue: try failureValue(for: result)
        )
    }

    private mutating func parameters(
        isCallback: Bool
    ) throws(SignatureFault) -> ([Signature.Parameter], fixedCount: Int?) {
        var parameters: [Signature.Parameter] = []
        var fixedCount: Int?
        var names: Set<String> = []
        var nativeCount = 0
        if skip(")") { return ([], nil) }
        while true {
            let start = next
            if !isCallback, fixedCount == nil, !parameters.isEmpty, skip("...") {
                fixedCount = parameters.count
            } else {
                let expected = parameters.isEmpty ? #"a type or ")""# : "a type"
                let parameter = try parameter(or: expected, &names, isCallback: isCallback)
                nativeCount += parameter.nativeCount
                guard nativeCount <= Signature.parameterLimit else {
                    let limit = Signature.parameterLimit
                    let remedy = "A function has \(limit) parameters at most."
                    throw fault(#"")""#, remedy, at: start)
                }
                parameters.append(parameter)
            }
            guard !skip(",") else { continue }
            try take(")", or: #""," or ")""#, "Separate types by commas, and end with ).")
            return (parameters, fixedCount)
        }
    }

    private mutating func parameter(
        or expected: String,
        _ names: inout Set<String>,
        isCallback: Bool
    ) throws(SignatureFault) -> Signature.Parameter {
        var direction = Signature.Direction.input
        if skip("out") { direction = .output } else if skip("inout") { direction = .both }
        let place: TypePlace =
            switch direction {
            case .input: isCallback ? .callbackInput : .input
            case .output: .output
            case .both: .both
            }
        let start = next
        let type = try type(place, or: direction == .input ? expected : "a type")
        if isCallback, Signature.Parameter(type, direction).isReturned {
            try checkLasting(type, at: start)
        }
        guard next.isName else { return Signature.Parameter(type, direction) }
        guard !names.contains(next.text) else {
            throw fault("another name", "Give each parameter a name of its own.")
        }
        names.insert(next.text)
        return Signature.Parameter(type, direction, name: advance().text)
    }

    mutating func result(
        _ lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType {
        if skip("void") { return .void }
        return try type(.result, or: "a type or void", lengthName: &lengthName)
    }

    /// Checks that a callback's result needs no owner; otherwise it cannot become a closure.
    private func checkLasting(
        _ type: InvocationType,
        at start: Token
    ) throws(SignatureFault) {
        guard type.isLent else { return }
        throw fault("a type that lasts", type.remedyForLent, at: start)
    }

    /// Checks that the length of a result's bytes is in an out-parameter.
    func check(
        _ lengthName: Token?,
        among parameters: [Signature.Parameter]
    ) throws(SignatureFault) {
        guard let lengthName else { return }
        let length = parameters.first { $0.name == lengthName.text }
        guard let length, length.direction == .output, length.type.isInteger else {
            let remedy = "Name a parameter, such as out size \(lengthName.text)."
            throw fault("the name of an out-parameter for the length", remedy, at: lengthName)
        }
    }

    // MARK: Failure

    mutating func failure(
        result: InvocationType,
        _ parameters: [Signature.Parameter]
    ) throws(SignatureFault) -> Signature.FailureConvention? {
        guard skip("fails") else { return nil }
        let word = next
        if let sign = Signature.FailureConvention.Sign(rawValue: word.text) {
            guard sign.suits(result) else {
                throw fault(
                    "a failure value of the result",
                    "\(sign.needs), which \(result) is not."
                )
            }
            advance()
            return .result(sign, setsErrno: skip("errno"))
        }
        if skip("errno") { return .errno }
        if word.text == "code", result.isInteger {
            advance()
            return .code
        }
        let isOutput = parameters.contains { $0.name == word.text && $0.direction == .output }
        guard word.isName, isOutput else {
            throw fault(
                "null, negative, nonzero, false, errno, code or an out-parameter",
                "Say how the function reports failure. Use code only for integers."
            )
        }
        return .parameter(advance().text)
    }

    private mutating func failureValue(
        for result: InvocationType
    ) throws(SignatureFault) -> InvocationValue? {
        guard skip("else") else { return nil }
        let start = next
        guard let value = literal(of: result) else {
            throw fault("a value of the type \(result)", "Write a value that fits.", at: start)
        }
        return value
    }

    mutating func literal(of type: InvocationType) -> InvocationValue? {
        if type.isPointer { return skip("null") ? .null : nil }
        if type == .bool {
            guard !skip("true") else { return .bool(true) }
            return skip("false") ? .bool(false) : nil
        }
        if case .enumeration(let enumeration) = type {
            let isKnown = enumeration.enumerators.contains { $0.name == next.text }
            return isKnown ? .enumerator(advance().text) : nil
        }
        let sign = skip("-") ? "-" : ""
        guard next.isNumber else { return nil }
        let text = sign + advance().text
        switch type {
        case .float32: return Float(text).flatMap { $0.isFinite ? .float($0) : nil }
        case .float64: return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        default: break
        }
        guard
            let value = Int64(text).map({ InvocationValue.integer($0) })
                ?? UInt64(text).map({ .unsigned($0) }),
            type.isInteger, type.fits(value)
        else { return nil }
        return value
    }
}

extension Signature.FailureConvention.Sign {
    fileprivate func suits(_ result: InvocationType) -> Bool {
        switch self {
        case .null: result.isPointer
        case .negative: [.int8, .int16, .int32, .int64].contains(result.number)
        case .nonzero: result.number.isInteger
        case .false: result == .bool || result.number.isInteger
        }
    }

    fileprivate var needs: String {
        switch self {
        case .null: "Write null only for a result that is a pointer"
        case .negative: "Write negative only for a result that is a signed integer or enum"
        case .nonzero: "Write nonzero only for a result that is an integer or enum"
        case .false: "Write false only for a result that is bool, an integer or an enum"
        }
    }
}

extension InvocationType {
    package func fits(_ value: InvocationValue) -> Bool {
        guard let word = WordType(self) else { return false }
        return switch value {
        case .integer(let value): word.word(exactly: value) != nil
        case .unsigned(let value): word.word(exactly: value) != nil
        default: false
        }
    }
}
