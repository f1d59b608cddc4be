extension CallParser {
    /// Parses an argument: the function's parameter and, if it has one, the source of its value.
    mutating func argument(
        among others: [Signature.Parameter]
    ) throws(SignatureFault) -> (Signature.Parameter, CallExpression.Argument?) {
        if parser.next.text == "out" || parser.next.text == "inout" { return try output(others) }
        let (type, argument) = try input()
        return (Signature.Parameter(type), argument)
    }

    private mutating func input() throws(SignatureFault) -> (
        InvocationType, CallExpression.Argument
    ) {
        let token = parser.next
        if isObject { return try object() }
        if let constant = try constant() { return (constant.type, .constant(constant.value)) }
        if token.text == "callback" { return try callback() }
        guard token.isName, scope.types[token.text] == nil else { return try typed() }
        if parser.nextButOne.text == "(" { return try nestedCall() }
        return try named()
    }

    // MARK: Existing objects and values

    /// Whether the token is the object itself and not the type of another argument.
    private var isObject: Bool {
        guard parser.next.text == "object" else { return false }
        let behind = parser.nextButOne
        return !behind.isName && !["?", "*", "("].contains(behind.text)
    }

    private mutating func object() throws(SignatureFault) -> (
        InvocationType, CallExpression.Argument
    ) {
        let token = parser.advance()
        if let type = scope.type(of: "object") { return (type, .named("object")) }
        guard scope.allows.contains(.object) else {
            let remedy = "There is no object here yet; name it, as in object = create() -> object."
            throw parser.fault("another argument", remedy, at: token)
        }
        return (.object, .object)
    }

    private mutating func named() throws(SignatureFault) -> (
        InvocationType, CallExpression.Argument
    ) {
        let token = parser.advance()
        if let type = scope.type(of: token.text) {
            if let constant = scope.constants[token.text] {
                return (type, .constant(constant.value))
            }
            return (type, .named(token.text))
        }
        if token.text == "value", let type = scope.value { return (type, .value) }
        throw unknown(token)
    }

    private func unknown(_ token: Token) -> SignatureFault {
        let object = scope.allows.contains(.object) ? ["object"] : []
        let names = object + scope.names.filter { $0 != "object" && !$0.hasPrefix("#") }
        var remedy = "No names are defined before this call."
        if let type = SignatureFault.meant(by: token.text) {
            remedy = "Write \(type)."
        } else if scope.allows.contains(.freeNames) {
            remedy = "Write its type before a name that comes from outside: int32 \(token.text)."
        } else if !names.isEmpty {
            remedy = "The known names are \(names.prefix(12).joined(separator: ", "))."
        }
        return parser.fault("a type or a known name", remedy, at: token)
    }

    // MARK: Arguments with a written type

    /// Parses a type, and a name unless the type stands for the property's value.
    private mutating func typed() throws(SignatureFault) -> (
        InvocationType, CallExpression.Argument
    ) {
        let start = parser.next
        let type = try parser.type(.input, or: "an argument")
        guard parser.next.isName else { return (type, try value(type, at: start)) }
        let name = parser.advance()
        if name.text == "value", scope.type(of: name.text) == nil {
            return (type, try value(type, at: start))
        }
        try use(name, as: type)
        return (type, argument(named: name.text))
    }

    private func argument(named name: String) -> CallExpression.Argument {
        scope.constants[name].map { .constant($0.value) } ?? .named(name)
    }

    private mutating func value(
        _ type: InvocationType,
        at start: Token
    ) throws(SignatureFault) -> CallExpression.Argument {
        guard scope.allows.contains(.value) else {
            let remedy = "A type alone stands for a property's value, and there is none here."
            throw parser.fault("an argument", remedy, at: start)
        }
        guard scope.value == nil else {
            throw parser.fault(
                "another argument",
                "Write the type once, and value from then on.",
                at: start
            )
        }
        scope.value = type
        return .value
    }

    /// Checks that a name suits the type, or requests it from outside.
    private mutating func use(_ name: Token, as type: InvocationType) throws(SignatureFault) {
        if let known = scope.type(of: name.text) {
            guard known.suits(type) else {
                let remedy = "Write \(known), or omit the type."
                throw parser.fault("a value of the type \(type)", remedy, at: name)
            }
        } else {
            guard scope.allows.contains(.freeNames) else { throw unknown(name) }
            // The value is the pointee.
            if case .pointee(let pointee) = type {
                scope.free[name.text] = pointee
            } else {
                scope.free[name.text] = type
            }
        }
    }

    private mutating func output(
        _ others: [Signature.Parameter]
    ) throws(SignatureFault) -> (Signature.Parameter, CallExpression.Argument?) {
        let isBoth = parser.advance().text == "inout"
        let type = try parser.type(isBoth ? .both : .output, or: "a type")
        guard isNewName(parser.next) else {
            let remedy =
                parser.next.isWord
                ? "The name is a keyword; choose another one."
                : "Name the value that the function stores there: out int32 width."
            throw parser.fault("a name", remedy)
        }
        if others.contains(where: { $0.name == parser.next.text }) {
            throw parser.fault("another name", "Choose a name that is not in use.")
        }
        guard isBoth else {
            return (Signature.Parameter(type, .output, name: try newName().text), nil)
        }
        let name = parser.advance()
        try use(name, as: type)
        return (Signature.Parameter(type, .both, name: name.text), argument(named: name.text))
    }

    // MARK: Callbacks

    private mutating func callback() throws(SignatureFault) -> (
        InvocationType, CallExpression.Argument
    ) {
        let start = parser.advance()
        guard scope.allows.contains(.callbacks) else {
            let remedy = "Only change notifications have a callback; write null."
            throw parser.fault("another argument", remedy, at: start)
        }
        let isOptional = parser.skip("?")
        let scope =
            parser.next.text == "("
            ? InvocationType.Callback.Scope.untilDestroyed : try parser.scope()
        let signature = try parser.signature(isCallback: true)
        let type = InvocationType.callback(.init(scope: scope, signature: signature))
        return (isOptional ? .optional(type) : type, .callback(signature))
    }
}
