/// Parses a call, including the calls nested in its arguments.
struct CallParser {
    typealias Token = SignatureTokens.Token

    var parser: SignatureParser
    /// The names visible to the call and, afterwards, to the next one.
    var scope: CallScope
    /// The number of nested calls in the sequence so far.
    var number: Int
    private var calls: [CallExpression] = []

    init(_ parser: SignatureParser, scope: CallScope, firstNumber number: Int) {
        self.parser = parser
        self.scope = scope
        self.number = number
    }

    /// Parses the call; returns its nested calls followed by the call itself.
    mutating func wholeCall() throws(SignatureFault) -> [CallExpression] {
        var name: Token?
        if isNewName(parser.next), parser.nextButOne.text == "=" {
            name = try newName()
            parser.advance()
        }
        let call = try call(resultName: name)
        let canFail = call.signature.failure == nil
        let expected = canFail ? #""fails" or the end"# : "the end"
        guard parser.next.text != "?" else { throw parser.fault(expected, Self.straight) }
        try parser.end(expecting: call.signature.result == .void ? #""->", "# + expected : expected)
        return calls
    }

    // MARK: Calls

    /// Parses a call and appends it after its nested calls.
    private mutating func call(
        resultName: Token?,
        isNested: Bool = false
    ) throws(SignatureFault) -> CallExpression {
        parser.depth += 1
        defer { parser.depth -= 1 }
        guard parser.depth <= Signature.depthLimit else {
            let remedy = "Calls nest at most \(Signature.depthLimit) deep; name a result."
            throw parser.fault("a simpler call", remedy)
        }
        let start = parser.next
        guard !Self.wordsOfControl.contains(start.text) || parser.nextButOne.text != "(" else {
            throw parser.fault("a function", Self.straight)
        }
        let function = try parser.name(of: "a function").text
        let remedy = "A call looks like function(object, int32(1)) -> string."
        try parser.take("(", or: #""(""#, remedy)
        var list = try arguments()
        var result: InvocationType = isNested ? .object : .void
        var lengthName: Token?
        if parser.skip("->") { result = try parser.result(&lengthName) }
        try parser.check(lengthName, among: list.parameters)
        if result == .void, let token = resultName ?? (isNested ? start : nil) {
            let remedy = "Write -> and a type after the call, or omit the name."
            throw parser.fault("a call with a result", remedy, at: token)
        }
        let failure = try parser.failure(result: result, list.parameters)
        list.parameters = list.parameters.map(\.withoutNameOfInput)
        let call = CallExpression(
            resultName: isNested ? "#\(number)" : resultName?.text,
            function: function,
            signature: Signature(
                name: function,
                parameters: list.parameters,
                fixedCount: list.fixedCount,
                result: result,
                failure: failure
            ),
            arguments: list.arguments,
            place: CallExpression.Place(text: parser.text, byte: start.byte(in: parser.text))
        )
        if isNested { number += 1 }
        calls.append(call)
        if let name = call.resultName { scope.made[name] = result.ofKnownValue }
        for name in call.outputNames {
            let parameter = list.parameters.first { $0.name == name }
            scope.made[name] = parameter?.type.ofKnownValue
        }
        return call
    }

    private static let wordsOfControl: Set = ["if", "else", "while", "for", "do", "switch"]
    private static let straight =
        "Calls have no conditions and no loops; write a small plugin in C instead."

    private struct Arguments {
        var parameters: [Signature.Parameter] = []
        var arguments: [CallExpression.Argument] = []
        var fixedCount: Int?
        var nativeCount = 0
    }

    private mutating func arguments() throws(SignatureFault) -> Arguments {
        var list = Arguments()
        if parser.skip(")") { return list }
        while true {
            let start = parser.next
            if list.fixedCount == nil, !list.parameters.isEmpty, parser.skip("...") {
                list.fixedCount = list.parameters.count
            } else {
                let (parameter, argument) = try argument(among: list.parameters)
                list.nativeCount += parameter.nativeCount
                guard list.nativeCount <= Signature.parameterLimit else {
                    let limit = Signature.parameterLimit
                    let remedy = "A function has \(limit) parameters at most."
                    throw parser.fault(#"")""#, remedy, at: start)
                }
                list.parameters.append(parameter)
                if let argument { list.arguments.append(argument) }
            }
            guard !parser.skip(",") else { continue }
            try parser.take(
                ")",
                or: #""," or ")""#,
                "Separate arguments by commas, and end with )."
            )
            return list
        }
    }

    /// Parses a nested call, whose argument becomes the name of its result.
    mutating func nestedCall() throws(SignatureFault) -> (InvocationType, CallExpression.Argument) {
        let call = try call(resultName: nil, isNested: true)
        return (call.signature.result.ofKnownValue, .named(call.resultName ?? ""))
    }

    // MARK: Names

    func isNewName(_ token: Token) -> Bool { token.isName || token.text == "object" }

    mutating func newName() throws(SignatureFault) -> Token {
        guard isNewName(parser.next) else { return try parser.name(of: "a result") }
        let isTaken = parser.next.text == "object" && scope.allows.contains(.object)
        guard !isTaken, scope.type(of: parser.next.text) == nil,
            scope.value == nil || parser.next.text != "value"
        else {
            throw parser.fault("another name", "Choose a name that is not in use.")
        }
        return parser.advance()
    }
}

extension Signature.Parameter {
    /// Inputs may share a name. Outputs are identified by theirs.
    fileprivate var withoutNameOfInput: Self {
        direction == .input ? Signature.Parameter(type) : self
    }
}
