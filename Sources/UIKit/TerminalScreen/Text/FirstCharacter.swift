/// The size and width of the first character of some bytes.
public struct FirstCharacter: Hashable, Sendable {
    /// The largest number of bytes examined. The rest counts as the next character.
    public static let limit = 256

    /// The character's size in bytes.
    public let sizeInBytes: Int
    /// The character's width in columns: 0 to 2.
    public let columns: Int

    /// Measures the first character, or returns `nil` if `bytes` is empty. An invalid byte counts
    /// as one replacement character. A tab counts as one column, because its position is unknown.
    public init?(of bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        // Fast path: of two ASCII characters, the second cannot combine with the first.
        if first < 0x80, bytes.count == 1 || bytes[1] < 0x80, first != 0x0D {
            self.init(sizeInBytes: 1, columns: 1)
            return
        }
        guard let character = Self.validPrefix(of: bytes.prefix(Self.limit)).first else {
            self.init(sizeInBytes: 1, columns: 1)
            return
        }
        self.init(
            sizeInBytes: character.utf8.count,
            columns: character == "\t" ? 1 : TextWidth.columns(of: character, at: 0)
        )
    }

    private init(sizeInBytes: Int, columns: Int) {
        self.sizeInBytes = sizeInBytes
        self.columns = columns
    }

    /// The scalars before the first invalid byte or truncated scalar.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { text.append(scalar) }
        return String(text)
    }
}
