import TerminalScreen

/// Draws in a view: what lies outside of it, or of what it lies in, is not drawn.
///
/// Columns and rows count from the view's upper left corner.
@MainActor public struct Pen {
    let sheet: Sheet
    /// The view's upper left corner on the screen.
    let origin: Position
    /// The view's size.
    public let size: Size
    /// What can be seen of the view, on the screen.
    let clip: Area

    /// A pen for a part of the view: what is left when that much is taken away at each side.
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

    /// Changes how a row looks and leaves its text.
    public func restyle(row: Int, to style: Style) {
        let line = Area(
            origin: Position(column: origin.column, row: origin.row + row),
            size: Size(columns: size.columns, rows: 1)
        )
        sheet.canvas.restyle(clip.intersection(line), to: style)
    }

    /// Puts the cursor at a place, if that can be seen.
    public func setCursor(_ place: Position) {
        let seen = Position(column: origin.column + place.column, row: origin.row + place.row)
        if clip.contains(seen) { sheet.canvas.cursor = seen }
    }
}

/// What is drawn on.
@MainActor final class Sheet {
    var canvas: Canvas
    /// How many views with something in them lie wholly outside of what they are in.
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
/// What it shows has changed? `setNeedsDisplay()` has it drawn anew.
@MainActor public protocol TerminalDrawing: UIView {
    /// Draws what is below the views in this one.
    func draw(with pen: Pen)
}
