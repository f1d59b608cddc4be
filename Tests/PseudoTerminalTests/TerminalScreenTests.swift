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

    @Test(arguments: ["\r", "\u{1B}[1;4H", "\u{8}", "\u{1B}[K"])
    func `forgets to wrap when anything else follows the last column`(input: String) {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("abcd\(input)e".utf8)

        #expect(screen.cursor.row == 0)
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
}
