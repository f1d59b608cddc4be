/// The rule that plugin and application identifiers share.
///
/// Identifiers become names of directories and keys of archives, so the rule leaves out whatever
/// a file system, a shell or a reader of logs could take for something else.
enum ReverseDomainName {
    /// The longest name, in bytes: that of a file name on Linux.
    static let maximumLength = 255

    /// Tells whether `text` is two or more labels joined by dots, each 1 to 63 ASCII letters,
    /// digits, `-` or `_`, with no `-` at either end.
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
