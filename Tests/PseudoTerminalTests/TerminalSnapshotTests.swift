import PseudoTerminal
import Testing

@Suite struct `A snapshot of a screen` {
    private func snapshot(_ input: String, rows: Int = 3, columns: Int = 12) -> TerminalSnapshot {
        var screen = TerminalScreen(rows: rows, columns: columns)
        screen.feed(input.utf8)
        return screen.snapshot
    }

    @Test func `equals another that looks the same, however it was drawn`() {
        let one = snapshot("abc\u{1B}[H")
        let other = snapshot("\u{1B}[1mx\u{1B}[m\u{1B}[2Jzzz\u{1B}[K\u{1B}[1;1Habc      \u{1B}[H")

        #expect(one == other)
        #expect(one.difference(from: other) == "")
    }

    @Test func `does not show where a hidden cursor is`() {
        #expect(snapshot("\u{1B}[?25l\u{1B}[3;3H") == snapshot("\u{1B}[?25l"))
        #expect(snapshot("\u{1B}[3;3H") != snapshot(""))
    }

    @Test func `distinguishes encodings of one character`() {
        let composed = snapshot("\u{E9}")
        let decomposed = snapshot("e\u{301}")

        #expect(composed != decomposed)
        #expect(composed.difference(from: decomposed) != "")
    }

    @Test func `says how it differs from another`() {
        let old = snapshot("Luna  grey\r\n\u{1B}[7mTom\u{1B}[m\u{1B}[3;1Hx")
        let new = snapshot("Luna  gray\r\nT\u{1B}[1mom\u{1B}[3;1H\u{1B}[4mx\u{1B}[?25l")

        #expect(
            new.difference(from: old) == """
                row 0 was "Luna  grey"
                       is "Luna  gray"
                row 1, column 0 was reverse, is plain
                row 1, columns 1-2 were reverse, are bold
                row 2, column 0 was plain, is bold underline
                the cursor was at row 2, column 1, is hidden
                """
        )
    }

    @Test func `says that the size differs`() {
        let old = snapshot("ab\r\ncd", rows: 2, columns: 3)
        let new = snapshot("ab\u{1B}[2;3H", rows: 1, columns: 4)

        #expect(
            new.difference(from: old) == """
                the size was 2 rows of 3 columns, is 1 rows of 4 columns
                row 1 was "cd"
                       is missing
                the cursor was at row 1, column 2, is at row 0, column 2
                """
        )
    }
}

@Suite struct `A mark in the output` {
    @Test(arguments: ["\u{7}", "\u{1B}\\"])
    func `comes with the screen up to it and no further`(end: String) {
        var screen = TerminalScreen(rows: 1, columns: 10)

        let marks = screen.feed("a\u{1B}]777;one\(end)b\u{1B}]777;two; too\(end)c".utf8)

        #expect(marks.map(\.text) == ["one", "two; too"])
        #expect(marks.map(\.screen.text) == ["a", "ab"])
        #expect(screen.text == "abc")
    }

    @Test(arguments: [
        "\u{1B}]77;x\u{7}", "\u{1B}]777\u{7}", "\u{1B}]777;x\u{18}", "\u{1B}]777;x\u{1B}[m",
    ])
    func `is ignored if it is another sequence or incomplete`(input: String) {
        var screen = TerminalScreen(rows: 1, columns: 10)

        #expect(screen.feed(input.utf8).isEmpty)
    }

    @Test func `is skipped if it never ends`() {
        var screen = TerminalScreen(rows: 1, columns: 10)

        screen.feed("\u{1B}]777;".utf8)
        screen.feed(repeatElement(UInt8(ascii: "x"), count: 1 << 16))
        let marks = screen.feed("\u{7}!".utf8)

        #expect(marks.isEmpty)
        #expect(screen.text == "!")
    }
}
