extension JSONParser {
    /// Reads a number: whole and within 64 bits as an integer, anything else as a double.
    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        var isWhole = true
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            throw JSONSyntaxError(offset: start, reason: .numberTooLarge)
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset])
        {
            offset += 1
        }
        guard offset > start else { throw unexpected() }
    }

    /// Reads a string and its quotes.
    mutating func string() throws(JSONSyntaxError) -> String {
        let start = offset
        guard take("\"") else { throw unexpected() }
        var text: [UInt8] = []
        while !take("\"") {
            guard offset < bytes.count, bytes[offset] >= 0x20 else { throw unexpected() }
            if take("\\") {
                text.append(contentsOf: String(try escape()).utf8)
            } else {
                text.append(bytes[offset])
                offset += 1
            }
        }
        guard let string = String(validating: text, as: UTF8.self) else {
            throw JSONSyntaxError(offset: start, reason: .malformedUTF8)
        }
        return string
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        guard offset < bytes.count else { throw unexpected() }
        let letter = Unicode.Scalar(bytes[offset])
        if letter == "u" { return try unicodeEscape() }
        let escapes: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
            "t": "\t",
        ]
        guard let scalar = escapes[letter] else { throw fault(.malformedEscape) }
        offset += 1
        return scalar
    }

    /// Reads `u` and four hexadecimal digits, or two such escapes that make a surrogate pair.
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = offset
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take("\\"), offset < bytes.count else {
            throw JSONSyntaxError(offset: start, reason: .malformedEscape)
        }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second) else {
            throw JSONSyntaxError(offset: start, reason: .malformedEscape)
        }
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        // Two surrogates always make a scalar between U+10000 and U+10FFFF.
        return Unicode.Scalar(value)!
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let end = offset + 5
        guard take("u"), end <= bytes.count else { throw fault(.malformedEscape) }
        let digits = bytes[offset..<end]
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.count else { throw fault(.malformedEscape) }
        offset = end
        return values.reduce(0) { $0 << 4 | UInt16($1) }
    }
}
