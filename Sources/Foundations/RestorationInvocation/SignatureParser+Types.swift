/// The position of a type, which restricts the types allowed.
enum TypePlace {
    case input, callbackInput, output, both, result, field, pointee
}

extension SignatureParser {
    mutating func type(
        _ place: TypePlace,
        or expected: String
    ) throws(SignatureFault) -> InvocationType {
        var lengthName: Token?
        return try type(place, or: expected, lengthName: &lengthName)
    }

    mutating func type(
        _ place: TypePlace,
        or expected: String,
        lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType {
        let start = next
        depth += 1
        defer { depth -= 1 }
        guard depth <= Signature.depthLimit else {
            throw fault("a simpler type", "Types nest at most \(Signature.depthLimit) deep.")
        }
        if (place == .result || place == .output), skip("owned") {
            return try owned(place, &lengthName)
        }
        let type = try suffixed(place, or: expected, &lengthName)
        try check(type, place, start)
        return type
    }

    /// Parses a type with its suffixes `*` and `?`.
    private mutating func suffixed(
        _ place: TypePlace,
        or expected: String,
        _ lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType {
        let start = next
        var type = try base(place, or: expected, &lengthName)
        while true {
            try count(1, at: start)
            if next.text == "?", type.isPointer, !type.allowsNull {
                advance()
                type = .optional(type)
            } else if next.text == "*" {
                try check(type, .pointee, start)
                advance()
                type = .pointee(type)
            } else if next.text == "?" {
                let remedy = "Only string, bytes, object, pointer, callback and T * can be null."
                throw fault(#"no "?""#, remedy)
            } else {
                return type
            }
        }
    }

    private mutating func base(
        _ place: TypePlace,
        or expected: String,
        _ lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType {
        let word = next
        if let type = InvocationType.byWord[word.text] {
            advance()
            return type
        }
        if let type = types[word.text], word.isName {
            // A named type may be large.
            try count(type.typeCount, at: word)
            advance()
            return type
        }
        if skip("bytes") { return .bytes(try length(place, &lengthName)) }
        if skip("{") { return .structure(try fields()) }
        if skip("enum") { return .enumeration(try enumeration()) }
        if skip("callback") { return try callback(place, word) }
        throw fault(expected, SignatureFault.remedy(forType: words))
    }

    private mutating func count(_ count: Int, at token: Token) throws(SignatureFault) {
        typeCount += count
        guard typeCount <= Signature.typeLimit else {
            let remedy = "A signature has \(Signature.typeLimit) types at most."
            throw fault("a simpler type", remedy, at: token)
        }
    }

    private func check(
        _ type: InvocationType,
        _ place: TypePlace,
        _ start: Token
    ) throws(SignatureFault) {
        let refusal: String? =
            switch (type.bare, place) {
            case (.callback, .input): nil
            case (.callback, _): "Only parameters can be callbacks; write pointer."
            case (.bytes, .field), (.bytes, .pointee): "Write a pointer and a number."
            case (.bytes(.following), .result): "Name the out-parameter for the length."
            case (.string, .both), (.pointee, .both): "Write \"out\" or \"pointer\"."
            default: nil
            }
        if let refusal { throw fault("another type", refusal, at: start) }
    }

    private mutating func owned(
        _ place: TypePlace,
        _ lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType {
        var function = "free"
        if skip("(") {
            function = try name(of: "the function that frees it").text
            try take(")", or: #"")""#, "Write owned(function) string.")
        }
        let start = next
        let type = try suffixed(place, or: "an owned value", &lengthName)
        try check(type, place, start)
        switch type.bare {
        case .string, .bytes, .pointee: return .owned(type, by: function)
        default:
            let remedy = "Only text, bytes and the target of a pointer can be owned."
            throw fault(#""string", "bytes" or a pointer to a type"#, remedy, at: start)
        }
    }

    /// Parses the location of a length: an argument's type or, for a result, a parameter's name.
    private mutating func length(
        _ place: TypePlace,
        _ lengthName: inout Token?
    ) throws(SignatureFault) -> InvocationType.Length {
        if place == .result {
            try take("(", or: #""(""#, "Name the out-parameter for the length: bytes(length).")
            let token = try name(of: "an out-parameter for the length")
            lengthName = token
            try take(")", or: #"")""#, "Write bytes(length).")
            return .parameter(token.text)
        }
        guard skip("(") else { return .following(.size) }
        guard let type = InvocationType.byWord[next.text], type.isInteger else {
            throw fault("an integer type", "Write the type of the length, as in bytes(int32).")
        }
        advance()
        try take(")", or: #"")""#, "Write bytes(int32).")
        return .following(type)
    }

    // MARK: Types with names

    private mutating func fields() throws(SignatureFault) -> [InvocationType.Field] {
        var fields: [InvocationType.Field] = []
        while true {
            let type = try type(.field, or: "a type")
            // Reserved words are allowed here: many structures have a field "size".
            guard next.isWord else {
                throw fault("the name of the field", "Write the field's name after its type.")
            }
            let name = advance()
            guard !fields.contains(where: { $0.name == name.text }) else {
                throw fault("another name", "Give each field a name of its own.", at: name)
            }
            fields.append(InvocationType.Field(name: name.text, type: type))
            guard !skip(",") else { continue }
            try take("}", or: #""," or "}""#, "Separate fields by commas, and end with }.")
            return fields
        }
    }

    private mutating func enumeration() throws(SignatureFault) -> InvocationType.Enumeration {
        var underlying: InvocationType?
        if skip("(") {
            guard let type = InvocationType.byWord[next.text], type.isInteger, type != .size else {
                throw fault("an integer type", "Write the type of the enum, as in enum(uint8).")
            }
            advance()
            underlying = type
            try take(")", or: #"")""#, "Write enum(uint8).")
        }
        let start = next
        try take("{", or: #""{""#, "An enum looks like enum {first, second = 5}.")
        let enumerators = try enumerators()
        let type = underlying ?? (enumerators.contains { $0.value < 0 } ? .int32 : .uint32)
        let word = WordType(type)
        guard enumerators.allSatisfy({ word?.word(exactly: $0.value) != nil }) else {
            let remedy = "Write a type with room for all, as in enum(int64)."
            throw fault("numbers that fit \(type)", remedy, at: start)
        }
        return InvocationType.Enumeration(underlying: type, enumerators: enumerators)
    }

    private mutating func enumerators()
        throws(SignatureFault) -> [InvocationType.Enumeration.Enumerator]
    {
        var enumerators: [InvocationType.Enumeration.Enumerator] = []
        var names: Set<String> = []
        while true {
            let name = try name(of: "a value")
            guard names.insert(name.text).inserted else {
                throw fault("another name", "Give each value a name of its own.", at: name)
            }
            try count(1, at: name)
            let value: Int64
            if skip("=") {
                value = try number()
            } else {
                let (next, isTooLarge) =
                    enumerators.last?.value.addingReportingOverflow(1) ?? (0, false)
                guard !isTooLarge else {
                    let remedy = "Write a number: the previous value has the highest one."
                    throw fault(#""=""#, remedy)
                }
                value = next
            }
            enumerators.append(.init(name: name.text, value: value))
            guard !skip(",") else { continue }
            try take("}", or: #""," or "}""#, "Separate values by commas, and end with }.")
            return enumerators
        }
    }

    private mutating func number() throws(SignatureFault) -> Int64 {
        let sign = skip("-") ? "-" : ""
        let text = next.text
        let value =
            text.hasPrefix("0x") ? Int64(sign + text.dropFirst(2), radix: 16) : Int64(sign + text)
        guard next.isNumber, let value else { throw fault("a number", "Write an integer.") }
        advance()
        return value
    }

    // MARK: Callbacks

    private mutating func callback(
        _ place: TypePlace,
        _ start: Token
    ) throws(SignatureFault) -> InvocationType {
        // Checked before parsing its parts: callbacks cannot nest.
        guard place == .input else {
            throw fault(
                "another type",
                "Only parameters can be callbacks; write pointer.",
                at: start
            )
        }
        let isOptional = skip("?")
        let scope = try scope()
        let callback = InvocationType.Callback(
            scope: scope,
            signature: try signature(isCallback: true)
        )
        return isOptional ? .optional(.callback(callback)) : .callback(callback)
    }

    mutating func scope() throws(SignatureFault) -> InvocationType.Callback.Scope {
        if skip("once") { return .once }
        if skip("forever") { return .forever }
        if skip("for") {
            try take("call", or: #""call""#, "Write for call.")
            return .call
        }
        if skip("until") {
            try take("destroyed", or: #""destroyed""#, "Write until destroyed.")
            return .untilDestroyed
        }
        throw fault(
            #""for call", "once", "until destroyed" or "forever""#,
            "Say how long the callback may be called."
        )
    }
}

extension InvocationType {
    /// The number of types that it contains, including itself.
    var typeCount: Int {
        switch self {
        case .pointee(let type), .optional(let type), .owned(let type, _): type.typeCount + 1
        case .structure(let fields): fields.reduce(1) { $0 + $1.type.typeCount }
        case .enumeration(let enumeration): enumeration.enumerators.count + 1
        case .callback(let callback):
            callback.signature.parameters.reduce(callback.signature.result.typeCount + 1) {
                $0 + $1.type.typeCount
            }
        default: 1
        }
    }
}
