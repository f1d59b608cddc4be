/// One cell of a screen: a character, what is drawn over it, and how.
public struct TerminalCell: Hashable, Sendable {
    /// How much of the screen the character of a cell takes.
    public enum Extent: Hashable, Sendable {
        /// One column.
        case narrow
        /// Two columns; the next cell is ``trailing``.
        case wide
        /// The second column of the wide character in the cell before; has no text of its own.
        case trailing
    }

    /// The character; a space where nothing was written or the cell was erased.
    public let scalar: Unicode.Scalar
    /// Combining characters, in the order in which they came.
    public internal(set) var marks: [Unicode.Scalar] = []
    /// The columns that the character takes.
    public let extent: Extent
    /// Attributes and colours. A blank without a line or a reversal has no character whose colour
    /// or weight could be seen, so it has its background alone, however it was drawn.
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
    /// A written space and an erased cell are the same: nobody who looks at the screen could tell
    /// them apart.
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
