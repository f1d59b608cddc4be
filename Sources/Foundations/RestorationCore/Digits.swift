extension BinaryInteger {
    /// The number padded with zeros to at least `width` digits.
    package func digits(_ width: Int, radix: Int = 10) -> String {
        let text = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
