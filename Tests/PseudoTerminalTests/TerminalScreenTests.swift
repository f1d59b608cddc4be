import PseudoTerminal
import Testing

@Suite struct `A terminal screen` {
    @Test func `wraps only when a character follows the last column`() {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("abcd".utf8)
        #expect(screen.cursor == TerminalPosition(row: 0, column: 3))
        screen.feed("e".utf8)

        #expect(screen.text == "abcd\ne")
        #expect(screen.cursor == TerminalPosition(row: 1, column: 1))
    }

    @Test(arguments: ["\r", "\u{1B}[4G", "\u{8}\u{1B}[C", "\u{1B}[K"])
    func `forgets to wrap when anything else follows the last column`(input: String) {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("abcd\(input)e".utf8)

        #expect(screen.cursor.row == 0)
    }

    @Test func `overwrites the last column when wrapping is off`() {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("\u{1B}[?7labcdef".utf8)
        #expect(screen.text == "abcf")
        screen.feed("\u{1B}[?7hgh".utf8)

        #expect(screen.text == "abcg\nh")
    }

    @Test func `scrolls when wrapping in the last row`() {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("abcdefghi".utf8)

        #expect(screen.text == "efgh\ni")
    }

    @Test func `keeps the main screen and its cursor behind the alternate one`() {
        var screen = TerminalScreen(rows: 3, columns: 10)
        screen.feed("main\u{1B}[7m\u{1B}[?1049h".utf8)
        #expect(screen.isAlternate)
        #expect(screen.text == "")

        screen.feed("\u{1B}[0m\u{1B}[Halternate\u{1B}[3;3H".utf8)
        #expect(screen.text == "alternate")
        screen.feed("\u{1B}[?1049l!".utf8)

        #expect(!screen.isAlternate)
        #expect(screen.text == "main!")
        #expect(screen.snapshot.rows[0].cells[4].style.attributes == .reverse)
    }

    @Test func `begins each alternate screen blank, and keeps it with mode 47`() {
        var screen = TerminalScreen(rows: 2, columns: 10)

        screen.feed("\u{1B}[?1049hold\u{1B}[?1049l\u{1B}[?47h".utf8)
        #expect(screen.text == "old")
        screen.feed("\u{1B}[?47l\u{1B}[?1049h".utf8)

        #expect(screen.text == "")
    }

    @Test func `says whether the cursor is shown`() {
        var screen = TerminalScreen(rows: 2, columns: 10)
        #expect(screen.isCursorVisible)

        screen.feed("\u{1B}[?25l".utf8)
        #expect(!screen.isCursorVisible)
        #expect(screen.snapshot.cursor == nil)
        screen.feed("ab\u{1B}[?12;25h".utf8)

        #expect(screen.isCursorVisible)
        #expect(screen.snapshot.cursor == TerminalPosition(row: 0, column: 2))
    }

    @Test func `restores style, character set and wrapping with the cursor`() {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("\u{1B}[1m\u{1B}(0abcx\u{1B}7\u{1B}[m\u{1B}(B\u{1B}[H\u{1B}8x".utf8)

        #expect(screen.text == "▒␉␌│\n│")
        #expect(screen.snapshot.rows[1].cells[0].style.attributes == .bold)
    }

    @Test func `is blank but for its marks after a full reset`() {
        var screen = TerminalScreen(rows: 2, columns: 10)
        screen.feed("\u{1B}]777;one\u{7}\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1h\u{1B}[1mtext".utf8)

        screen.feed("\u{1B}c".utf8)

        #expect(screen.markers == ["one"])
        #expect(screen.snapshot == TerminalScreen(rows: 2, columns: 10).snapshot)
        #expect(!screen.usesApplicationCursorKeys && !screen.isAlternate)
    }

    @Test func `ends what a program left behind after a soft reset`() {
        var screen = TerminalScreen(rows: 2, columns: 10)

        screen.feed("\u{1B}[?25l\u{1B}[?1h\u{1B}[?7l\u{1B}[4h\u{1B}[1m\u{1B}(0\u{1B}[!pq".utf8)

        #expect(screen.text == "q")
        #expect(screen.snapshot.rows[0].cells[0].style == .plain)
        #expect(screen.isCursorVisible && !screen.usesApplicationCursorKeys)
    }

    @Test func `keeps its upper left corner when it is resized`() {
        var screen = SequenceCase.screenOfLetters()

        screen.resize(rows: 3, columns: 4)
        #expect(screen.text == "abcd\nghij\nmnop")
        screen.resize(rows: 4, columns: 8)

        #expect(screen.text == "abcd\nghij\nmnop")
        #expect(screen.cursor == TerminalPosition(row: 1, column: 2))
        #expect((screen.rowCount, screen.columnCount) == (4, 8))
    }

    @Test func `keeps the row of the cursor when it gets smaller`() {
        var screen = SequenceCase.screenOfLetters()
        screen.feed("\u{1B}[4;6H".utf8)

        screen.resize(rows: 2, columns: 3)

        #expect(screen.text == "mno\nstu")
        #expect(screen.cursor == TerminalPosition(row: 1, column: 2))
    }

    @Test func `scrolls and tabs over its whole new size`() {
        var screen = TerminalScreen(rows: 2, columns: 10)
        screen.feed("\u{1B}[1;2r\u{1B}[3g".utf8)

        screen.resize(rows: 3, columns: 30)
        screen.feed("\u{1B}[2d\n\t".utf8)

        #expect(screen.cursor == TerminalPosition(row: 2, column: 16))
    }
}
