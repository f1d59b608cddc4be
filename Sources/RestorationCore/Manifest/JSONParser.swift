/// Reads JSON (RFC 8259) from bytes that nobody vouches for.
///
/// Written by hand because manifests are read at every launch and by the authors' build tool:
/// neither shall load Foundation for it, and a fault is named by its byte.
package struct JSONParser {
    /// The deepest nesting of lists and objects: parsing recurses, and the stack is finite.
    package static let maximumDepth = 32

    let bytes: [UInt8]
    var offset = 0
    private var depth = 0

    /// Reads one value that takes up all of `bytes`, but for white space.
    package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw parser.fault(.trailingText) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func fault(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, reason: reason)
    }

    /// The fault of finding something else than what must stand here.
    func unexpected() -> JSONSyntaxError {
        fault(offset < bytes.count ? .unexpectedByte(bytes[offset]) : .unexpectedEnd)
    }

    /// Takes the next byte if it is `byte`.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: byte) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard offset < bytes.count else { throw unexpected() }
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            return try nested { parser throws(JSONSyntaxError) in
                .object(try parser.members())
            }
        case UInt8(ascii: "["):
            return try nested { parser throws(JSONSyntaxError) in
                .array(try parser.elements())
            }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: return try literal()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw fault(.tooDeep) }
        depth += 1
        offset += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func elements() throws(JSONSyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return elements }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw unexpected() }
        }
    }

    private mutating func members() throws(JSONSyntaxError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if take("}") { return members }
        while true {
            skipSpace()
            let start = offset
            let key = try string()
            // A reader that takes the first and one that takes the last would see two manifests.
            guard keys.insert(key).inserted else {
                throw JSONSyntaxError(offset: start, reason: .repeatedKey(key))
            }
            skipSpace()
            guard take(":") else { throw unexpected() }
            members.append(JSONValue.Member(key: key, value: try value()))
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw unexpected() }
        }
    }

    private mutating func literal() throws(JSONSyntaxError) -> JSONValue {
        let words: [(String, JSONValue)] = [
            ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
        ]
        for (word, value) in words where bytes[offset...].starts(with: word.utf8) {
            offset += word.utf8.count
            return value
        }
        throw unexpected()
    }
}
