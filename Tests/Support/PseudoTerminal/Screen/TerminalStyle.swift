/// How a cell is drawn: its attributes and its two colours.
///
/// Two screens that read the same may still differ here, for instance in which row of a list is
/// shown in reverse.
public struct TerminalStyle: Hashable, Sendable {
    /// Bold, reverse and the like.
    public var attributes: TerminalAttributes = []
    /// The colour of the character.
    public var foreground = TerminalColor.standard
    /// The colour behind the character.
    public var background = TerminalColor.standard

    /// The style a terminal starts with, and that SGR 0 returns to.
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

    /// The style of a cell that is erased while this style is current: its background alone, as
    /// in every terminal whose description has `bce`.
    var erased: TerminalStyle { TerminalStyle(background: background) }
}

/// The colour of a character or of its background.
public enum TerminalColor: Hashable, Sendable {
    /// Whatever the terminal draws with when no colour is set.
    case standard
    /// One of the ANSI colours, 0 to 7.
    case indexed(UInt8)
}

/// The attributes of a cell that are on or off.
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
    /// The style in words, such as `bold reverse, colour 3 on colour 0`, or `plain`.
    public var description: String {
        var colors: [String] = []
        if foreground != .standard { colors.append("\(foreground)") }
        if background != .standard { colors.append("on \(background)") }
        let parts = [attributes.description, colors.joined(separator: " ")].filter { !$0.isEmpty }
        return parts.isEmpty ? "plain" : parts.joined(separator: ", ")
    }
}

extension TerminalColor: CustomStringConvertible {
    /// The colour in words, such as `colour 3`.
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
