import PseudoTerminal
import Testing

/// One sequence, sent to a screen full of letters with the cursor on the `i`.
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

    /// Without a text, the letters stay; without a cursor, it stays on the `i`.
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
        .init("HVP", "\u{1B}[3;5f", at: 2, 4),
        .init("CUU", "\u{1B}[A", at: 0, 2),
        .init("CUU past the top", "\u{1B}[9A", at: 0, 2),
        .init("CUD", "\u{1B}[2B", at: 3, 2),
        .init("CUD past the bottom", "\u{1B}[9B", at: 3, 2),
        .init("CUF", "\u{1B}[2C", at: 1, 4),
        .init("CUF past the edge", "\u{1B}[9C", at: 1, 5),
        .init("CUB", "\u{1B}[D", at: 1, 1),
        .init("CUB past the edge", "\u{1B}[9D", at: 1, 0),
        .init("CNL", "\u{1B}[2E", at: 3, 0),
        .init("CPL", "\u{1B}[F", at: 0, 0),
        .init("CHA", "\u{1B}[5G", at: 1, 4),
        .init("HPA", "\u{1B}[5`", at: 1, 4),
        .init("HPR", "\u{1B}[2a", at: 1, 4),
        .init("VPA", "\u{1B}[4d", at: 3, 2),
        .init("VPR", "\u{1B}[e", at: 2, 2),
        .init("BS", "\u{8}", at: 1, 1),
        .init("BS at the edge", "\u{8}\u{8}\u{8}\u{8}", at: 1, 0),
        .init("CR", "\r", at: 1, 0),
        .init("LF", "\n", at: 2, 2),
        .init("VT and FF", "\u{B}\u{C}", at: 3, 2),
        .init("IND", "\u{1B}D", at: 2, 2),
        .init("NEL", "\u{1B}E", at: 2, 0),
        .init("RI", "\u{1B}M", at: 0, 2),
        .init("DECSC and DECRC", "\u{1B}7\u{1B}[4;4H\u{1B}8", at: 1, 2),
        .init("SCOSC and SCORC", "\u{1B}[s\u{1B}[4;4H\u{1B}[u", at: 1, 2),
        .init("DECRC without DECSC", "\u{1B}8", at: 0, 0),
        .init("HT to the edge", "\t", at: 1, 5),
        .init("HTS and HT", "\u{1B}[5G\u{1B}H\r\t", at: 1, 4),
        .init("CBT", "\u{1B}H\u{1B}[6G\u{1B}[Z", at: 1, 2),
        .init("CBT past the edge", "\u{1B}[5Z", at: 1, 0),
        .init("CHT", "\u{1B}[2G\u{1B}H\u{1B}[4G\u{1B}H\r\u{1B}[2I", at: 1, 3),
        .init("TBC", "\u{1B}H\u{1B}[g\r\t", at: 1, 5),
        .init("TBC of all", "\u{1B}H\u{1B}[3g\r\t", at: 1, 5),
    ]

    static let edits: [SequenceCase] = [
        .init("ED to the end", "\u{1B}[J", "abcdef\ngh"),
        .init("ED from the start", "\u{1B}[1J", "\n   jkl\nmnopqr\nstuvwx"),
        .init("ED of everything", "\u{1B}[2J", ""),
        .init("ED of the scrollback", "\u{1B}[3J"),
        .init("EL to the end", "\u{1B}[K", "abcdef\ngh\nmnopqr\nstuvwx"),
        .init("EL from the start", "\u{1B}[1K", "abcdef\n   jkl\nmnopqr\nstuvwx"),
        .init("EL of the row", "\u{1B}[2K", "abcdef\n\nmnopqr\nstuvwx"),
        .init("ECH", "\u{1B}[2X", "abcdef\ngh  kl\nmnopqr\nstuvwx"),
        .init("ECH past the edge", "\u{1B}[99X", "abcdef\ngh\nmnopqr\nstuvwx"),
        .init("ICH", "\u{1B}[2@", "abcdef\ngh  ij\nmnopqr\nstuvwx"),
        .init("ICH past the edge", "\u{1B}[99@", "abcdef\ngh\nmnopqr\nstuvwx"),
        .init("DCH", "\u{1B}[2P", "abcdef\nghkl\nmnopqr\nstuvwx"),
        .init("DCH past the edge", "\u{1B}[99P", "abcdef\ngh\nmnopqr\nstuvwx"),
        .init("IL", "\u{1B}[L", "abcdef\n\nghijkl\nmnopqr", at: 1, 0),
        .init("IL past the end", "\u{1B}[99L", "abcdef", at: 1, 0),
        .init("DL", "\u{1B}[2M", "abcdef\nstuvwx", at: 1, 0),
        .init("DL past the end", "\u{1B}[99M", "abcdef", at: 1, 0),
        .init("SU", "\u{1B}[S", "ghijkl\nmnopqr\nstuvwx"),
        .init("SD", "\u{1B}[2T", "\n\nabcdef\nghijkl"),
        .init("SU past the end", "\u{1B}[99S", ""),
        .init("REP", "z\u{1B}[2b", "abcdef\nghzzzl\nmnopqr\nstuvwx", at: 1, 5),
        .init("REP without a character", "\u{1B}c\u{1B}[2b", "", at: 0, 0),
        .init("IRM", "\u{1B}[4hyz\u{1B}[4l", "abcdef\nghyzij\nmnopqr\nstuvwx", at: 1, 4),
        .init("IRM, ended", "\u{1B}[4h\u{1B}[4lz", "abcdef\nghzjkl\nmnopqr\nstuvwx", at: 1, 3),
        .init("LF at the bottom", "\u{1B}[4d\n", "ghijkl\nmnopqr\nstuvwx", at: 3, 2),
        .init("RI at the top", "\u{1B}[d\u{1B}M", "\nabcdef\nghijkl\nmnopqr", at: 0, 2),
        .init("RIS", "\u{1B}c", "", at: 0, 0),
    ]

    static let regions: [SequenceCase] = [
        .init("DECSTBM goes home", "\u{1B}[2;3r", at: 0, 0),
        .init("DECSTBM of one row is none", "\u{1B}[2;2r"),
        .init("LF in it", "\u{1B}[2;3r\u{1B}[3d\n", "abcdef\nmnopqr\n\nstuvwx", at: 2, 0),
        .init("LF below it", "\u{1B}[2;3r\u{1B}[4d\n", at: 3, 0),
        .init("RI in it", "\u{1B}[2;3r\u{1B}[2d\u{1B}M", "abcdef\n\nghijkl\nstuvwx", at: 1, 0),
        .init("RI above it", "\u{1B}[2;3r\u{1B}M", at: 0, 0),
        .init("CUU stops at its top", "\u{1B}[2;3r\u{1B}[3d\u{1B}[9A", at: 1, 0),
        .init("CUU above it", "\u{1B}[3;4r\u{1B}[2d\u{1B}[9A", at: 0, 0),
        .init("CUD stops at its bottom", "\u{1B}[2;3r\u{1B}[9B", at: 2, 0),
        .init("CUD below it", "\u{1B}[1;2r\u{1B}[3d\u{1B}[9B", at: 3, 0),
        .init("IL in it", "\u{1B}[2;3r\u{1B}[2d\u{1B}[L", "abcdef\n\nghijkl\nstuvwx", at: 1, 0),
        .init("IL outside of it", "\u{1B}[2;3r\u{1B}[4;3H\u{1B}[L", at: 3, 2),
        .init("DL in it", "\u{1B}[2;3r\u{1B}[2d\u{1B}[M", "abcdef\nmnopqr\n\nstuvwx", at: 1, 0),
        .init("DL outside of it", "\u{1B}[2;3r\u{1B}[4;3H\u{1B}[M", at: 3, 2),
        .init("SU in it", "\u{1B}[2;3r\u{1B}[S", "abcdef\nmnopqr\n\nstuvwx", at: 0, 0),
        .init("SD in it", "\u{1B}[2;3r\u{1B}[T", "abcdef\n\nghijkl\nstuvwx", at: 0, 0),
        .init("ended", "\u{1B}[2;3r\u{1B}[r\u{1B}[4d\n", "ghijkl\nmnopqr\nstuvwx", at: 3, 0),
        .init(
            "ended by DECSTR",
            "\u{1B}[2;3r\u{1B}[!p\u{1B}[4d\n",
            "ghijkl\nmnopqr\nstuvwx",
            at: 3,
            0
        ),
    ]

    static let skipped: [SequenceCase] = [
        .init("NUL, BEL and DEL", "\0\u{7}\u{7F}"),
        .init("OSC ended by BEL", "\u{1B}]0;a title\u{7}"),
        .init("OSC ended by ST", "\u{1B}]0;a title\u{1B}\\"),
        .init("OSC broken off by ESC", "\u{1B}]0;a title\u{1B}[A", at: 0, 2),
        .init("OSC broken off by CAN", "\u{1B}]0;a title\u{18}"),
        .init("DCS", "\u{1B}P+q544e\u{7}still it\u{1B}\\"),
        .init("APC", "\u{1B}_text\u{1B}\\"),
        .init("PM", "\u{1B}^text\u{1B}\\"),
        .init("SOS", "\u{1B}Xtext\u{1B}\\"),
        .init("title of screen", "\u{1B}ktext\u{1B}\\"),
        .init("keypad modes", "\u{1B}=\u{1B}>"),
        .init("window operation", "\u{1B}[22;0;0t"),
        .init("unknown private mode", "\u{1B}[?2004h\u{1B}[?9999l"),
        .init("unknown final byte", "\u{1B}[1;2;3y"),
        .init("another prefix", "\u{1B}[>4;2m\u{1B}[<A\u{1B}[=B"),
        .init("selective erase", "\u{1B}[?2J\u{1B}[?2K"),
        .init("unknown intermediate byte", "\u{1B}[2 q\u{1B}#8\u{1B}%G"),
        .init("prefix in the wrong place", "\u{1B}[1?2A"),
        .init("parameter in the wrong place", "\u{1B}[1 2A"),
        .init("mouse tracking", "\u{1B}[1;2;3;4;5T"),
        .init("left and right margins", "\u{1B}[2;4s\u{1B}[1;1u"),
        .init("broken off by CAN", "\u{1B}[2\u{18}\u{1B}\u{1A}"),
        .init("ESC within a sequence", "\u{1B}[2\u{1B}[A", at: 0, 2),
        .init("LF within a sequence", "\u{1B}[\n2C", at: 2, 4),
        .init("a number too large", "\u{1B}[99999999999999999999C", at: 1, 5),
    ]

    @Test(arguments: movements + edits + regions + skipped)
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
