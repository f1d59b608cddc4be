/// Text from outside, made fit for a terminal.
///
/// An archive, a manifest or the name of a file may hold control characters: printed as they are,
/// they could move the cursor, clear the screen, or answer on the keyboard's behalf. Characters
/// that turn the direction of writing or are not seen at all could make a text look like another.
extension String {
    /// The text with every such character written as `\n`, `\t` or `\u{1B}`.
    package var escapedForTerminal: String {
        guard unicodeScalars.contains(where: \.isUnfitForTerminals) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isUnfitForTerminals ? scalar.escaped : String(scalar)
        }
    }

    /// The text in quotation marks; those inside it, and backslashes, get a backslash.
    package var quoted: String {
        let inside = unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text += scalar.isUnfitForTerminals ? scalar.escaped : String(scalar)
        }
        return "\"\(inside)\""
    }

    /// The text itself if nobody could take it for something else, otherwise quoted.
    package var quotedIfNeeded: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_-.".unicodeScalars.contains(scalar)
        }
        return isPlain && !isEmpty ? self : quoted
    }
}

extension Unicode.Scalar {
    /// Whether the character acts instead of being seen.
    package var isUnfitForTerminals: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            return true
        case .format:
            // The joiners: emoji and several scripts are not written without them.
            return self != "\u{200C}" && self != "\u{200D}"
        default:
            return false
        }
    }

    fileprivate var escaped: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
