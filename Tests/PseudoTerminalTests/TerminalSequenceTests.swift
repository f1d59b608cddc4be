import PseudoTerminal
import Testing

/// A sequence sent to a screen full of letters with the cursor on the `i`.
///
/// ```
/// abcdef
/// ghijkl
/// mnopqr
/// stuvwx
/// ```
struct SequenceCase: CustomTestStringConvertible {
    let name: String
    let input: String
    let text: String
    let cursor: TerminalPosition

    static let letters = "abcdef\nghijkl\nmnopqr\nstuvwx"

    /// Without `text`, the letters must stay. Without `cursor`, it must stay on the `i`.
    init(
        _ name: String,
        _ input: String,
        _ text: String = letters,
        at row: Int = 1,
        _ column: Int = 2
    ) {
        self.name = name
        self.input = input
        self.text = text
        cursor = TerminalPosition(row: row, column: column)
    }

    var testDescription: String { name }

    static func screenOfLetters() -> TerminalScreen {
        var screen = TerminalScreen(rows: 4, columns: 6)
        screen.feed("abcdef\r\nghijkl\r\nmnopqr\r\nstuvwx\u{1B}[2;3H".utf8)
        return screen
    }
}

@Suite struct `A sequence` {
    static let movements: [SequenceCase] = [
        .init("CUP", "\u{1B}[3;5H", at: 2, 4),
        .init("CUP home", "\u{1B}[H", at: 0, 0),
        .init("CUP with the column alone", "\u{1B}[;4H", at: 0, 3),
        .init("CUP with zeros", "\u{1B}[0;0H", at: 0, 0),
        .init("CUP past the end", "\u{1B}[99;99H", at: 3, 5),
        .init("BS", "\u{8}", at: 1, 1),
        .init("BS at the edge", "\u{8}\u{8}\u{8}\u{8}", at: 1, 0),
        .init("CR", "\r", at: 1, 0),
        .init("LF", "\n", at: 2, 2),
        .init("HT to the edge", "\t", at: 1, 5),
    ]

    static let edits: [SequenceCase] = [
        .init("ED to the end", "\u{1B}[J", "abcdef\ngh"),
        .init("ED from the start", "\u{1B}[1J", "\n   jkl\nmnopqr\nstuvwx"),
        .init("ED of everything", "\u{1B}[2J", ""),
        .init("ED of the scrollback", "\u{1B}[3J"),
        .init("EL to the end", "\u{1B}[K", "abcdef\ngh\nmnopqr\nstuvwx"),
        .init("EL from the start", "\u{1B}[1K", "abcdef\n   jkl\nmnopqr\nstuvwx"),
        .init("EL of the row", "\u{1B}[2K", "abcdef\n\nmnopqr\nstuvwx"),
        .init("LF at the bottom", "\u{1B}[4;3H\n", "ghijkl\nmnopqr\nstuvwx", at: 3, 2),
    ]

    static let skipped: [SequenceCase] = [
        .init("NUL, BEL and DEL", "\0\u{7}\u{7F}"),
        .init("OSC ended by BEL", "\u{1B}]0;a title\u{7}"),
        .init("OSC ended by ST", "\u{1B}]0;a title\u{1B}\\"),
        .init("OSC broken off by ESC", "\u{1B}]0;a title\u{1B}[H", at: 0, 0),
        .init("OSC broken off by CAN", "\u{1B}]0;a title\u{18}"),
        .init("keypad modes and a character set", "\u{1B}=\u{1B}>\u{1B}(B"),
        .init("window operation", "\u{1B}[22;0;0t"),
        .init("unknown private mode", "\u{1B}[?2004h\u{1B}[?9999l"),
        .init("another prefix", "\u{1B}[>4;2m\u{1B}[<H\u{1B}[=H"),
        .init("selective erase", "\u{1B}[?2J\u{1B}[?2K"),
        .init("intermediate byte", "\u{1B}[2 q\u{1B}#8\u{1B}%G"),
        .init("prefix in the wrong place", "\u{1B}[1?2H"),
        .init("broken off by CAN", "\u{1B}[2\u{18}\u{1B}\u{1A}"),
        .init("ESC within a sequence", "\u{1B}[2\u{1B}[H", at: 0, 0),
        .init("LF within a sequence", "\u{1B}[\n2;2H", at: 1, 1),
        .init("a number too large", "\u{1B}[2;99999999999999999999H", at: 1, 5),
    ]

    @Test(arguments: movements + edits + skipped)
    func `changes the screen as the standard says`(_ example: SequenceCase) {
        var screen = SequenceCase.screenOfLetters()

        screen.feed(example.input.utf8)

        #expect(screen.text == example.text)
        #expect(screen.cursor == example.cursor)
    }

    @Test func `with more parameters than any needs is still understood`() {
        var screen = SequenceCase.screenOfLetters()

        screen.feed("\u{1B}[4;2\(String(repeating: ";1", count: 500))H".utf8)

        #expect(screen.cursor == TerminalPosition(row: 3, column: 1))
    }
}
