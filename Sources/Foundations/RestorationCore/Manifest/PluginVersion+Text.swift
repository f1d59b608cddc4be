extension PluginVersion: CustomStringConvertible {
    /// The longest text of a version, in bytes.
    public static let maximumLength = 64

    /// The version with all three numbers, which ``init(_:)`` reads.
    public var description: String {
        var text = "\(major).\(minor).\(patch)"
        if !prerelease.isEmpty {
            text += "-" + prerelease.map(\.description).joined(separator: ".")
        }
        return build.isEmpty ? text : text + "+" + build
    }

    /// Parses a version, or returns `nil` if the text is malformed.
    ///
    /// - Parameter text: one to three numbers joined by dots, then optionally `-` and a
    ///   pre-release, then optionally `+` and build metadata; the last two consist of ASCII
    ///   letters, digits, `-` and dots. At most ``maximumLength`` bytes.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        if let release = Self(release: text) {
            self = release
            return
        }
        let (version, build) = text.cut(at: "+")
        let (numbers, prerelease) = version.cut(at: "-")

        let parts = numbers.split(separator: ".", omittingEmptySubsequences: false)
        let values = parts.compactMap { part in part.isDecimal ? UInt32(part) : nil }
        guard (1...3).contains(parts.count), values.count == parts.count else { return nil }
        guard let words = Self.words(of: prerelease), let metadata = Self.words(of: build) else {
            return nil
        }
        let identifiers = words.compactMap(Identifier.init)
        guard identifiers.count == words.count else { return nil }

        self.init(
            major: values[0],
            minor: values.count > 1 ? values[1] : 0,
            patch: values.count > 2 ? values[2] : 0,
            prerelease: identifiers,
            build: metadata.joined(separator: ".")
        )
    }

    /// Fast path for numbers and dots alone, the common case: a search reads hundreds of versions.
    private init?(release text: String) {
        var numbers: (UInt32, UInt32, UInt32) = (0, 0, 0)
        var number: UInt32 = 0
        var digits = 0
        var dots = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), digits > 0, dots < 2 {
                if dots == 0 { numbers.0 = number } else { numbers.1 = number }
                dots += 1
                digits = 0
                number = 0
                continue
            }
            // Nine digits fit; the general parser handles more.
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 9 else {
                return nil
            }
            number = number * 10 + UInt32(byte - UInt8(ascii: "0"))
            digits += 1
        }
        guard digits > 0 else { return nil }
        switch dots {
        case 0: numbers.0 = number
        case 1: numbers.1 = number
        default: numbers.2 = number
        }
        self.init(major: numbers.0, minor: numbers.1, patch: numbers.2)
    }

    /// The dot-separated parts of a pre-release or of build metadata; empty without a text, `nil`
    /// if a part is empty or has an invalid character.
    private static func words(of text: Substring?) -> [Substring]? {
        guard let text else { return [] }
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.allSatisfy(\.isVersionWord) ? words : nil
    }
}

extension PluginVersion.Identifier: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): String(number)
        case .word(let word): word
        }
    }

    fileprivate init?(_ word: Substring) {
        guard word.isDecimal else {
            self = .word(String(word))
            return
        }
        guard let number = UInt64(word) else { return nil }
        self = .number(number)
    }
}

extension StringProtocol {
    /// Whether the text has only digits, because `UInt32("+1")` also succeeds.
    fileprivate var isDecimal: Bool {
        !utf8.isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    fileprivate var isVersionWord: Bool {
        !utf8.isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default:
                    false
                }
            }
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate func cut(at separator: Unicode.Scalar) -> (Substring, Substring?) {
        let scalars = unicodeScalars
        guard let position = scalars.firstIndex(of: separator) else {
            return (self[startIndex...], nil)
        }
        return (self[..<position], self[scalars.index(after: position)...])
    }
}
