import Foundation
import RestorationUIKit
import TerminalScreen

@MainActor struct TextDrawing {
    private let pen: Pen

    init(_ pen: Pen) { self.pen = pen }

    /// The visible text of a field. A secret becomes dots.
    static func shown(_ field: UITextField) -> String {
        let text = field.text ?? ""
        return field.isSecureTextEntry ? String(repeating: "•", count: text.count) : text
    }

    static func column(of offset: Int, in field: UITextField) -> Int {
        var (place, column) = (0, 0)
        for character in field.text ?? "" {
            guard place < offset else { break }
            place += character.utf16.count
            column +=
                field.isSecureTextEntry ? 1 : TextWidth.columns(of: character, at: column)
        }
        return column
    }

    /// The first visible column of a field's text, so that the cursor is visible. The text scrolls
    /// by half a field, which leaves context on both sides. The result depends on the cursor alone,
    /// so the next launch shows the same part.
    static func firstColumn(of field: UITextField, columns: Int) -> Int {
        let cursor = column(of: field.cursorPlace, in: field)
        guard cursor >= columns else { return 0 }
        let step = max(1, columns / 2)
        return ((cursor - columns) / step + 1) * step
    }

    func draw(_ field: UITextField) {
        let style: Style = field.isFocused ? .fieldFocused : .field
        pen.write(String(repeating: " ", count: pen.size.columns), style: style)
        let text = Self.shown(field)
        if text.isEmpty {
            pen.write(field.placeholder ?? "", style: field.isFocused ? .fieldFocused : .quiet)
        }
        let range = field.selectedRange
        let first = field.isFocused ? Self.firstColumn(of: field, columns: pen.size.columns) : 0
        pen.write(text, column: -first, style: style)
        guard field.isFocused else { return }
        if range.length > 0 {
            let from = Self.column(of: range.location, in: field)
            let to = Self.column(of: range.location + range.length, in: field)
            select(row: 0, from: from - first, to: to - first)
        }
        guard field.isFirstResponder else { return }
        let end = Self.column(of: field.cursorPlace, in: field)
        pen.setCursor(Position(column: end - first, row: 0))
    }

    func draw(_ view: UITextView) {
        let columns = Cells.count(view.textWidth)
        let text = view.isSecureTextEntry ? "•••" : view.text ?? ""
        let layout = TextLayouts.shared.layout(of: text, columns: columns)
        let first = Cells.count(view.contentOffset.y)
        for row in 0..<pen.size.rows where layout.lines.indices.contains(first + row) {
            pen.write(layout.lines[first + row].text, row: row)
        }
        guard view.isFocused, !view.isSecureTextEntry else { return }
        let range = view.selectedRange
        if range.length > 0 {
            let from = layout.position(of: range.location)
            let to = layout.position(of: range.upperBound)
            for row in from.row...max(from.row, to.row) {
                select(
                    row: row - first,
                    from: row == from.row ? from.column : 0,
                    to: row == to.row ? to.column : columns
                )
            }
        }
        guard view.isFirstResponder else { return }
        var cursor = layout.position(of: view.cursorPlace)
        cursor.row -= first
        cursor.column = min(cursor.column, columns - 1)
        pen.setCursor(cursor)
    }

    private func select(row: Int, from: Int, to: Int) {
        guard from < to else { return }
        let line = Area(
            origin: Position(column: pen.origin.column + from, row: pen.origin.row + row),
            size: Size(columns: to - from, rows: 1)
        )
        pen.sheet.canvas.restyle(pen.clip.intersection(line), to: .selected)
    }
}
