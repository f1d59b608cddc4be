import PseudoTerminal
import Testing

@Suite struct `The style of a cell` {
    static let selections: [(String, TerminalStyle)] = [
        ("", .plain), ("1", .init(.bold)), ("2", .init(.dim)), ("3", .init(.italic)),
        ("4", .init(.underline)), ("5", .init(.blink)), ("7", .init(.reverse)),
        ("8", .init(.invisible)), ("9", .init(.struck)), ("21", .init(.underline)),
        ("1;4;7", .init([.bold, .underline, .reverse])), ("1;;7", .init(.reverse)),
        ("1;2;22", .plain), ("3;23", .plain), ("4;24", .plain), ("5;25", .plain),
        ("7;27", .plain), ("8;28", .plain), ("9;29", .plain), ("1;31;42;0", .plain),
        ("4:3", .init(.underline)), ("4;4:0", .plain),
        ("31", .init(foreground: .indexed(1))), ("97", .init(foreground: .indexed(15))),
        ("42", .init(background: .indexed(2))), ("100", .init(background: .indexed(8))),
        ("31;42;39", .init(background: .indexed(2))), ("31;42;49", .init(foreground: .indexed(1))),
        ("38;5;200", .init(foreground: .indexed(200))),
        ("48;5;3;1", .init(.bold, background: .indexed(3))),
        ("38;2;1;2;3;4", .init(.underline, foreground: .rgb(1, 2, 3))),
        ("38:5:9", .init(foreground: .indexed(9))),
        ("48:2::1:2:3", .init(background: .rgb(1, 2, 3))),
        ("48:2:1:2:3", .init(background: .rgb(1, 2, 3))),
        ("58;5;7;1", .init(.bold)), ("58;2;1;5;7;4", .init(.underline)),
        ("38;5;256", .plain), ("38;5", .plain), ("38", .plain), ("38:2:1:2", .plain),
        ("38;9;1", .init(.bold)), ("77", .plain),
    ]

    @Test(arguments: selections)
    func `follows what the program selects`(parameters: String, style: TerminalStyle) {
        var screen = TerminalScreen(rows: 1, columns: 2)

        screen.feed("\u{1B}[\(parameters)mx".utf8)

        #expect(screen.snapshot.rows[0].cells[0].style == style)
    }

    @Test(arguments: [
        "\u{1B}[2J", "\u{1B}[K", "\u{1B}[9X", "\u{1B}[9@", "\u{1B}[9P", "\u{1B}[2L", "\u{1B}[2M",
        "\u{1B}[2S", "\u{1B}[2T",
    ])
    func `keeps only the background where the program erases`(input: String) {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("\u{1B}[1;7;31;44m\(input)".utf8)

        let cell = screen.snapshot.rows[0].cells[0]
        #expect(cell.style == TerminalStyle(background: .indexed(4)))
    }

    @Test func `makes a difference between screens that read the same`() {
        var plain = TerminalScreen(rows: 1, columns: 4)
        plain.feed("text".utf8)
        var reversed = TerminalScreen(rows: 1, columns: 4)
        reversed.feed("\u{1B}[7mtext\u{1B}[m".utf8)

        #expect(plain.text == reversed.text)
        #expect(plain.snapshot != reversed.snapshot)
    }

    @Test(arguments: [
        (TerminalStyle.plain, "plain"), (.init([.bold, .reverse]), "bold reverse"),
        (
            .init(.dim, foreground: .indexed(3), background: .rgb(1, 2, 3)),
            "dim, colour 3 on colour 1/2/3"
        ),
        (.init(background: .indexed(0)), "on colour 0"),
    ])
    func `can be read in words`(style: TerminalStyle, words: String) {
        #expect(style.description == words)
    }
}
