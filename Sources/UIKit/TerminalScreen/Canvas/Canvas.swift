/// What the screen shall show, as a value: a grid of cells and a cursor.
///
/// Everything is decided here; showing it is left to one file that knows the terminal. Text never
/// spills over: it is clipped at the area it is written in, and a wide character that would be cut
/// in half is left out.
public struct Canvas: Hashable, Sendable {
    /// One place of the grid.
    public struct Cell: Hashable, Sendable {
        /// One scalar that takes room and those that combine with it. Empty in the second column of
        /// a wide character.
        public var text: String
        /// How it looks; both columns of a wide character look alike.
        public var style: Style
        /// 1, or 2 for a wide character; 0 in its second column.
        public var columns: Int

        /// An empty place.
        public static func blank(_ style: Style) -> Cell {
            Cell(text: " ", style: style, columns: 1)
        }
    }

    /// The size of the canvas, which never changes.
    public let size: Size
    /// Row by row.
    public private(set) var cells: [Cell]
    /// Where the cursor stands; `nil` hides it.
    public var cursor: Position?

    /// An empty canvas.
    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank(.plain), count: size.columns * size.rows)
    }

    /// All of it.
    public var area: Area { Area(origin: Position(column: 0, row: 0), size: size) }

    /// The cell at a place, or `nil` outside the canvas.
    public subscript(place: Position) -> Cell? {
        area.contains(place) ? cells[index(of: place)] : nil
    }

    /// The text of one row as a reader sees it.
    public func line(_ row: Int) -> String {
        (0..<size.columns).compactMap { self[Position(column: $0, row: row)]?.text }.joined()
    }

    /// Fills an area with blanks.
    public mutating func fill(_ area: Area, style: Style) {
        for row in 0..<area.rows {
            write(String(repeating: " ", count: area.columns), row: row, in: area, style: style)
        }
    }

    /// Writes one line of text; what does not fit into the area is left out. The stops of tabs are
    /// counted from the beginning of the text.
    ///
    /// - Parameters:
    ///   - text: one line.
    ///   - column: relative to the area; may lie before it, which hides the text's beginning.
    ///   - row: relative to the area.
    ///   - area: what the text is cut to.
    ///   - style: of all cells that the text takes.
    /// - Returns: the column, relative to the area, after the text.
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

    /// Changes how an area looks and leaves its text.
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

    /// Blanks the other half of a wide character before one half of it is overwritten.
    private mutating func release(_ place: Position) {
        let index = index(of: place)
        switch cells[index].columns {
        case 0: cells[index - 1] = .blank(cells[index - 1].style)
        case 2: cells[index + 1] = .blank(cells[index + 1].style)
        default: break
        }
        cells[index] = .blank(cells[index].style)
    }

    /// The cells of one character: a scalar that takes room begins one, and takes along what
    /// combines with it. A tab is blanks; other control characters show as a replacement, so that
    /// none reaches the terminal.
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
    /// The text as a reader sees it, row by row.
    public var description: String { (0..<size.rows).map(line).joined(separator: "\n") }
}
