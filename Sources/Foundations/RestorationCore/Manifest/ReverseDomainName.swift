/// The common syntax of plugin and application identifiers.
///
/// Identifiers become directory names and archive keys, so the syntax excludes characters with a
/// special meaning in file systems, shells or logs.
enum ReverseDomainName {
    /// The longest name in bytes, as for a file name on Linux.
    static let maximumLength = 255

    /// Whether `text` is two or more labels joined by dots, each 1 to 63 ASCII letters, digits, `-`
    /// or `_`, without `-` at either end.
    static func isWellFormed(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count <= maximumLength else { return false }
        var labels = 1
        var length = 0
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte == dot {
                guard length > 0, bytes[index - 1] != hyphen else { return false }
                labels += 1
                length = 0
            } else {
                length += 1
                guard isLabelByte(byte), length <= 63, length > 1 || byte != hyphen else {
                    return false
                }
            }
        }
        return labels >= 2 && length > 0 && bytes[bytes.count - 1] != hyphen
    }

    private static let dot = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
