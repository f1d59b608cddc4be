extension Signature {
    /// Parses a signature in the language of `Docs/Signatures.md`.
    ///
    /// - Parameters:
    ///   - text: the signature. Its parts may be separated by blanks and line breaks.
    ///   - types: named types that it may use.
    /// - Throws: ``SignatureFault`` with the column of a syntax error.
    public init(
        parsing text: String,
        types: [String: InvocationType] = [:]
    ) throws(SignatureFault) {
        var parser = try SignatureParser(text, types: types)
        self = try parser.wholeSignature()
    }
}

extension InvocationType {
    /// Parses a type for use as a named type in signatures, such as `enum {fill, start, end}` or
    /// `{int32 x, int32 y}`.
    ///
    /// - Parameters:
    ///   - text: the type, as for a parameter.
    ///   - types: named types that it may use.
    /// - Throws: ``SignatureFault``.
    public init(
        parsing text: String,
        types: [String: InvocationType] = [:]
    ) throws(SignatureFault) {
        var parser = try SignatureParser(text, types: types)
        self = try parser.wholeType()
    }
}

/// A recursive-descent parser of signatures, with one token of lookahead.
struct SignatureParser {
    typealias Token = SignatureTokens.Token

    let types: [String: InvocationType]
    let text: String
    private var tokens: SignatureTokens
    private(set) var next: Token
    /// The nesting depth of the current token.
    var depth = 0
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

    @discardableResult
    mutating func advance() -> Token {
        defer { next = tokens.next() }
        return next
    }

    /// The current token and the next three, for remedies that mention C types.
    var words: [String] {
        var tokens = tokens
        return [next.text] + (0..<3).map { _ in tokens.next().text }
    }

    var nextButOne: Token {
        var tokens = tokens
        return tokens.next()
    }

    /// Consumes quoted text whose opening quotation mark is the current token; `nil` if it is
    /// unterminated or has an unknown escape.
    mutating func quotedText() -> String? {
        guard let mark = next.text.unicodeScalars.first else { return nil }
        guard let text = tokens.text(until: mark) else { return nil }
        advance()
        return text
    }

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
            throw fault(expected, "Remove this text, or correct the text before it.")
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
