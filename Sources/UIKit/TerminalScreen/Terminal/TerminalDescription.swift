import CTerminal

/// The terminal's control sequences, from terminfo(5).
struct TerminalDescription {
    let hasColors: Bool
    /// Whether a character in the last cell of the window scrolls it.
    let scrollsAtTheEnd: Bool
    let clear: [UInt8]
    let showCursor: [UInt8]
    let hideCursor: [UInt8]
    /// Begins and ends the program's use of the terminal.
    let enter: [UInt8]
    let leave: [UInt8]
    /// The attributes of each style. Without colours, attributes alone distinguish the styles.
    private let looks: [Style: [UInt8]]
    /// The key sequences of this terminal.
    let keys: [[UInt8]: Key]

    /// Reads the description of the terminal that TERM names. `nil` if there is none, or if the
    /// terminal cannot move its cursor.
    init?() {
        guard terminal_load() == 0, !Self.string("cup", 0, 0).isEmpty else { return nil }
        hasColors = Self.number("colors") >= 8 && !Self.string("setaf", 1).isEmpty
        scrollsAtTheEnd = Self.flag("am") && !Self.flag("xenl")
        let plain = Self.string("sgr0")
        clear = plain + Self.string("clear")
        showCursor = Self.string("cnorm")
        hideCursor = Self.string("civis")
        // Enables paste markers and mouse reports without a column limit. A terminal that supports
        // neither ignores this.
        let hasMouse = !Self.string("kmous").isEmpty
        let mouse = (on: "\u{1B}[?1000h\u{1B}[?1006h", off: "\u{1B}[?1006l\u{1B}[?1000l")
        enter =
            Self.string("smcup") + Self.string("smkx")
            + Array(("\u{1B}[?2004h" + (hasMouse ? mouse.on : "")).utf8)
        leave =
            Array(("\u{1B}[?2004l" + (hasMouse ? mouse.off : "")).utf8) + plain
            + Self.string("op") + showCursor + Self.string("rmkx") + Self.string("rmcup")
        let hasColors = hasColors
        looks = Dictionary(
            uniqueKeysWithValues: Style.allCases.map { style in
                (style, plain + style.settings(hasColors: hasColors).flatMap { Self.string($0) })
            }
        )
        keys = Self.readKeys()
    }

    func look(of style: Style) -> [UInt8] { looks[style] ?? [] }

    func moveCursor(to place: Position) -> [UInt8] {
        Self.string("cup", Int32(place.row), Int32(place.column))
    }

    /// The bytes that reset the terminal. CAN ends an incomplete sequence. The cursor goes to the
    /// last line for terminals without an alternate screen.
    func resetBytes(rows: Int) -> [UInt8] {
        [0x18] + moveCursor(to: Position(column: 0, row: max(0, rows - 1))) + Self.string("el")
            + leave
    }

    private static func string(_ setting: Style.Setting) -> [UInt8] {
        string(setting.name, setting.parameter)
    }

    private static func readKeys() -> [[UInt8]: Key] {
        var names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right),
            ("khome", .home), ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown),
            ("kent", .enter), ("kcbt", .backTab), ("kbs", .backspace), ("kdch1", .delete),
            ("kri", .shiftUp), ("kind", .shiftDown), ("kLFT", .shiftLeft), ("kRIT", .shiftRight),
            ("kHOM", .shiftHome), ("kEND", .shiftEnd), ("kLFT5", .wordLeft), ("kRIT5", .wordRight),
        ]
        names += (1...12).map { ("kf\($0)", .function($0)) }
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in names {
            let bytes = string(name)
            // `ESC [` and `ESC O` are prefixes of longer sequences.
            guard bytes.first == 0x1B, bytes.count > 1, bytes != Array("\u{1B}[".utf8),
                bytes != Array("\u{1B}O".utf8)
            else { continue }
            keys[bytes] = key
        }
        return keys
    }
}

extension Style {
    /// A capability that sets an attribute or a colour.
    struct Setting: Hashable {
        let name: String
        var parameter: Int32 = 0

        static let bold = Setting(name: "bold")
        static let dim = Setting(name: "dim")
        static let reverse = Setting(name: "rev")
        static let underline = Setting(name: "smul")

        static func text(_ color: Color) -> Setting {
            Setting(name: "setaf", parameter: color.rawValue)
        }

        static func ground(_ color: Color) -> Setting {
            Setting(name: "setab", parameter: color.rawValue)
        }
    }

    enum Color: Int32 {
        case black = 0, red, green, yellow, blue, magenta, cyan, white
    }

    fileprivate func settings(hasColors: Bool) -> [Setting] {
        hasColors ? colored : attributes
    }

    private var colored: [Setting] {
        switch self {
        case .plain, .strong, .quiet, .selectedQuietly: attributes
        case .accent: [.text(.yellow), .bold]
        case .problem: [.text(.red), .bold]
        case .selected: [.text(.black), .ground(.cyan)]
        case .field: [.underline]
        case .fieldFocused: [.text(.cyan), .underline]
        case .bar: [.text(.white), .ground(.blue), .bold]
        case .tab: []
        case .tabSelected, .key: [.text(.cyan), .bold]
        case .frame: [.text(.blue)]
        case .frameFocused: [.text(.cyan)]
        }
    }

    private var attributes: [Setting] {
        switch self {
        case .plain, .tab, .frame: []
        case .quiet: [.dim]
        case .strong, .accent, .problem, .key, .frameFocused, .tabSelected: [.bold]
        case .selected, .bar: [.reverse]
        case .selectedQuietly, .field: [.underline]
        case .fieldFocused: [.underline, .bold]
        }
    }
}
