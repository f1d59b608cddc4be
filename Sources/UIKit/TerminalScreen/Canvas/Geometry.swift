/// A place on the canvas, in columns and rows from the upper left corner.
public struct Position: Hashable, Sendable {
    /// Counted from 0 at the left edge; outside of the canvas it may be anything.
    public var column: Int
    /// Counted from 0 at the upper edge; outside of the canvas it may be anything.
    public var row: Int

    /// Creates a place, inside of the canvas or not.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// Width and height in columns and rows, never negative.
public struct Size: Hashable, Sendable {
    /// The width.
    public let columns: Int
    /// The height.
    public let rows: Int

    /// Creates a size; negative numbers count as 0.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }
}

/// A part of the canvas.
public struct Area: Hashable, Sendable {
    /// The upper left corner.
    public let origin: Position
    /// Width and height.
    public let size: Size

    /// The width.
    public var columns: Int { size.columns }
    /// The height.
    public var rows: Int { size.rows }

    /// Creates an area, inside of the canvas or not.
    public init(origin: Position, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Whether the place belongs to the area.
    public func contains(_ place: Position) -> Bool {
        (origin.column..<origin.column + columns).contains(place.column)
            && (origin.row..<origin.row + rows).contains(place.row)
    }

    /// What both areas have in common; empty where that is nothing.
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

    /// Whether nothing fits in.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// What is left when that much is taken away at each side; empty where nothing is.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Area {
        Area(
            origin: Position(column: origin.column + left, row: origin.row + top),
            size: Size(columns: columns - left - right, rows: rows - top - bottom)
        )
    }

    /// The first `count` rows, and the rest.
    public func split(topRows count: Int) -> (top: Area, bottom: Area) {
        let count = min(max(count, 0), rows)
        return (inset(bottom: rows - count), inset(top: count))
    }

    /// An area of that size, or less where it does not fit, in the middle of this one.
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
