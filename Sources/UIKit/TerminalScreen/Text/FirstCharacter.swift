/// The first character of some bytes: how many of them it takes, and how many columns it is wide.
public struct FirstCharacter: Hashable, Sendable {
    /// The most bytes that are looked at; what follows counts as the next character.
    public static let limit = 256

    /// How many of the bytes it takes.
    public let sizeInBytes: Int
    /// How many columns it takes on the screen: 0 to 2.
    public let columns: Int

    /// Measures the first character, or returns `nil` if there are no bytes. A byte that is not
    /// UTF-8 is a character, shown as a replacement. A tab counts as one blank, since nobody knows
    /// where in its line it stands.
    public init?(of bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        // Plain letters before plain letters, which is nearly all text: nothing can combine.
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

    /// The scalars up to the first byte that is not UTF-8, or up to a scalar that is cut off.
    private static func validPrefix(of bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { text.append(scalar) }
        return String(text)
    }
}
