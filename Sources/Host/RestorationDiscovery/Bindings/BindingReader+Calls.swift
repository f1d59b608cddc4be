import RestorationInvocation

extension BindingReader {
    /// Reads a sequence of calls: text, a list of text, or an object with `do` and `finally`.
    ///
    /// - Parameter known: the names that the calls may use.
    func calls(
        _ value: JSONValue,
        allows: CallScope.Allowance,
        known: [String: InvocationType] = [:]
    ) throws(ManifestError) -> CallSequence {
        var (first, last): (JSONValue, JSONValue?) = (value, nil)
        if value.isObject {
            let sequence = try ManifestObject(value)
            try sequence.allow(BindingKeys.sequence)
            first = try sequence.value("do")
            last = sequence.contains("finally") ? try sequence.value("finally") : nil
        }
        let scope = CallScope(types: types, constants: constants, known: known, allows: allows)
        let (texts, cleanUp) = (try texts(first), try last.map(self.texts) ?? [])
        do throws(CallFault) {
            return try CallSequence(
                parsing: texts.map { $0.string ?? "" },
                finally: cleanUp.map { $0.string ?? "" },
                in: scope
            )
        } catch {
            let place = (error.isCleanUp ? cleanUp : texts)[error.index]
            throw ManifestError(.binding(.call(error.fault)), at: place)
        }
    }

    private func texts(_ value: JSONValue) throws(ManifestError) -> [JSONValue] {
        guard let elements = value.elements else {
            guard value.string != nil else {
                throw ManifestError.wrongKind("a call or a list of calls", value)
            }
            return [value]
        }
        guard !elements.isEmpty else { throw ManifestError(.empty, at: value) }
        for element in elements where element.string == nil {
            throw ManifestError.wrongKind("a call", element)
        }
        return elements
    }

    func text(_ key: String) throws(ManifestError) -> CallSequence? {
        guard object.contains(key) else { return nil }
        return try calls(try object.value(key), comingTo: .string)
    }

    func failureMessage() throws(ManifestError) -> CallSequence? {
        guard let calls = try text("failureMessage") else { return nil }
        let takesObject = (calls.calls + calls.cleanUp).contains { $0.arguments.contains(.object) }
        guard !takesObject else {
            throw ManifestError(
                .binding(.unknownObjectClass),
                at: try object.value("failureMessage")
            )
        }
        return calls
    }

    /// The type that calls must return.
    enum Outcome {
        case string, object, integer, truth

        var words: String {
            switch self {
            case .string: "string"
            case .object: "object"
            case .integer: "an integer"
            case .truth: "bool, a number or a pointer"
            }
        }

        func accepts(_ type: InvocationType) -> Bool {
            switch self {
            case .string: type.bare == .string
            case .object: type.bare == .object
            case .integer: type.bare.isInteger
            case .truth:
                switch type.bare {
                case .bool, .enumeration, .float32, .float64: true
                default: type.bare.isInteger || type.isPointer
                }
            }
        }
    }

    /// Reads calls about an object and checks the type of their last result.
    func calls(
        _ value: JSONValue,
        comingTo outcome: Outcome,
        allows: CallScope.Allowance = .object,
        known: [String: InvocationType] = [:]
    ) throws(ManifestError) -> CallSequence {
        let sequence = try calls(value, allows: allows, known: known)
        try check(sequence.result, outcome, at: value)
        return sequence
    }

    func check(
        _ type: InvocationType?,
        _ outcome: Outcome,
        at value: JSONValue
    ) throws(ManifestError) {
        guard let type, outcome.accepts(type) else {
            let found = type.map(\.description) ?? "nothing"
            throw ManifestError(
                .binding(.wrongResult(found, needed: outcome.words)),
                at: value
            )
        }
    }
}
