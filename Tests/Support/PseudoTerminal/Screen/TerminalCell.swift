/// One cell of a screen: a character, its combining marks, and a style.
public struct TerminalCell: Hashable, Sendable {
    /// The width of a cell's character.
    public enum Extent: Hashable, Sendable {
        /// One column.
        case narrow
        /// Two columns; the next cell is ``trailing``.
        case wide
        /// The second column of the preceding wide character; has no text.
        case trailing
    }

    /// The character; a space in a cell that is unwritten or erased.
    public let scalar: Unicode.Scalar
    /// Combining characters, in order of arrival.
    public internal(set) var marks: [Unicode.Scalar] = []
    /// The width of the character.
    public let extent: Extent
    /// The attributes and colours. A blank that is neither underlined nor reversed shows only its
    /// background, so the other attributes are dropped.
    public let style: TerminalStyle

    init(_ scalar: Unicode.Scalar, extent: Extent = .narrow, style: TerminalStyle = .plain) {
        self.scalar = scalar
        self.extent = extent
        let isBlank = scalar == " " && extent == .narrow
        let isSeen = !style.attributes.isDisjoint(with: [.underline, .reverse])
        self.style = isBlank && !isSeen ? style.erased : style
    }

    /// A cell without a character.
    ///
    /// A written space and an erased cell are equal, because they look the same.
    static func blank(_ style: TerminalStyle = .plain) -> TerminalCell {
        TerminalCell(" ", style: style)
    }

    /// The character with its combining characters; empty for ``Extent/trailing``.
    public var text: String {
        guard extent != .trailing else { return "" }
        var text = String.UnicodeScalarView()
        text.append(scalar)
        text.append(contentsOf: marks)
        return String(text)
    }
}
