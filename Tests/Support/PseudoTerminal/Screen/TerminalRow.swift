/// One row of a screen.
///
/// Invariant: every ``TerminalCell/Extent/wide`` cell is followed by its
/// ``TerminalCell/Extent/trailing`` cell. Before an operation changes a range, it blanks the wide
/// characters that the ends of the range would split.
public struct TerminalRow: Hashable, Sendable {
    /// The cells, one for each column of the screen.
    public private(set) var cells: [TerminalCell]

    init(columns: Int, style: TerminalStyle = .plain) {
        cells = Array(repeating: .blank(style), count: columns)
    }

    /// The characters of all cells, without trailing blanks.
    public var text: String {
        let last = cells.lastIndex { $0.scalar != " " || !$0.marks.isEmpty || $0.extent != .narrow }
        return cells[..<(last.map { $0 + 1 } ?? 0)].map(\.text).joined()
    }

    /// The characters of all cells, including trailing blanks.
    var paddedText: String { cells.map(\.text).joined() }
}

extension TerminalRow {
    /// Writes a cell at a column. The row must have room for its extent.
    mutating func put(_ cell: TerminalCell, at column: Int) {
        let end = column + (cell.extent == .wide ? 2 : 1)
        cut(at: column)
        cut(at: end)
        cells[column] = cell
        if cell.extent == .wide {
            cells[column + 1] = TerminalCell(" ", extent: .trailing, style: cell.style)
        }
    }

    /// Appends a combining character to the character that covers a column.
    mutating func mark(_ scalar: Unicode.Scalar, at column: Int) {
        let base = cells[column].extent == .trailing ? column - 1 : column
        cells[base].marks.append(scalar)
    }

    mutating func erase(_ range: Range<Int>, style: TerminalStyle) {
        cut(at: range.lowerBound)
        cut(at: range.upperBound)
        for column in range { cells[column] = .blank(style) }
    }

    /// Truncates the row, or extends it with blanks.
    mutating func resize(columns: Int) {
        if columns < cells.count {
            cut(at: columns)
            cells.removeLast(cells.count - columns)
        } else {
            cells.append(contentsOf: repeatElement(.blank(), count: columns - cells.count))
        }
    }

    /// Blanks both halves of a wide character that straddles an edge.
    private mutating func cut(at edge: Int) {
        guard cells.indices.contains(edge), cells[edge].extent == .trailing else { return }
        cells[edge - 1] = .blank(cells[edge - 1].style)
        cells[edge] = .blank(cells[edge].style)
    }
}
