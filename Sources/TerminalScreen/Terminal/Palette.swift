import CNcurses

/// How a style looks on this terminal: attributes, and a pair of colours.
struct Look: Hashable {
    var attributes: UInt32
    var pair: Int16 = 0
}

/// Turns styles into looks. Without colours, attributes alone tell the styles apart.
struct Palette {
    private let looks: [Style: Look]

    init(hasColors: Bool) {
        looks = Dictionary(
            uniqueKeysWithValues: Style.allCases.map { style in
                guard hasColors, let colors = Self.colors(of: style) else {
                    return (style, Look(attributes: Self.attributes(of: style)))
                }
                let pair = Int16(style.rawValue) + 1
                init_pair(pair, Int16(colors.text), Int16(colors.ground))
                return (style, Look(attributes: colors.attributes, pair: pair))
            }
        )
    }

    func look(of style: Style) -> Look { looks[style] ?? Look(attributes: ncurses_normal) }

    /// The terminal's own text or background colour.
    private static let own: Int32 = -1

    /// The colours of a style, out of the eight that every colour terminal has; `nil` for a style
    /// that attributes alone make.
    private static func colors(
        of style: Style
    ) -> (text: Int32, ground: Int32, attributes: UInt32)? {
        switch style {
        case .plain, .strong, .quiet, .selectedQuietly: nil
        case .accent: (COLOR_YELLOW, own, ncurses_bold)
        case .problem: (COLOR_RED, own, ncurses_bold)
        case .selected: (COLOR_BLACK, COLOR_CYAN, ncurses_normal)
        case .field: (own, own, ncurses_underline)
        case .fieldFocused: (COLOR_CYAN, own, ncurses_underline)
        case .bar: (COLOR_WHITE, COLOR_BLUE, ncurses_bold)
        case .tab: (own, own, ncurses_normal)
        case .tabSelected: (COLOR_CYAN, own, ncurses_bold)
        case .frame: (COLOR_BLUE, own, ncurses_normal)
        case .frameFocused: (COLOR_CYAN, own, ncurses_normal)
        case .key: (COLOR_CYAN, own, ncurses_bold)
        }
    }

    private static func attributes(of style: Style) -> UInt32 {
        switch style {
        case .plain, .tab, .frame: ncurses_normal
        case .quiet: ncurses_dim
        case .strong, .accent, .problem, .key, .frameFocused, .tabSelected: ncurses_bold
        case .selected, .bar: ncurses_reverse
        case .selectedQuietly, .field: ncurses_underline
        case .fieldFocused: ncurses_underline | ncurses_bold
        }
    }
}
