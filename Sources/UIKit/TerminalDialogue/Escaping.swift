/// Escapes untrusted text for a terminal.
///
/// Control characters in an archive, a manifest or a file name could move the cursor, clear the
/// screen or make the terminal send input. Bidirectional and invisible characters could disguise
/// the text.
extension String {
    /// The text with such characters written as `\n`, `\t` or `\u{1B}`.
    package var escapedForTerminal: String {
        guard unicodeScalars.contains(where: \.isUnfitForTerminals) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isUnfitForTerminals ? scalar.escaped : String(scalar)
        }
    }

    /// The text in quotation marks, with escapes for quotation marks and backslashes.
    package var quoted: String {
        let inside = unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text += scalar.isUnfitForTerminals ? scalar.escaped : String(scalar)
        }
        return "\"\(inside)\""
    }

    /// The text itself if it is unambiguous, otherwise quoted.
    package var quotedIfNeeded: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_-.".unicodeScalars.contains(scalar)
        }
        return isPlain && !isEmpty ? self : quoted
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control or an invisible format character.
    package var isUnfitForTerminals: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            return true
        case .format:
            // The joiners: emoji and several scripts need them.
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
