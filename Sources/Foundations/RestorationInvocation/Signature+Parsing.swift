extension Signature {
    /// Reads a signature, as `Docs/Signatures.md` has the language.
    ///
    /// - Parameters:
    ///   - text: the signature. Blanks and line breaks may stand between its parts.
    ///   - types: types that it may name.
    /// - Throws: ``SignatureFault`` for anything else, with the column.
    public init(
        parsing text: String,
        types: [String: InvocationType] = [:]
    ) throws(SignatureFault) {
        var parser = try SignatureParser(text, types: types)
        self = try parser.wholeSignature()
    }
}

extension InvocationType {
    /// Reads a type of which signatures are to know the name, such as
    /// `enum {fill, start, end}` or `{int32 x, int32 y}`.
    ///
    /// - Parameters:
    ///   - text: what could stand in a signature for a parameter's type.
    ///   - types: types that it may name.
    /// - Throws: ``SignatureFault``.
    public init(
        parsing text: String,
        types: [String: InvocationType] = [:]
    ) throws(SignatureFault) {
        var parser = try SignatureParser(text, types: types)
        self = try parser.wholeType()
    }
}

/// Reads a signature from its first token to its last, without going back.
struct SignatureParser {
    typealias Token = SignatureTokens.Token

    let types: [String: InvocationType]
    let text: String
    private var tokens: SignatureTokens
    /// The token at hand, not used up yet.
    private(set) var next: Token
    /// How many types lie around the token at hand.
    var depth = 0
    /// How many types have been read.
    var typeCount = 0

    init(_ text: String, types: [String: InvocationType]) throws(SignatureFault) {
        self.types = types
        self.text = text
        tokens = SignatureTokens(text)
        let limit = Signature.lengthLimit
        guard text.unicodeScalars.dropFirst(limit).isEmpty else {
            throw SignatureFault(
                column: limit + 1,
                expected: "the end",
                found: "more text",
                remedy: "A signature has \(limit) characters at most.",
                in: text
            )
        }
        next = tokens.next()
    }

    mutating func wholeSignature() throws(SignatureFault) -> Signature {
        let signature = try signature(isCallback: false)
        try end(expecting: signature.result == .void ? #""->" or the end"# : "the end")
        return signature
    }

    mutating func wholeType() throws(SignatureFault) -> InvocationType {
        let type = try type(.input, or: "a type")
        try end(expecting: "the end")
        return type
    }

    // MARK: Tokens

    /// Uses the token at hand up, and returns it.
    @discardableResult
    mutating func advance() -> Token {
        defer { next = tokens.next() }
        return next
    }

    /// The token at hand and some of those behind it, for what to say about a type of C's.
    var words: [String] {
        var tokens = tokens
        return [next.text] + (0..<3).map { _ in tokens.next().text }
    }

    /// The token behind the one at hand.
    var nextButOne: Token {
        var tokens = tokens
        return tokens.next()
    }

    /// Uses up text whose opening quotation mark is the token at hand; `nil` if it does not end, or
    /// has an escape that there is none of.
    mutating func quotedText() -> String? {
        guard let mark = next.text.unicodeScalars.first else { return nil }
        guard let text = tokens.text(until: mark) else { return nil }
        advance()
        return text
    }

    /// Uses the token at hand up if it is that one.
    mutating func skip(_ text: String) -> Bool {
        guard next.text == text else { return false }
        advance()
        return true
    }

    mutating func take(
        _ text: String,
        or expected: String,
        _ remedy: String
    ) throws(SignatureFault) {
        guard skip(text) else { throw fault(expected, remedy) }
    }

    mutating func name(of thing: String) throws(SignatureFault) -> Token {
        guard next.isName else {
            throw fault("the name of \(thing)", "Write letters, digits and _, and no type's name.")
        }
        return advance()
    }

    func end(expecting expected: String) throws(SignatureFault) {
        guard next.isEnd else {
            throw fault(expected, "Remove what stands there, or correct what is before it.")
        }
    }

    func fault(_ expected: String, _ remedy: String, at token: Token? = nil) -> SignatureFault {
        let token = token ?? next
        return SignatureFault(
            column: token.column,
            expected: expected,
            found: token.shown,
            remedy: remedy,
            in: text
        )
    }
}
