/// Cuts a signature into words, numbers, arrows, ellipses and single characters.
struct SignatureTokens {
    struct Token {
        /// Empty at the end.
        var text: String
        /// The number of its first character, from 1.
        var column: Int
        var isEnd: Bool { text.isEmpty }
        var isNumber: Bool { text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }
        var isWord: Bool { !isNumber && text.unicodeScalars.first?.isOfWord == true }
        /// Whether it may name something: a word that the language has no use for.
        var isName: Bool { isWord && !Self.reserved.contains(text) }

        /// The number of its first byte in the text, from 0.
        func byte(in text: String) -> Int {
            String(text.unicodeScalars.prefix(column - 1)).utf8.count
        }

        /// The token as a message shows it: short, and nothing that a terminal would obey.
        var shown: String {
            guard !isEnd else { return "the end" }
            let scalars = text.unicodeScalars
            if scalars.count == 1, !scalars.allSatisfy(\.isPrintable) {
                return "U+" + String(scalars.first!.value, radix: 16, uppercase: true)
            }
            return scalars.count <= 32 ? "\"\(text)\"" : "\"\(text.prefix(32))…\""
        }

        private static let reserved = Set(
            InvocationType.byWord.keys + [
                "void", "bytes", "owned", "enum", "callback", "out", "inout", "fails", "else",
                "null", "true", "false",
            ]
        )
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func next() -> Token {
        while index < scalars.count, scalars[index].isBlank { index += 1 }
        let start = index
        if index < scalars.count, scalars[index].isDigit {
            passNumber()
        } else {
            while index < scalars.count, scalars[index].isOfWord { index += 1 }
        }
        if index == start, index < scalars.count {
            let rest = scalars[index...]
            let mark = ["->", "..."].first { rest.starts(with: $0.unicodeScalars) }
            index += mark?.utf8.count ?? 1
        }
        let text = String(String.UnicodeScalarView(scalars[start..<index]))
        return Token(text: text, column: start + 1)
    }

    /// Passes text up to the quotation mark that ends it; `nil` if none does.
    mutating func text(until mark: Unicode.Scalar) -> String? {
        var text = String.UnicodeScalarView()
        while index < scalars.count {
            var scalar = scalars[index]
            index += 1
            if scalar == mark { return String(text) }
            if scalar == "\\" {
                guard index < scalars.count, let meant = Self.escapes[scalars[index]] else {
                    return nil
                }
                scalar = meant
                index += 1
            }
            text.append(scalar)
        }
        return nil
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\\": "\\", "\"": "\"", "'": "'", "n": "\n", "t": "\t",
    ]

    /// Passes digits with a fraction and an exponent, which may have a sign.
    private mutating func passNumber() {
        while index < scalars.count {
            let isSign = scalars[index] == "-" || scalars[index] == "+"
            let isExponent = isSign && "eE".unicodeScalars.contains(scalars[index - 1])
            guard scalars[index].isOfWord || isFraction || isExponent else { return }
            index += 1
        }
    }

    /// Whether a point stands here that belongs to a number, and not to an ellipsis.
    private var isFraction: Bool {
        scalars[index] == "." && index + 1 < scalars.count && scalars[index + 1].isDigit
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether a word of a signature may hold the scalar.
    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    /// Whether a message may show the scalar as it is, in one column of a terminal.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .nonspacingMark, .enclosingMark:
            false
        // Other blanks look like the one that is no fault.
        case .spaceSeparator: self == " "
        default: true
        }
    }
}
