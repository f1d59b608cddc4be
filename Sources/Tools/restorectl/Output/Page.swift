import TerminalDialogue

/// Output for people: lines of text whose parts have a meaning, not an appearance.
struct Page {
    /// The fixed page width, in columns.
    static let width = 80

    private(set) var lines: [Line] = []

    mutating func add(_ spans: Span..., indent: Int = 0) {
        add(Line(spans), indent: indent)
    }

    mutating func add(_ line: Line, indent: Int = 0) {
        let margin = indent > 0 ? [Span(String(repeating: " ", count: indent))] : []
        lines.append(Line(margin + line.spans))
    }

    mutating func addGap() { lines.append(Line([])) }
}

struct Line {
    var spans: [Span]

    init(_ spans: [Span]) { self.spans = spans }

    var columns: Int { spans.reduce(0) { $0 + $1.text.escapedForTerminal.columns } }
}

struct Span: ExpressibleByStringInterpolation {
    enum Meaning {
        case plain
        /// The heading of the lines below.
        case title
        case key
        case aside
        case good, caution, bad
    }

    let text: String
    let meaning: Meaning

    init(_ text: String, _ meaning: Meaning = .plain) {
        self.text = text
        self.meaning = meaning
    }

    init(stringLiteral text: String) { self.init(text) }
}

extension Page {
    /// The page as text. Escapes all contents, so that nothing in a page can act on the terminal.
    func text(hasColours: Bool) -> String {
        lines.reduce(into: "") { text, line in
            for span in line.spans {
                let escaped = span.text.escapedForTerminal
                let code = hasColours ? span.meaning.code : nil
                text += code.map { "\u{1B}[\($0)m\(escaped)\u{1B}[0m" } ?? escaped
            }
            text += "\n"
        }
    }
}

extension Span.Meaning {
    /// Select Graphic Rendition (ECMA-48), limited to colours that are readable on light and dark.
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .title: "1"
        case .key: "36"
        case .aside: "2"
        case .good: "32"
        case .caution: "33"
        case .bad: "31"
        }
    }
}
