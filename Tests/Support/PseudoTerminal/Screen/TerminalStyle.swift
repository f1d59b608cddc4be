/// The style of a cell: its attributes and its two colours.
///
/// Two screens with equal text may differ in style, for instance in the row of a list that is
/// reversed.
public struct TerminalStyle: Hashable, Sendable {
    /// Bold, reverse and the like.
    public var attributes: TerminalAttributes = []
    /// The colour of the character.
    public var foreground = TerminalColor.standard
    /// The colour behind the character.
    public var background = TerminalColor.standard

    /// The initial style of a terminal, to which SGR 0 returns.
    public static let plain = TerminalStyle()

    /// Creates a style; without arguments, ``plain``.
    public init(
        _ attributes: TerminalAttributes = [],
        foreground: TerminalColor = .standard,
        background: TerminalColor = .standard
    ) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    /// The style of a cell erased under this style: only its background, as in every terminal whose
    /// description has `bce`.
    var erased: TerminalStyle { TerminalStyle(background: background) }
}

/// The colour of a character or of its background.
public enum TerminalColor: Hashable, Sendable {
    /// The terminal's default colour.
    case standard
    /// One of the ANSI colours, 0 to 7.
    case indexed(UInt8)
}

/// The attributes of a cell, each on or off.
public struct TerminalAttributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// SGR 1.
    public static let bold = Self(rawValue: 1 << 0)
    /// SGR 2.
    public static let dim = Self(rawValue: 1 << 1)
    /// SGR 4.
    public static let underline = Self(rawValue: 1 << 2)
    /// SGR 7.
    public static let reverse = Self(rawValue: 1 << 3)
}

extension TerminalStyle: CustomStringConvertible {
    /// A description of the style, such as `bold reverse, colour 3 on colour 0`, or `plain`.
    public var description: String {
        var colors: [String] = []
        if foreground != .standard { colors.append("\(foreground)") }
        if background != .standard { colors.append("on \(background)") }
        let parts = [attributes.description, colors.joined(separator: " ")].filter { !$0.isEmpty }
        return parts.isEmpty ? "plain" : parts.joined(separator: ", ")
    }
}

extension TerminalColor: CustomStringConvertible {
    /// A description of the colour, such as `colour 3`.
    public var description: String {
        switch self {
        case .standard: "standard colour"
        case .indexed(let index): "colour \(index)"
        }
    }
}

extension TerminalAttributes: CustomStringConvertible {
    private static let names: [(TerminalAttributes, String)] = [
        (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
    ]

    /// The names of the attributes, separated by spaces.
    public var description: String {
        Self.names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}
