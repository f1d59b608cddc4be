/// Finds the line of a value in JSON: parsers forget where values stood, and an author wants to go
/// there.
///
/// Only asked about JSON that was parsed before, so that it need not check anything.
struct JSONPlaces {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The line, from 1 up, of the byte at `offset`.
    func line(at offset: Int) -> Int {
        bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// The line of the value at `location`, such as `classes[0].routes[1]`; of the innermost value
    /// around it where it is missing.
    func line(of location: String) -> Int {
        var scanner = Scanner(bytes: bytes)
        scanner.skipSpace()
        for step in Self.steps(of: location) {
            let start = scanner.offset
            guard scanner.enter(step) else { return line(at: start) }
        }
        return line(at: scanner.offset)
    }

    private enum Step {
        case key(String)
        case index(Int)
    }

    private static func steps(of location: String) -> [Step] {
        location.split { $0 == "." || $0 == "[" }.map { part in
            guard part.hasSuffix("]"), let index = Int(part.dropLast()) else {
                return .key(String(part))
            }
            return .index(index)
        }
    }

    private struct Scanner {
        let bytes: [UInt8]
        var offset = 0

        var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

        mutating func skipSpace() {
            while [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
        }

        /// Goes to a value inside the one at hand; `false` if it is not there.
        mutating func enter(_ step: Step) -> Bool {
            let opening = if case .key = step { UInt8(ascii: "{") } else { UInt8(ascii: "[") }
            guard byte == opening else { return false }
            offset += 1
            var index = 0
            while offset < bytes.count {
                skipSpace()
                if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return false }
                switch step {
                case .key(let wanted) where skipKey() == wanted: return true
                case .index(let wanted) where index == wanted: return true
                default: skipValue()
                }
                index += 1
            }
            return false
        }

        /// Goes past a key and its colon.
        ///
        /// Keys with escapes do not match; manifests have none.
        private mutating func skipKey() -> String {
            let start = offset + 1
            skipValue(until: UInt8(ascii: ":"))
            let text = bytes[start..<min(offset, bytes.count)]
            offset += 1
            skipSpace()
            return String(decoding: text.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }

        /// Goes past a value and the comma after it, but not past the end of what it stands in.
        private mutating func skipValue() {
            skipValue(until: UInt8(ascii: ","))
            if byte == UInt8(ascii: ",") { offset += 1 }
        }

        private mutating func skipValue(until end: UInt8) {
            var depth = 0
            while offset < bytes.count {
                switch byte {
                case UInt8(ascii: "\""): skipString()
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return }
                    depth -= 1
                case end where depth == 0: return
                default: break
                }
                offset += 1
            }
        }

        /// Goes to the closing quote.
        private mutating func skipString() {
            offset += 1
            while offset < bytes.count, byte != UInt8(ascii: "\"") {
                offset += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
    }
}
