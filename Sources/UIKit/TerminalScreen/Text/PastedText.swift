extension String {
    /// Pasted text with line feeds as line ends, spaces for tabs, and no other control characters.
    public var cleanedPaste: String {
        var text = UnicodeScalarView()
        var isAfterReturn = false
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": if !isAfterReturn { text.append("\n") }
            case "\r", "\u{2028}", "\u{2029}": text.append("\n")
            case "\t": text.append(" ")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
            isAfterReturn = scalar == "\r"
        }
        return String(text)
    }
}
