import PseudoTerminal
import Testing

@Suite struct `Characters on a terminal screen` {
    @Test(
        arguments: [
            ([0xFF], "\u{FFFD}"), ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
            ([0xE6, 0x97], "\u{FFFD}"), ([0xF0, 0x9F, 0x90], "\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xE0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xF4, 0x90], "\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xE6, 0xC3, 0xA9], "\u{FFFD}é"),
        ] as [([UInt8], String)]
    )
    func `that are not UTF-8 are replaced as Unicode recommends`(bytes: [UInt8], text: String) {
        var screen = TerminalScreen(rows: 1, columns: 6)

        screen.feed(bytes + Array("!".utf8))

        #expect(screen.text == "\(text)!")
        #expect(
            text.unicodeScalars.elementsEqual(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        )
    }

    @Test func `broken off by a control sequence are replaced before it takes effect`() {
        var screen = TerminalScreen(rows: 2, columns: 6)

        screen.feed([0xE6, 0x97] + Array("\u{1B}[2;1Hx".utf8))

        #expect(screen.text == "\u{FFFD}\nx")
    }

    @Test func `end a sequence that they do not belong to`() {
        var screen = TerminalScreen(rows: 1, columns: 6)

        screen.feed("\u{1B}[2éA".utf8)

        #expect(screen.text == "éA")
    }

    @Test func `take two columns if they are wide`() {
        var screen = TerminalScreen(rows: 2, columns: 6)

        screen.feed("a日b".utf8)

        #expect(screen.text == "a日b")
        #expect(screen.cursor.column == 4)
        #expect(
            screen.snapshot.rows[0].cells.map(\.extent) == [
                .narrow, .wide, .trailing, .narrow, .narrow, .narrow,
            ]
        )
    }

    @Test func `wrap as a whole if they are wide`() {
        var screen = TerminalScreen(rows: 2, columns: 3)

        screen.feed("日本".utf8)

        #expect(screen.text == "日\n本")
        #expect(screen.cursor == TerminalPosition(row: 1, column: 2))
    }

    @Test func `have no place if they are wide and the screen is not`() {
        var screen = TerminalScreen(rows: 2, columns: 1)

        screen.feed("a日".utf8)

        #expect(screen.text == "a")
    }

    @Test(arguments: [
        ("\u{1B}[1;1Hx", "x 本語"), ("\u{1B}[1;2Hx", " x本語"), ("\u{1B}[1;2H語", " 語 語"),
        ("\u{1B}[1;4H\u{1B}[K", "日"), ("\u{1B}[1;3H\u{1B}[1K", "    語"),
    ])
    func `are blanked as a whole if half of a wide one is overwritten`(
        input: String,
        text: String
    ) {
        var screen = TerminalScreen(rows: 1, columns: 6)

        screen.feed("日本語\(input)".utf8)

        #expect(screen.text == text)
    }

    @Test(arguments: [
        ("e\u{301}x", "e\u{301}x"), ("日\u{302}x", "日\u{302}x"),
        ("ab\u{1B}[1;3H\u{301}", "ab\u{301}"),
        ("abcdef\u{301}", "abcdef\u{301}"), ("a\u{301}\u{323}", "a\u{301}\u{323}"),
        ("\u{301}x", "x"),
        ("a\u{301}\rb", "b"),
        ("\u{1F469}\u{200D}\u{1F52C}", "\u{1F469}\u{200D}\u{1F52C}"),
    ])
    func `combine with the one before the cursor`(input: String, text: String) {
        var screen = TerminalScreen(rows: 1, columns: 6)

        screen.feed(input.utf8)

        #expect(screen.text.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `of the C1 set are not shown`() {
        var screen = TerminalScreen(rows: 1, columns: 6)

        screen.feed("a\u{80}\u{9B}2\u{9F}b".utf8)

        #expect(screen.text == "a2b")
    }
}
