/// Encodes canvases as terminal output.
struct ScreenEncoder {
    private let description: TerminalDescription
    private var bytes: [UInt8] = []
    /// The cursor's position and style on the terminal, or `nil` if unknown.
    private var place: Position?
    private var style: Style?

    /// The bytes that turn one screen into another.
    ///
    /// - Parameter shown: The current screen, or `nil` if it is unknown.
    static func bytes(
        showing canvas: Canvas,
        after shown: Canvas?,
        on description: TerminalDescription
    ) -> [UInt8] {
        var encoder = ScreenEncoder(description)
        encoder.draw(canvas, after: shown)
        return encoder.bytes
    }

    private init(_ description: TerminalDescription) { self.description = description }

    private mutating func draw(_ canvas: Canvas, after shown: Canvas?) {
        let shown = shown?.size == canvas.size ? shown : nil
        let before = shown ?? Canvas(size: canvas.size)
        if shown == nil { bytes += description.clear }
        let count = canvas.cells.count - (description.scrollsAtTheEnd ? 1 : 0)
        for index in 0..<max(count, 0) where canvas.cells[index] != before.cells[index] {
            let (row, column) = index.quotientAndRemainder(dividingBy: canvas.size.columns)
            draw(canvas.cells[index], Position(column: column, row: row), canvas.size)
        }
        showCursor(canvas.cursor, after: shown.map(\.cursor))
    }

    private mutating func draw(_ cell: Canvas.Cell, _ position: Position, _ size: Size) {
        // The second half of a wide character comes with the first.
        guard cell.columns > 0 else { return }
        if place != position { bytes += description.moveCursor(to: position) }
        if style != cell.style { bytes += description.look(of: cell.style) }
        style = cell.style
        bytes += cell.text.utf8
        let next = Position(column: position.column + cell.columns, row: position.row)
        // Terminals differ in the width of other characters and in wrapping at the end of a line.
        let isCertain = cell.text.utf8.count == 1 && next.column < size.columns
        place = isCertain ? next : nil
    }

    private mutating func showCursor(_ cursor: Position?, after former: Position??) {
        if let cursor, place != cursor { bytes += description.moveCursor(to: cursor) }
        if let former, (former == nil) == (cursor == nil) { return }
        bytes += cursor == nil ? description.hideCursor : description.showCursor
    }
}
