/// One row of a screen.
///
/// Every ``TerminalCell/Extent/wide`` cell is followed by its ``TerminalCell/Extent/trailing``
/// one. Each operation keeps it so: before it touches a range, it blanks the wide characters that
/// the ends of the range would cut in two.
public struct TerminalRow: Hashable, Sendable {
    /// As many cells as the screen has columns.
    public private(set) var cells: [TerminalCell]

    init(columns: Int, style: TerminalStyle = .plain) {
        cells = Array(repeating: .blank(style), count: columns)
    }

    /// The characters of all cells, without blanks at the end.
    public var text: String {
        let last = cells.lastIndex { $0.scalar != " " || !$0.marks.isEmpty || $0.extent != .narrow }
        return cells[..<(last.map { $0 + 1 } ?? 0)].map(\.text).joined()
    }

    /// The characters of all cells, so that rows of one screen have one width.
    var paddedText: String { cells.map(\.text).joined() }
}

extension TerminalRow {
    /// Writes a character at a column; there must be room for its extent.
    mutating func put(_ cell: TerminalCell, at column: Int) {
        let end = column + (cell.extent == .wide ? 2 : 1)
        cut(at: column)
        cut(at: end)
        cells[column] = cell
        if cell.extent == .wide {
            cells[column + 1] = TerminalCell(" ", extent: .trailing, style: cell.style)
        }
    }

    /// Adds a combining character to the character that covers a column.
    mutating func mark(_ scalar: Unicode.Scalar, at column: Int) {
        let base = cells[column].extent == .trailing ? column - 1 : column
        cells[base].marks.append(scalar)
    }

    /// Blanks the cells of a range.
    mutating func erase(_ range: Range<Int>, style: TerminalStyle) {
        cut(at: range.lowerBound)
        cut(at: range.upperBound)
        for column in range { cells[column] = .blank(style) }
    }

    /// Makes the row longer with blanks, or shorter.
    mutating func resize(columns: Int) {
        if columns < cells.count {
            cut(at: columns)
            cells.removeLast(cells.count - columns)
        } else {
            cells.append(contentsOf: repeatElement(.blank(), count: columns - cells.count))
        }
    }

    /// Blanks both halves of a wide character that covers the columns on both sides of an edge.
    private mutating func cut(at edge: Int) {
        guard cells.indices.contains(edge), cells[edge].extent == .trailing else { return }
        cells[edge - 1] = .blank(cells[edge - 1].style)
        cells[edge] = .blank(cells[edge].style)
    }
}
