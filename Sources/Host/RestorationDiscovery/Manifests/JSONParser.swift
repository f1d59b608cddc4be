/// Parses JSON strictly according to RFC 8259. Bindings may contain comments, and commas before
/// closing brackets.
///
/// Foundation's parser is too slow, since finding plugins mostly means reading manifests, and its
/// errors have no position.
struct JSONParser {
    private let bytes: [UInt8]
    private let subject: ManifestError.Subject
    private var position = 0
    private var depth = 0
    private var hasOpenComment = false
    private var nodes: [JSONTree.Node] = []

    init(_ bytes: [UInt8], of subject: ManifestError.Subject = .manifest) {
        self.bytes = bytes
        self.subject = subject
        nodes.reserveCapacity(bytes.count / 8 + 4)
    }

    /// Parses the document into nodes, in its order.
    mutating func run() throws(ManifestError) -> [JSONTree.Node] {
        if let offset = Self.malformedUTF8(in: bytes) { throw fault(.notUTF8, at: offset) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault(.byteOrderMark) }
        skipSpace()
        try value()
        skipSpace()
        guard position == bytes.count else { throw fault(.beyondEnd) }
        if hasOpenComment { throw fault(.endsEarly) }
        return nodes
    }

    private static func malformedUTF8(in bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    // MARK: Bytes

    /// The next byte; at the end 0, which is invalid everywhere.
    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            case UInt8(ascii: "/") where subject.mayHaveComments:
                guard skipComment() else { return }
            default: return
            }
        }
    }

    /// Skips a comment, unclosed ones up to the end of the text. Returns `false` if there is none.
    private mutating func skipComment() -> Bool {
        guard position + 1 < bytes.count else { return false }
        let start = position
        switch bytes[position + 1] {
        case UInt8(ascii: "/"): position = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        case UInt8(ascii: "*"):
            position += 2
            while position + 1 < bytes.count {
                position += 1
                let isEnd = bytes[position] == UInt8(ascii: "/")
                guard isEnd, bytes[position - 1] == UInt8(ascii: "*"), position > start + 2 else {
                    continue
                }
                position += 1
                return true
            }
            position = bytes.count
            hasOpenComment = true
        default: return false
        }
        return true
    }

    private func fault(_ fault: JSONFault, at offset: Int? = nil) -> ManifestError {
        let offset = offset ?? position
        var fault = fault
        // At the end of the text, every fault is an early end.
        if offset >= bytes.count { fault = .endsEarly }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "/"), !subject.mayHaveComments {
            fault = .comment
        }
        return ManifestError(fault, of: subject, atByte: offset, in: bytes)
    }

    // MARK: Values

    private mutating func value() throws(ManifestError) {
        switch next {
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try list()
        case UInt8(ascii: "t"): try word("true", .boolean)
        case UInt8(ascii: "f"): try word("false", .boolean)
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw fault(.noValue)
        }
    }

    private mutating func append(_ kind: JSONTree.Kind, from start: Int, to end: Int) {
        nodes.append(
            JSONTree.Node(
                kind: kind,
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: nodes.count + 1)
            )
        )
    }

    private mutating func word(_ word: StaticString, _ kind: JSONTree.Kind) throws(ManifestError) {
        let start = position
        let end = start + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[start..<end].elementsEqual(word.description.utf8) else {
            throw fault(.noValue)
        }
        position = end
        append(kind, from: start, to: end)
    }

    private mutating func open(_ kind: JSONTree.Kind) throws(ManifestError) -> Int {
        guard depth < JSONTree.maximumDepth else {
            throw ManifestError(
                location: "",
                fault: .tooDeep,
                position: TextPosition(ofByte: position, in: bytes),
                subject: subject
            )
        }
        depth += 1
        append(kind, from: position, to: position)
        nodes[nodes.count - 1].next = .max
        position += 1
        skipSpace()
        return nodes.count - 1
    }

    private mutating func close(_ node: Int) {
        depth -= 1
        position += 1
        nodes[node].end = UInt32(truncatingIfNeeded: position)
        nodes[node].next = UInt32(truncatingIfNeeded: nodes.count)
    }

    /// Whether another element follows a comma. If not, the container ends here.
    private mutating func another(_ end: UInt8, isObject: Bool) throws(ManifestError) -> Bool {
        skipSpace()
        if next == end { return false }
        let comma = position
        guard next == UInt8(ascii: ",") else { throw fault(.noComma(isObject: isObject)) }
        position += 1
        skipSpace()
        guard next == end else { return true }
        guard subject.mayHaveComments else { throw fault(.trailingComma, at: comma) }
        return false
    }

    private mutating func list() throws(ManifestError) {
        let list = try open(.list)
        let end = UInt8(ascii: "]")
        if next != end {
            repeat { try value() } while try another(end, isObject: false)
        }
        close(list)
    }

    private mutating func object() throws(ManifestError) {
        let object = try open(.object)
        let end = UInt8(ascii: "}")
        if next != end {
            repeat {
                guard next == UInt8(ascii: "\"") else { throw fault(.noKey) }
                try text()
                skipSpace()
                guard next == UInt8(ascii: ":") else { throw fault(.noColon) }
                position += 1
                skipSpace()
                try value()
            } while try another(end, isObject: true)
        }
        close(object)
        try checkKeys(of: object)
    }

    // MARK: Text

    private mutating func text() throws(ManifestError) {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            skipPlainText()
            if next == UInt8(ascii: "\"") { break }
            guard next == UInt8(ascii: "\\") else { throw fault(.controlCharacter) }
            hasEscapes = true
            try escape()
        }
        append(hasEscapes ? .escapedText : .text, from: start, to: position)
        position += 1
    }

    /// Skips characters that need no escape.
    private mutating func skipPlainText() {
        var end = position
        while end < bytes.count {
            let byte = bytes[end]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            end += 1
        }
        position = end
    }

    private mutating func escape() throws(ManifestError) {
        switch JSONEscape(bytes[position...]) {
        case .byte: position += 2
        case .unit(let unit) where !UTF16.isSurrogate(unit): position += 6
        case .unit(let unit):
            guard UTF16.isLeadSurrogate(unit),
                case .unit(let other) = JSONEscape(bytes[(position + 6)...]),
                UTF16.isTrailSurrogate(other)
            else { throw fault(.halfCharacter) }
            position += 12
        case nil: throw fault(.malformedEscape)
        }
    }

    // MARK: Numbers

    private mutating func number() throws(ManifestError) {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let isZero = next == UInt8(ascii: "0")
        guard let digits = skipDigits(), !isZero || digits == 1 else {
            throw fault(.malformedNumber, at: start)
        }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() != nil else { throw fault(.malformedNumber, at: start) }
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() != nil else { throw fault(.malformedNumber, at: start) }
        }
        append(.number, from: start, to: position)
    }

    /// Returns the number of digits; `nil` for none.
    private mutating func skipDigits() -> Int? {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        return position > start ? position - start : nil
    }

    // MARK: Keys

    /// Rejects repeated keys: two readers could use different members.
    private func checkKeys(of object: Int) throws(ManifestError) {
        guard mayHaveRepeatedKey(object), let repeated = repeatedKey(of: object) else { return }
        throw ManifestError(
            location: JSONTree.location(of: repeated, in: nodes, bytes),
            fault: .repeatedKey,
            position: TextPosition(ofByte: nodes[repeated].firstByte, in: bytes),
            subject: subject
        )
    }

    /// A quick filter: keys that differ in length or in the first letter are different.
    private func mayHaveRepeatedKey(_ object: Int) -> Bool {
        var seen: UInt64 = 0
        var child = object + 1
        while child < nodes.count {
            let key = nodes[child]
            // An empty key's first byte is its quotation mark.
            let mark = (key.end &- key.start) &* 29 &+ UInt32(bytes[Int(key.start)])
            let bit = UInt64(1) << UInt64(mark & 63)
            if key.kind == .escapedText || seen & bit != 0 { return true }
            seen |= bit
            child = Int(nodes[child + 1].next)
        }
        return false
    }

    private func repeatedKey(of object: Int) -> Int? {
        var seen: Set<[UInt8]> = []
        var child = object + 1
        while child < nodes.count {
            let key = Array(JSONTree.text(of: nodes[child], bytes).utf8)
            guard seen.insert(key).inserted else { return child }
            child = Int(nodes[child + 1].next)
        }
        return nil
    }
}
