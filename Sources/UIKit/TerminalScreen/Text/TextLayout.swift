/// Text in lines that are no wider than a number of columns, with every place of the text in them.
///
/// Lines are broken between words, and inside of one that is wider than a line. Nothing is left
/// out: the blanks between two words belong to the line before, beyond its end where they do not
/// fit. Places are counted in UTF-16 units, as UIKit does. Laying out takes O(text).
public struct TextLayout: Sendable {
    /// One line.
    public struct Line: Hashable, Sendable {
        /// The line's part of the text, without the line break at its end.
        public let range: Range<Int>
        /// That part.
        public let text: String
        /// Whether a line break follows, rather than the rest of the paragraph.
        public let endsParagraph: Bool
    }

    /// The lines, of which there is at least one.
    public let lines: [Line]

    /// Lays text out. Less than one column counts as one.
    public init(_ text: String, columns: Int) {
        var builder = Builder(columns: max(columns, 1))
        for character in text { builder.add(character) }
        lines = builder.finish()
    }

    /// The widest line's columns, without the blanks at its end.
    public var columns: Int {
        lines.reduce(0) { max($0, TextWidth.columns(of: $1.text.trimmedAtEnd)) }
    }

    /// The row and column of a place. The place between two lines is the beginning of the second.
    public func position(of offset: Int) -> Position {
        // Lines are in order: the last one that begins before the place, or at it.
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

    /// The place at a row and a column, or the nearest one.
    public func offset(at position: Position) -> Int {
        let row = min(max(position.row, 0), lines.count - 1)
        let line = lines[row]
        var place = line.range.lowerBound
        var column = 0
        for character in line.text {
            let width = TextWidth.columns(of: character, at: column)
            guard column + width <= position.column else { return place }
            // The end of a line that goes on is the beginning of the next.
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
        /// The columns of `text`, and where the last word of it begins.
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
                // A word that is wider than a line is broken where the line ends.
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
    /// The text without blanks at its end.
    public var trimmedAtEnd: Substring {
        var text = self[...]
        while text.last?.isBlank == true { text.removeLast() }
        return text
    }
}

extension Character {
    /// Whether a line may be broken behind the character, which shows nothing.
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
