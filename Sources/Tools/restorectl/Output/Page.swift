import TerminalDialogue

/// What a command prints for people: lines of text whose parts say what they mean, not how they
/// look.
struct Page {
    /// The width that every page is made for, as terminals are and mails used to be.
    static let width = 80

    private(set) var lines: [Line] = []

    /// Adds a line.
    mutating func add(_ spans: Span..., indent: Int = 0) {
        add(Line(spans), indent: indent)
    }

    /// Adds a line made elsewhere.
    mutating func add(_ line: Line, indent: Int = 0) {
        let margin = indent > 0 ? [Span(String(repeating: " ", count: indent))] : []
        lines.append(Line(margin + line.spans))
    }

    /// Adds an empty line.
    mutating func addGap() { lines.append(Line([])) }
}

/// One line of a page.
struct Line {
    var spans: [Span]

    init(_ spans: [Span]) { self.spans = spans }

    /// How many columns the line takes so far.
    var columns: Int { spans.reduce(0) { $0 + $1.text.escapedForTerminal.columns } }
}

/// A part of a line.
struct Span: ExpressibleByStringInterpolation {
    /// What the text means.
    enum Meaning {
        case plain
        /// What the lines below are about.
        case title
        case key
        /// Of less interest than what is around it.
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
    /// The page as text.
    ///
    /// Everything is escaped here, wherever it comes from: what a page holds can never act on the
    /// terminal.
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
    /// Select Graphic Rendition (ECMA-48); only colours that are readable on light and dark.
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
