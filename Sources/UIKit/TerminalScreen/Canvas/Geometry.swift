/// A position in columns and rows from the upper left corner of the canvas.
public struct Position: Hashable, Sendable {
    /// The column, from 0 at the left edge. Values outside the canvas are allowed.
    public var column: Int
    /// The row, from 0 at the upper edge. Values outside the canvas are allowed.
    public var row: Int

    /// Creates a position, inside the canvas or outside.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A width and a height in cells, never negative.
public struct Size: Hashable, Sendable {
    /// The width.
    public let columns: Int
    /// The height.
    public let rows: Int

    /// Creates a size. Negative numbers become 0.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }
}

/// A rectangle of cells.
public struct Area: Hashable, Sendable {
    /// The upper left corner.
    public let origin: Position
    /// Width and height.
    public let size: Size

    /// The width.
    public var columns: Int { size.columns }
    /// The height.
    public var rows: Int { size.rows }

    /// Creates an area, inside the canvas or outside.
    public init(origin: Position, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Whether a position is in the area.
    public func contains(_ place: Position) -> Bool {
        (origin.column..<origin.column + columns).contains(place.column)
            && (origin.row..<origin.row + rows).contains(place.row)
    }

    /// The overlap of two areas, or an empty area.
    public func intersection(_ other: Area) -> Area {
        let column = max(origin.column, other.origin.column)
        let row = max(origin.row, other.origin.row)
        let right = min(origin.column + columns, other.origin.column + other.columns)
        let bottom = min(origin.row + rows, other.origin.row + other.rows)
        return Area(
            origin: Position(column: column, row: row),
            size: Size(columns: right - column, rows: bottom - row)
        )
    }

    /// Whether the area has no cells.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// The area without margins of the given widths. Empty if the margins leave nothing.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Area {
        Area(
            origin: Position(column: origin.column + left, row: origin.row + top),
            size: Size(columns: columns - left - right, rows: rows - top - bottom)
        )
    }

    /// Splits off the first `count` rows.
    public func split(topRows count: Int) -> (top: Area, bottom: Area) {
        let count = min(max(count, 0), rows)
        return (inset(bottom: rows - count), inset(top: count))
    }

    /// An area of the given size in the middle of this one, shrunk to fit.
    public func centered(_ wanted: Size) -> Area {
        let columns = min(wanted.columns, columns)
        let rows = min(wanted.rows, rows)
        return Area(
            origin: Position(
                column: origin.column + (self.columns - columns) / 2,
                row: origin.row + (self.rows - rows) / 2
            ),
            size: Size(columns: columns, rows: rows)
        )
    }
}
