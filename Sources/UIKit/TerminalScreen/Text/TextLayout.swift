/// Text broken into lines of limited width, with a mapping between offsets and positions.
///
/// Lines break between words, and inside a word that is wider than a line. No character is dropped:
/// blanks at a break belong to the line before it, even beyond its end. Offsets count UTF-16 units,
/// as in UIKit. Layout takes O(text).
public struct TextLayout: Sendable {
    /// One line.
    public struct Line: Hashable, Sendable {
        /// The line's range in the text, without the line break.
        public let range: Range<Int>
        /// The line's text.
        public let text: String
        /// Whether a line break or the end of the text follows the line.
        public let endsParagraph: Bool
    }

    /// The lines, at least one.
    public let lines: [Line]

    /// Lays text out. Less than one column counts as one.
    public init(_ text: String, columns: Int) {
        var builder = Builder(columns: max(columns, 1))
        for character in text { builder.add(character) }
        lines = builder.finish()
    }

    /// The width of the widest line, without trailing blanks.
    public var columns: Int {
        lines.reduce(0) { max($0, TextWidth.columns(of: $1.text.trimmedAtEnd)) }
    }

    /// The position of an offset. The offset at a break belongs to the second line.
    public func position(of offset: Int) -> Position {
        // Binary search for the last line that begins at or before the offset.
        var (low, high) = (0, lines.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines[middle].range.lowerBound <= offset { low = middle } else { high = middle - 1 }
        }
        let line = lines[low]
        var place = line.range.lowerBound
        var column = 0
        for character in line.text {
            guard place < offset else { break }
            place += character.utf16.count
            column += TextWidth.columns(of: character, at: column)
        }
        return Position(column: column, row: low)
    }

    /// The offset nearest to a position.
    public func offset(at position: Position) -> Int {
        let row = min(max(position.row, 0), lines.count - 1)
        let line = lines[row]
        var place = line.range.lowerBound
        var column = 0
        for character in line.text {
            let width = TextWidth.columns(of: character, at: column)
            guard column + width <= position.column else { return place }
            // The end of a wrapped line is the beginning of the next.
            let next = place + character.utf16.count
            if next == line.range.upperBound, !line.endsParagraph { return place }
            column += width
            place = next
        }
        return place
    }

    private struct Builder {
        let columns: Int
        private var lines: [Line] = []
        private var text = ""
        private var start = 0
        /// The columns of `text`, and its pending last word.
        private var used = 0
        private var word = (text: "", used: 0)

        init(columns: Int) { self.columns = columns }

        mutating func add(_ character: Character) {
            guard !character.isNewline else {
                text += word.text
                end(endsParagraph: true)
                start += character.utf16.count
                return
            }
            let width = TextWidth.columns(of: character, at: used + word.used)
            if character.isBlank {
                text += word.text
                text.append(character)
                used += word.used + width
                word = ("", 0)
                return
            }
            if used + word.used + width > columns {
                if used > 0 {
                    end(endsParagraph: false)
                }
                // A word that is wider than a line is broken at the end of the line.
                if word.used + width > columns, word.used > 0 {
                    text = word.text
                    word = ("", 0)
                    end(endsParagraph: false)
                }
            }
            word.text.append(character)
            word.used += width
        }

        private mutating func end(endsParagraph: Bool) {
            let end = start + text.utf16.count
            lines.append(Line(range: start..<end, text: text, endsParagraph: endsParagraph))
            start = end
            text = ""
            used = 0
            if endsParagraph { word = ("", 0) }
        }

        mutating func finish() -> [Line] {
            text += word.text
            end(endsParagraph: true)
            return lines
        }
    }
}

extension String {
    /// The text without trailing blanks.
    public var trimmedAtEnd: Substring {
        var text = self[...]
        while text.last?.isBlank == true { text.removeLast() }
        return text
    }
}

extension Character {
    /// Whether a line may break after the character.
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
