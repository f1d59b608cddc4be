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
        guard text.utf8.count <= maximumLength else { return false }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else {
            return false
        }
        return label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen, UInt8(ascii: "_"):
                true
            default:
                false
            }
        }
    }
}
