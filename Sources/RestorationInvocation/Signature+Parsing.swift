extension Signature {
    /// Reads a signature; spaces and tabs may stand between its parts.
    ///
    /// ```
    /// signature  = "(" [ type { "," type } ] ")" [ "->" result ]
    /// result     = type | "owned" "string" | "void"
    /// type       = "bool" | "int8" | … | "object"
    /// ```
    ///
    /// - Throws: ``SignatureFault`` for anything else, with the column.
    public init(parsing text: String) throws(SignatureFault) {
        var parser = SignatureParser(text)
        self = try parser.signature()
    }
}

/// Reads a signature from its first token to its last, without going back.
private struct SignatureParser {
    private var tokens: SignatureTokens
    /// The token at hand, not used up yet.
    private var next: SignatureTokens.Token

    init(_ text: String) {
        tokens = SignatureTokens(text)
        next = tokens.next()
    }

    mutating func signature() throws(SignatureFault) -> Signature {
        try take("(", or: #""(""#, "A signature looks like (object, float64) -> string.")
        let parameters = try parameters()
        guard next.text == "->" else {
            try end(expecting: #""->" or the end"#)
            return Signature(parameters: parameters, result: .void)
        }
        advance()
        let result = try result()
        try end(expecting: "the end")
        return Signature(parameters: parameters, result: result)
    }

    private mutating func parameters() throws(SignatureFault) -> [InvocationType] {
        var parameters: [InvocationType] = []
        if next.text == ")" {
            advance()
            return parameters
        }
        while true {
            guard parameters.count < Signature.parameterLimit else {
                let limit = Signature.parameterLimit
                throw fault(#"")""#, "A function has \(limit) parameters at most.")
            }
            parameters.append(try type(or: parameters.isEmpty ? #"a type or ")""# : "a type"))
            if next.text == "," {
                advance()
            } else {
                try take(")", or: #""," or ")""#, "Separate types by commas, and end with ).")
                return parameters
            }
        }
    }

    private mutating func result() throws(SignatureFault) -> InvocationType {
        if next.text == "void" {
            advance()
            return .void
        }
        if next.text == "owned" {
            advance()
            try take("string", or: #""string""#, "Only a string can be owned.")
            return .ownedString
        }
        return try type(or: "a type or void")
    }

    private mutating func type(or expected: String) throws(SignatureFault) -> InvocationType {
        guard let type = InvocationType.byWord[next.text] else {
            throw fault(expected, SignatureFault.remedy(forType: next.text))
        }
        advance()
        return type
    }

    private mutating func take(
        _ text: String,
        or expected: String,
        _ remedy: String
    ) throws(SignatureFault) {
        guard next.text == text else { throw fault(expected, remedy) }
        advance()
    }

    private func end(expecting expected: String) throws(SignatureFault) {
        guard next.isEnd else {
            throw fault(expected, "Remove what stands there, or correct what is before it.")
        }
    }

    private mutating func advance() { next = tokens.next() }

    private func fault(_ expected: String, _ remedy: String) -> SignatureFault {
        SignatureFault(column: next.column, expected: expected, found: next.shown, remedy: remedy)
    }
}

/// Cuts a signature into words, arrows and single characters.
private struct SignatureTokens {
    struct Token {
        /// Empty at the end.
        var text: String
        /// The number of its first character, from 1.
        var column: Int
        var isEnd: Bool { text.isEmpty }

        /// The token as a message shows it: short, and nothing that a terminal would obey.
        var shown: String {
            guard !isEnd else { return "the end" }
            let scalars = text.unicodeScalars
            if scalars.count == 1, !scalars.allSatisfy(\.isPrintable) {
                return "U+" + String(scalars.first!.value, radix: 16, uppercase: true)
            }
            return scalars.count <= 32 ? "\"\(text)\"" : "\"\(text.prefix(32))…\""
        }
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func next() -> Token {
        while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" { index += 1 }
        let start = index
        while index < scalars.count, scalars[index].isOfWord { index += 1 }
        if index == start, index < scalars.count {
            index += scalars[index...].starts(with: "->".unicodeScalars) ? 2 : 1
        }
        let text = String(String.UnicodeScalarView(scalars[start..<index]))
        return Token(text: text, column: start + 1)
    }
}

extension Unicode.Scalar {
    /// Whether a word of a signature may hold the scalar.
    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
