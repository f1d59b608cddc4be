import TerminalScreen
import Testing

@Suite struct `A canvas` {
    @Test func `clips text at its area and never shows half of a wide character`() {
        var canvas = Canvas(size: Size(columns: 8, rows: 1))
        let area = canvas.area.inset(left: 1, right: 2)

        let end = canvas.write("ab雪雪", in: area)

        #expect(canvas.line(0) == " ab雪   ")
        #expect(end == 6)
        #expect(canvas[Position(column: 3, row: 0)]?.columns == 2)
        #expect(canvas[Position(column: 4, row: 0)]?.text == "")
    }

    @Test func `blanks the other half of a wide character that is overwritten`() {
        var left = Canvas(size: Size(columns: 4, rows: 1))
        var right = left
        left.write("雪雪", in: left.area)
        right.write("雪雪", in: right.area)

        left.write("x", column: 1, in: left.area)
        right.write("x", column: 2, in: right.area)

        #expect(left.line(0) == " x雪")
        #expect(right.line(0) == "雪x ")
    }

    @Test func `puts combining characters into the letter's cell`() {
        var canvas = Canvas(size: Size(columns: 4, rows: 1))

        canvas.write("e\u{301}x", in: canvas.area)

        #expect(canvas[Position(column: 0, row: 0)]?.text == "e\u{301}")
        #expect(canvas[Position(column: 1, row: 0)]?.text == "x")
    }

    @Test func `shows a joined emoji as its members, without the joiner`() {
        var canvas = Canvas(size: Size(columns: 8, rows: 1))

        let end = canvas.write("👩\u{200D}👧\u{FE0F}!", in: canvas.area)

        #expect(canvas.line(0) == "👩👧!   ")
        #expect(end == 5)
    }

    @Test(arguments: ["\u{1B}", "\u{9B}", "\n", "\u{7F}"])
    func `never lets a control character through`(control: String) {
        var canvas = Canvas(size: Size(columns: 3, rows: 1))

        canvas.write("a\(control)b", in: canvas.area)

        #expect(canvas.line(0) == "a\u{FFFD}b")
    }

    @Test func `shows a tab as blanks up to the next stop`() {
        var canvas = Canvas(size: Size(columns: 20, rows: 3))

        let end = canvas.write("\ta\t猫\tb", in: canvas.area)
        canvas.write("ab\tc", column: 1, row: 1, in: canvas.area)
        canvas.write("ab\tc", column: -2, row: 2, in: canvas.area)

        #expect(end == 24)
        #expect(canvas.line(0) == "        a       猫  ")
        #expect(canvas.line(1) == " ab      c          ")
        #expect(canvas.line(2) == "      c             ")
    }

    @Test func `hides the beginning of text that starts before its area`() {
        var canvas = Canvas(size: Size(columns: 5, rows: 1))
        let area = canvas.area.inset(left: 1)

        canvas.write("abcdef", column: -2, in: area)

        #expect(canvas.line(0) == " cdef")
    }

    @Test func `draws a frame with its title and returns the inside`() {
        var canvas = Canvas(size: Size(columns: 9, rows: 3))

        let inside = canvas.frame(canvas.area, title: "Notes and more", style: .frame)

        #expect(canvas.line(0) == "┌─ No… ─┐")
        #expect(canvas.line(1) == "│       │")
        #expect(canvas.line(2) == "└───────┘")
        #expect(inside == canvas.area.inset(left: 1, top: 1, right: 1, bottom: 1))
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 5), (2, 1), (2, 2), (3, 3)])
    func `survives drawing if there is no room`(columns: Int, rows: Int) {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))

        let inside = canvas.frame(canvas.area, title: "title", style: .frame)
        canvas.write("雪", in: inside)
        canvas.write(flushRight: "much too long", in: inside)
        canvas.restyle(inside.inset(left: -4, top: -4), to: .field)

        #expect(canvas.cells.count == columns * rows)
    }
}
