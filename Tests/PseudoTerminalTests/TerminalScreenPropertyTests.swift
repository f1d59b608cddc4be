import PseudoTerminal
import TestSupport
import Testing

/// Random output that reaches more of the terminal's states than random bytes.
private struct OutputGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func size() -> Int { .random(in: 1...9, using: &random) }

    mutating func output() -> [UInt8] {
        (0..<Int.random(in: 1...60, using: &random)).flatMap { _ in piece() }
    }

    mutating func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
        return zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
    }

    private static let texts = [
        "a", "word", "é", "日", "\u{1F408}", "\u{301}", "\u{200D}", "\r", "\n", "\t", "\u{8}",
        "\u{1B}(B", "\u{1B}]777;mark\u{7}", "\u{1B}]0;t\u{1B}\\", "\u{1B}\\", "\u{18}",
        "\u{1B}[?1049h", "\u{1B}[?1049l",
    ].map { Array($0.utf8) }

    private mutating func piece() -> [UInt8] {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return [UInt8.random(in: 0...255, using: &random)]
        case 1...3: return controlSequence()
        default: return Self.texts.randomElement(using: &random) ?? []
        }
    }

    private mutating func controlSequence() -> [UInt8] {
        var text = "\u{1B}["
        if Int.random(in: 0..<10, using: &random) == 0 { text += "?" }
        for index in 0..<Int.random(in: 0...3, using: &random) {
            if index > 0 { text += [";", ":"].randomElement(using: &random) ?? "" }
            text += ["", "0", "1", "2", "3", "5", "9", "65536"].randomElement(using: &random) ?? ""
        }
        return Array(text.utf8) + [UInt8.random(in: 0x40...0x7E, using: &random)]
    }
}

@Suite struct `Any output` {
    @Test(arguments: 0..<20)
    func `gives the same valid screen however it is split`(seed: Int) {
        for number in 0..<100 {
            var generator = OutputGenerator(seed: UInt64(seed * 100 + number))
            let blank = TerminalScreen(rows: generator.size(), columns: generator.size())
            let output = generator.output()
            let (rows, columns) = (generator.size(), generator.size())
            var (fedWhole, fedInPieces) = (blank, blank)

            var (marks, marksInPieces) = (fedWhole.feed(output), [TerminalMarker]())
            for piece in generator.cut(output) { marksInPieces += fedInPieces.feed(piece) }
            for screen in [fedWhole, fedInPieces] { expectValid(screen, after: output) }
            fedWhole.resize(rows: rows, columns: columns)
            fedInPieces.resize(rows: rows, columns: columns)
            marks += fedWhole.feed(output)
            for byte in output { marksInPieces += fedInPieces.feed([byte]) }

            expectValid(fedWhole, after: output)
            #expect(fedWhole == fedInPieces, "seed \(seed), number \(number)")
            #expect(marks == marksInPieces, "seed \(seed), number \(number)")
        }
    }

    /// The invariants of every screen.
    private func expectValid(_ screen: TerminalScreen, after output: [UInt8]) {
        let rows = screen.snapshot.rows
        let isCursorInside =
            (0..<screen.rowCount).contains(screen.cursor.row)
            && (0..<screen.columnCount).contains(screen.cursor.column)
        let isComplete =
            rows.count == screen.rowCount
            && rows.allSatisfy { $0.cells.count == screen.columnCount }
        #expect(isCursorInside && isComplete, "after \(output)")
        #expect(rows.allSatisfy(isEachWideCellWhole), "after \(output)")
    }

    private func isEachWideCellWhole(_ row: TerminalRow) -> Bool {
        row.cells.indices.allSatisfy { column in
            let isLast = column + 1 == row.cells.count
            let isNextTrailing = !isLast && row.cells[column + 1].extent == .trailing
            return (row.cells[column].extent == .wide) == isNextTrailing
        } && row.cells.first?.extent != .trailing
    }
}
