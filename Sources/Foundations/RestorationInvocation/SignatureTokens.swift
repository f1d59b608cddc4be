/// Splits a signature into words, numbers, arrows, ellipses and single characters.
struct SignatureTokens {
    struct Token {
        /// Empty at the end.
        var text: String
        /// The column of its first character, from 1.
        var column: Int
        var isEnd: Bool { text.isEmpty }
        var isNumber: Bool { text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }
        var isWord: Bool { !isNumber && text.unicodeScalars.first?.isOfWord == true }
        /// Whether the token is a name: a word that is not reserved.
        var isName: Bool { isWord && !Self.reserved.contains(text) }

        func byte(in text: String) -> Int {
            String(text.unicodeScalars.prefix(column - 1)).utf8.count
        }

        /// The token in a message: short, and safe for a terminal.
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

    /// Reads text up to the closing quotation mark; `nil` if there is none.
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

    /// Skips digits with a fraction and a signed exponent.
    private mutating func passNumber() {
        while index < scalars.count {
            let isSign = scalars[index] == "-" || scalars[index] == "+"
            let isExponent = isSign && "eE".unicodeScalars.contains(scalars[index - 1])
            guard scalars[index].isOfWord || isFraction || isExponent else { return }
            index += 1
        }
    }

    /// Whether this point belongs to a number and not to an ellipsis.
    private var isFraction: Bool {
        scalars[index] == "." && index + 1 < scalars.count && scalars[index + 1].isDigit
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isOfWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    /// Whether a message can show the scalar unchanged in one terminal column.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .nonspacingMark, .enclosingMark:
            false
        // Other blanks look like an ordinary space.
        case .spaceSeparator: self == " "
        default: true
        }
    }
}
