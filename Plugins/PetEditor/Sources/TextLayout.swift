/// Text in rows of a given width, broken between words.
///
/// Rows are ranges of UTF-8 offsets that cover the text, so each cursor position is in one row.
struct TextLayout {
    struct Row: Hashable {
        let start: Int
        /// The end of the text, before any line feed.
        let end: Int
        /// Whether a line feed or the end of the text follows.
        let endsLine: Bool
    }

    /// In order; never empty.
    let rows: [Row]
    private let text: String
    private let columns: (Character) -> Int

    /// - Parameters:
    ///   - width: In columns. The last one is for the cursor after the last character.
    ///   - columns: The columns of a character.
    init(_ text: String, width: Int, columns: @escaping (Character) -> Int) {
        self.text = text
        self.columns = columns
        rows = Self.rows(of: text, room: max(width - 1, 1), columns)
    }

    /// 1. A line feed ends a row.
    /// 2. A character that does not fit ends the row after its last blank. Blanks at the end of a
    ///    row may extend past the border.
    /// 3. In a word longer than a row, the row ends before the character that does not fit.
    private static func rows(
        of text: String,
        room: Int,
        _ columns: (Character) -> Int
    ) -> [Row] {
        var rows: [Row] = []
        var start = 0
        var offset = 0
        var used = 0
        var blank: (offset: Int, used: Int)?
        func begin(at next: Int, used already: Int) {
            (start, used, blank) = (next, already, nil)
        }
        for character in text {
            let width = columns(character)
            if character == "\n" {
                rows.append(Row(start: start, end: offset, endsLine: true))
                offset += 1
                begin(at: offset, used: 0)
                continue
            }
            if character != " ", offset > start, used + width > room {
                let end = blank?.offset ?? offset
                rows.append(Row(start: start, end: end, endsLine: false))
                begin(at: end, used: used - (blank?.used ?? used))
            }
            offset += character.utf8.count
            used += width
            if character == " " { blank = (offset, used) }
        }
        return rows + [Row(start: start, end: offset, endsLine: true)]
    }

    func text(of row: Row) -> Substring { text[place(row.start)..<place(row.end)] }

    func row(holding offset: Int) -> Int { rows.lastIndex { $0.start <= offset } ?? 0 }

    func column(of offset: Int) -> Int {
        let row = rows[row(holding: offset)]
        return text[place(row.start)..<place(offset)].reduce(0) { $0 + columns($1) }
    }

    /// The offset in a row nearest to a column. The end of a broken row belongs to the next one.
    func offset(inRow index: Int, column: Int) -> Int {
        let row = rows[min(max(index, 0), rows.count - 1)]
        var offset = row.start
        var used = 0
        for character in text(of: row) {
            used += columns(character)
            let next = offset + character.utf8.count
            guard used <= column, row.endsLine || next < row.end else { break }
            offset = next
        }
        return offset
    }

    private func place(_ offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: offset)
    }
}
