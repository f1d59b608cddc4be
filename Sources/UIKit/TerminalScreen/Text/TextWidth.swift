/// The display width of text, in terminal columns.
///
/// It does not use the C library, whose answer depends on the locale. Zero-width joiners and
/// variation selectors are never drawn, because terminals disagree about their effect. A family
/// emoji of three is always shown as three members, six columns wide.
public enum TextWidth {
    /// The width of one scalar: 0 for combining and invisible ones, 2 for wide ones, else 1.
    public static func columns(of scalar: Unicode.Scalar) -> Int {
        // Fast path for almost all text.
        if scalar.value < 0x300 { return scalar == "\u{AD}" ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and finals of decomposed Hangul share the columns of their initial.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
            return 0
        }
        return isWide(scalar) ? 2 : 1
    }

    /// The width of one character: the sum of its scalars. Skin tones after other scalars add
    /// nothing. A tab extends to the next multiple of 8 columns.
    ///
    /// - Parameters:
    ///   - character: The character to measure.
    ///   - column: The column in its line at which the character begins, from 0.
    public static func columns(of character: Character, at column: Int) -> Int {
        if character == "\t" { return 8 - column % 8 }
        var total = 0
        for scalar in character.unicodeScalars where !isSilent(scalar, afterOthers: total > 0) {
            total += columns(of: scalar)
        }
        return total
    }

    /// The width of a text in one line.
    public static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1, at: $0) }
    }

    /// Whether a scalar of a character is not drawn.
    static func isSilent(_ scalar: Unicode.Scalar, afterOthers: Bool) -> Bool {
        switch scalar.value {
        case 0x1F3FB...0x1F3FF: afterOthers
        case 0xFE00...0xFE0F: true
        default: scalar.value >= 0x300 && scalar.properties.generalCategory == .format
        }
    }

    /// East Asian Wide and Fullwidth, and emoji presentation. Flags are drawn as separate letters.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1F1E6...0x1F1FF: false
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
