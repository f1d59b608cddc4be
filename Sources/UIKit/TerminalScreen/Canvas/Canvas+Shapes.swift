extension Canvas {
    /// Draws a frame along the border of an area, with a title in its upper edge.
    ///
    /// - Returns: The area inside the frame.
    @discardableResult
    public mutating func frame(_ area: Area, title: String = "", style: Style) -> Area {
        guard area.columns >= 2, area.rows >= 2 else { return area.inset(left: area.columns) }
        let line = String(repeating: "─", count: area.columns - 2)
        write("┌\(line)┐", in: area, style: style)
        for row in 1..<area.rows - 1 {
            write("│", row: row, in: area, style: style)
            write("│", column: area.columns - 1, row: row, in: area, style: style)
        }
        write("└\(line)┘", row: area.rows - 1, in: area, style: style)
        let shown = title.shortened(toColumns: area.columns - 6)
        if !shown.isEmpty { write(" \(shown) ", column: 2, in: area, style: style) }
        return area.inset(left: 1, top: 1, right: 1, bottom: 1)
    }

    /// Draws lines of text from the top of an area, beginning with line `first`.
    public mutating func write(
        lines: [String],
        from first: Int = 0,
        in area: Area,
        style: Style = .plain
    ) {
        for (row, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
            write(line, row: row, in: area, style: style)
        }
    }

    /// Writes a line that ends at the area's right border.
    public mutating func write(
        flushRight text: String,
        row: Int = 0,
        in area: Area,
        style: Style = .plain
    ) {
        let column = area.columns - TextWidth.columns(of: text)
        write(text, column: column, row: row, in: area, style: style)
    }
}
