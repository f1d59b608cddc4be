/// The intended contents of the screen: a grid of cells and a cursor.
///
/// Text is clipped to the area it is written in. A wide character that the edge would cut in half
/// is left out.
public struct Canvas: Hashable, Sendable {
    /// One cell of the grid.
    public struct Cell: Hashable, Sendable {
        /// A scalar with its combining marks. Empty in the second column of a wide character.
        public var text: String
        /// The style, which is the same in both columns of a wide character.
        public var style: Style
        /// The width: 1, 2 for a wide character, 0 in its second column.
        public var columns: Int

        /// A cell with a space.
        public static func blank(_ style: Style) -> Cell {
            Cell(text: " ", style: style, columns: 1)
        }
    }

    /// The size, which never changes.
    public let size: Size
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// The cursor's position, or `nil` to hide the cursor.
    public var cursor: Position?

    /// Creates an empty canvas.
    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank(.plain), count: size.columns * size.rows)
    }

    /// The whole canvas.
    public var area: Area { Area(origin: Position(column: 0, row: 0), size: size) }

    /// The cell at a position, or `nil` outside the canvas.
    public subscript(place: Position) -> Cell? {
        area.contains(place) ? cells[index(of: place)] : nil
    }

    /// The text of one row.
    public func line(_ row: Int) -> String {
        (0..<size.columns).compactMap { self[Position(column: $0, row: row)]?.text }.joined()
    }

    /// Fills an area with spaces.
    public mutating func fill(_ area: Area, style: Style) {
        for row in 0..<area.rows {
            write(String(repeating: " ", count: area.columns), row: row, in: area, style: style)
        }
    }

    /// Writes one line of text, clipped to the area. Tab stops are counted from the beginning of
    /// the text.
    ///
    /// - Parameters:
    ///   - text: One line.
    ///   - column: The first column, relative to the area. If it is negative, the beginning of the
    ///     text is clipped.
    ///   - row: The row, relative to the area.
    ///   - area: The clipping area.
    ///   - style: The style of the text's cells.
    /// - Returns: The column after the text, relative to the area.
    @discardableResult
    public mutating func write(
        _ text: some StringProtocol,
        column: Int = 0,
        row: Int = 0,
        in area: Area,
        style: Style = .plain
    ) -> Int {
        var column = column
        guard (0..<area.rows).contains(row) else { return column }
        let line = area.origin.row + row
        let start = column
        for character in text {
            guard column < area.columns else { break }
            for cell in Self.cells(for: character, at: column - start, style: style) {
                if column >= 0, column + cell.columns <= area.columns {
                    put(cell, at: Position(column: area.origin.column + column, row: line))
                }
                column += cell.columns
            }
        }
        return column
    }

    /// Changes the style of an area's cells.
    public mutating func restyle(_ area: Area, to style: Style) {
        for row in 0..<area.rows {
            for column in 0..<area.columns {
                let place = Position(
                    column: area.origin.column + column,
                    row: area.origin.row + row
                )
                if self.area.contains(place) { cells[index(of: place)].style = style }
            }
        }
    }

    private func index(of place: Position) -> Int { place.row * size.columns + place.column }

    private mutating func put(_ cell: Cell, at place: Position) {
        let second = Position(column: place.column + cell.columns - 1, row: place.row)
        guard area.contains(place), area.contains(second) else { return }
        release(place)
        release(second)
        cells[index(of: place)] = cell
        if cell.columns == 2 {
            cells[index(of: second)] = Cell(text: "", style: cell.style, columns: 0)
        }
    }

    private mutating func release(_ place: Position) {
        let index = index(of: place)
        switch cells[index].columns {
        case 0: cells[index - 1] = .blank(cells[index - 1].style)
        case 2: cells[index + 1] = .blank(cells[index + 1].style)
        default: break
        }
        cells[index] = .blank(cells[index].style)
    }

    /// The cells of one character. Each visible scalar begins a cell, and combining scalars join
    /// it. A tab becomes spaces. Other control characters show as U+FFFD, so none reaches the
    /// terminal.
    private static func cells(
        for character: Character,
        at column: Int,
        style: Style
    ) -> [Cell] {
        if character == "\t" {
            let count = TextWidth.columns(of: character, at: column)
            return Array(repeating: .blank(style), count: count)
        }
        var cells: [Cell] = []
        for scalar in character.unicodeScalars {
            guard !TextWidth.isSilent(scalar, afterOthers: !cells.isEmpty) else { continue }
            let columns = TextWidth.columns(of: scalar)
            if columns == 0 {
                // A terminal's cell has room for a letter and four marks.
                guard let last = cells.indices.last, cells[last].text.unicodeScalars.count < 5
                else { continue }
                cells[last].text.unicodeScalars.append(scalar)
            } else {
                let isShown = scalar.properties.generalCategory != .control
                cells.append(
                    Cell(
                        text: isShown ? String(scalar) : "\u{FFFD}",
                        style: style,
                        columns: columns
                    )
                )
            }
        }
        return cells
    }
}

extension Canvas: CustomStringConvertible {
    /// The canvas's text, row by row.
    public var description: String { (0..<size.rows).map(line).joined(separator: "\n") }
}
