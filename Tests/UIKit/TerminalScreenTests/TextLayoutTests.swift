import TerminalScreen
import TestSupport
import Testing

@Suite struct `Text in lines` {
    @Test(arguments: [
        ("", 5, [""]),
        ("one two", 20, ["one two"]),
        ("one two three", 7, ["one two ", "three"]),
        ("one\n\ntwo", 7, ["one", "", "two"]),
        ("one\n", 7, ["one", ""]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("go abcdefghij", 4, ["go ", "abcd", "efgh", "ij"]),
        ("猫猫猫", 4, ["猫猫", "猫"]),
        ("猫", 1, ["猫"]),
        ("a  b", 2, ["a  ", "b"]),
        ("a\tbc", 10, ["a\tbc"]),
        ("a\tbcd", 10, ["a\t", "bcd"]),
        ("one\ttwo\tthree", 20, ["one\ttwo\t", "three"]),
    ])
    func `is broken between words`(text: String, columns: Int, lines: [String]) {
        #expect(TextLayout(text, columns: columns).lines.map(\.text) == lines)
    }

    /// For any text and width, every position belongs to a line and is found where it is displayed.
    @Test(arguments: 0..<300)
    func `has a place for each character`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "Wort ", " ", "  ", "\t", "\n", "猫", "e\u{301}", "👩‍👩‍👧", "longerthanaline", "é",
        ]
        let count = Int.random(in: 0...30, using: &random)
        let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
        let columns = Int.random(in: 1...12, using: &random)

        let layout = TextLayout(text, columns: columns)

        var place = 0
        for line in layout.lines {
            #expect(line.range.lowerBound == place && line.text.utf16.count == line.range.count)
            place = line.range.upperBound + (line.endsParagraph ? 1 : 0)
            let shown = TextWidth.columns(of: line.text.trimmedAtEnd)
            #expect(shown <= columns || line.text.trimmedAtEnd.count == 1)
        }
        #expect(place == text.utf16.count + 1)
        #expect(
            layout.lines.map { $0.text + ($0.endsParagraph ? "\n" : "") }.joined() == text + "\n"
        )
        var offset = 0
        for character in text + "\n" {
            let position = layout.position(of: offset)
            #expect(layout.offset(at: position) == offset, "\(text) at \(offset)")
            offset += character.utf16.count
        }
    }
}
