/// Names an application, usually in reverse-DNS form: `org.example.petfinder`.
///
/// It names directories and files, so it consists of the letters A to Z, digits, dots, hyphens
/// and underscores, and begins with a letter or digit.
public struct ApplicationIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The longest identifier accepted, in bytes.
    public static let maximumLength = 200
    /// The text as given.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text cannot be one.
    ///
    /// - Parameter rawValue: 1 to ``maximumLength`` of the characters above.
    public init?(_ rawValue: String) {
        let bytes = rawValue.utf8
        guard let first = bytes.first, bytes.count <= Self.maximumLength else { return nil }
        // A leading dot would hide the directory, and "." or ".." would leave it.
        guard Self.isLetterOrDigit(first) else { return nil }
        guard bytes.allSatisfy({ Self.isLetterOrDigit($0) || "._-".utf8.contains($0) }) else {
            return nil
        }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            false
        }
    }
}
