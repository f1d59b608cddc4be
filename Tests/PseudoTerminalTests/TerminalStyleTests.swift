import PseudoTerminal
import Testing

@Suite struct `The style of a cell` {
    static let selections: [(String, TerminalStyle)] = [
        ("", .plain), ("1", .init(.bold)), ("2", .init(.dim)), ("4", .init(.underline)),
        ("7", .init(.reverse)), ("1;4;7", .init([.bold, .underline, .reverse])),
        ("1;;7", .init(.reverse)), ("1;31;42;0", .plain),
        ("31", .init(foreground: .indexed(1))), ("42", .init(background: .indexed(2))),
        ("31;42;39", .init(background: .indexed(2))), ("31;42;49", .init(foreground: .indexed(1))),
        ("77", .plain), ("4:3", .plain),
    ]

    @Test(arguments: selections)
    func `follows the program's selection`(parameters: String, style: TerminalStyle) {
        var screen = TerminalScreen(rows: 1, columns: 2)

        screen.feed("\u{1B}[\(parameters)mx".utf8)

        #expect(screen.snapshot.rows[0].cells[0].style == style)
    }

    @Test(arguments: ["\u{1B}[2J", "\u{1B}[K"])
    func `keeps only the background if the program erases`(input: String) {
        var screen = TerminalScreen(rows: 2, columns: 4)

        screen.feed("\u{1B}[1;7;31;44m\(input)".utf8)

        let cell = screen.snapshot.rows[0].cells[0]
        #expect(cell.style == TerminalStyle(background: .indexed(4)))
    }
}
