import TerminalScreen
import Testing

@Suite struct `Text on a terminal` {
    @Test(arguments: [
        ("abc", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("雪", 2), ("ｱ", 1), ("Ａ", 2), ("🐾", 2),
        ("👍🏽", 2), ("👩\u{200D}👧", 4), ("🇯🇵", 2), ("❤\u{FE0F}", 1), ("각", 2), ("\u{1100}\u{1161}", 2),
        ("रवि", 3), ("\u{AD}", 0), ("", 0),
    ])
    func `has the same width in any locale`(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }

    @Test func `is wrapped between words`() {
        let text = "Round, soft and rarely in a hurry."

        #expect(text.wrapped(toColumns: 12) == ["Round, soft", "and rarely", "in a hurry."])
    }

    @Test func `is broken inside a word that is longer than a line`() {
        #expect("a 雪雪雪 b".wrapped(toColumns: 5) == ["a", "雪雪", "雪 b"])
    }

    @Test func `keeps its line breaks and empty lines`() {
        #expect("one\n\ntwo".wrapped(toColumns: 9) == ["one", "", "two"])
    }

    @Test func `has no lines if there are no columns`() {
        #expect("word".wrapped(toColumns: 0) == [])
        #expect("雪雪".wrapped(toColumns: 1) == ["雪", "雪"])
    }

    @Test(arguments: [
        ("cat", 3, "cat"), ("cats", 3, "ca…"), ("雪雪", 3, "雪…"), ("x", 0, ""), ("a\tb", 8, "a…"),
    ])
    func `is shortened with an ellipsis`(text: String, columns: Int, expected: String) {
        #expect(text.shortened(toColumns: columns) == expected)
    }
}
