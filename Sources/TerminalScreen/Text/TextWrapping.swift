extension StringProtocol {
    /// The text in lines of at most `columns` columns, broken between words.
    ///
    /// Line breaks are kept; a word that is too long for a line is broken where the line ends.
    /// With no columns to write in there are no lines.
    public func wrapped(toColumns columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            Self.lines(of: String(paragraph), columns: columns)
        }
    }

    private static func lines(of paragraph: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in paragraph.split(separator: " ") {
            let width = TextWidth.columns(of: word)
            if used > 0, used + 1 + width <= columns {
                line += " \(word)"
                used += 1 + width
                continue
            }
            if used > 0 { lines.append(line) }
            var pieces = pieces(of: word, columns: columns)
            line = pieces.popLast() ?? ""
            lines += pieces
            used = TextWidth.columns(of: line)
        }
        return lines + [line]
    }

    /// A word in pieces that fit a line each. A character wider than the line has a piece to
    /// itself; the canvas clips it.
    private static func pieces(of word: Substring, columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for character in word {
            let width = TextWidth.columns(of: character)
            if used > 0, used + width > columns {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += width
        }
        return pieces + [piece]
    }

    /// The text if it fits into `columns`, else its beginning and an ellipsis.
    public func shortened(toColumns columns: Int) -> String {
        guard TextWidth.columns(of: self) > columns else { return String(self) }
        guard columns > 0 else { return "" }
        var kept = ""
        var used = 1
        for character in self {
            used += TextWidth.columns(of: character)
            guard used <= columns else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
