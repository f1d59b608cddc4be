import TerminalScreen

/// Draws in a view, clipped to the view and its ancestors.
///
/// Columns and rows count from the view's upper left corner.
@MainActor public struct Pen {
    let sheet: Sheet
    let origin: Position
    /// The view's size.
    public let size: Size
    /// The visible part of the view, in screen coordinates.
    let clip: Area

    /// A pen for the part of the view inside margins of the given widths.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Pen {
        let part = Area(origin: origin, size: size)
            .inset(left: left, top: top, right: right, bottom: bottom)
        return Pen(
            sheet: sheet,
            origin: part.origin,
            size: part.size,
            clip: clip.intersection(part)
        )
    }

    /// Writes one line of text.
    public func write(
        _ text: some StringProtocol,
        column: Int = 0,
        row: Int = 0,
        style: Style = .plain
    ) {
        sheet.canvas.write(
            text,
            column: origin.column + column - clip.origin.column,
            row: origin.row + row - clip.origin.row,
            in: clip,
            style: style
        )
    }

    /// Blanks the view.
    public func fill(_ style: Style = .plain) { sheet.canvas.fill(clip, style: style) }

    /// Blanks a part of the view.
    public func fill(column: Int, row: Int, columns: Int, rows: Int, style: Style = .plain) {
        let part = Area(
            origin: Position(column: origin.column + column, row: origin.row + row),
            size: Size(columns: columns, rows: rows)
        )
        sheet.canvas.fill(clip.intersection(part), style: style)
    }

    /// Changes the style of a row without changing its text.
    public func restyle(row: Int, to style: Style) {
        let line = Area(
            origin: Position(column: origin.column, row: origin.row + row),
            size: Size(columns: size.columns, rows: 1)
        )
        sheet.canvas.restyle(clip.intersection(line), to: style)
    }

    /// Sets the cursor, if the position is visible.
    public func setCursor(_ place: Position) {
        let seen = Position(column: origin.column + place.column, row: origin.row + place.row)
        if clip.contains(seen) { sheet.canvas.cursor = seen }
    }
}

@MainActor final class Sheet {
    var canvas: Canvas
    /// The number of nonempty labels, and of views that can have focus, that are clipped entirely
    /// and that no scrolling reveals.
    var hiddenCount = 0

    init(size: Size) { canvas = Canvas(size: size) }
}

/// A view that draws itself on the terminal.
///
/// ```swift
/// final class Meter: UIView, TerminalDrawing {
///     func draw(with pen: Pen) { pen.write(String(repeating: "#", count: 7), style: .accent) }
/// }
/// ```
///
/// Call `setNeedsDisplay()` after a change.
@MainActor public protocol TerminalDrawing: UIView {
    /// Draws the view, below its subviews.
    func draw(with pen: Pen)
}
