extension StringProtocol {
    /// The text in lines of at most `columns` columns, broken between words.
    ///
    /// Existing line breaks stay. A word that is wider than a line is broken at the end of the
    /// line. With no columns there are no lines.
    public func wrapped(toColumns columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        return TextLayout(String(self), columns: columns).lines.map { String($0.text.trimmedAtEnd) }
    }

    /// The text if it fits into `columns`, else its beginning and an ellipsis.
    public func shortened(toColumns columns: Int) -> String {
        guard TextWidth.columns(of: self) > columns else { return String(self) }
        guard columns > 0 else { return "" }
        var beginning = ""
        var used = 0
        for character in self {
            used += TextWidth.columns(of: character, at: used)
            guard used < columns else { break }
            beginning.append(character)
        }
        return beginning + "…"
    }
}
