struct EditorSize: Hashable {
    let columns: Int
    let rows: Int
}

/// The positions of the screen's parts. A low screen scrolls to the focused part.
struct EditorPlaces {
    /// The column of the fields, after their labels.
    let fieldColumn = 8
    let nameRow: Int
    let ageRow: Int
    let storyRow: Int
    let fieldColumns: Int
    let storyRows: Int
    let buttonRow: Int

    init(_ size: EditorSize, focus: PetEditor.Focus) {
        fieldColumns = max(size.columns - fieldColumn - 1, 1)
        storyRows = max(size.rows - 8, 1)
        let lastRow =
            switch focus {
            case .name: 1
            case .age: 3
            case .story: 4 + storyRows
            case .save, .cancel: 6 + storyRows
            }
        let top = max(lastRow + 1 - max(size.rows, 1), 0)
        nameRow = 1 - top
        ageRow = 3 - top
        storyRow = 5 - top
        buttonRow = storyRow + storyRows + 1
    }
}

protocol EditorCanvas {
    var size: EditorSize { get }
    var isFocused: Bool { get }
    func write(_ text: some StringProtocol, column: Int, row: Int, style: EditorStyle)
    func fill(column: Int, row: Int, columns: Int, style: EditorStyle)
}

enum EditorStyle {
    case plain, quiet, problem, selected, field, fieldFocused
}

extension PetEditor {
    func draw(on canvas: some EditorCanvas) {
        let places = EditorPlaces(canvas.size, focus: focus)
        drawField(name, .name, row: places.nameRow, label: "Name", nameProblem, places, canvas)
        drawRoom(in: name, row: places.nameRow + 1, places, canvas)
        drawField(age, .age, row: places.ageRow, label: "Age", ageProblem, places, canvas)
        drawStory(places, canvas)
        drawRoom(in: story, row: places.storyRow - 1, places, canvas)
        drawButton("Save", .save, column: places.fieldColumn, places, canvas)
        drawButton("Cancel", .cancel, column: places.fieldColumn + 12, places, canvas)
    }

    private func style(of field: Focus, _ canvas: some EditorCanvas) -> EditorStyle {
        focus == field && canvas.isFocused ? .fieldFocused : .field
    }

    private func drawField(
        _ buffer: TextBuffer,
        _ field: Focus,
        row: Int,
        label: String,
        _ problem: String?,
        _ places: EditorPlaces,
        _ canvas: some EditorCanvas
    ) {
        let style = style(of: field, canvas)
        let width = fieldWidth(of: field, places)
        canvas.write(label, column: 0, row: row, style: .quiet)
        canvas.fill(column: places.fieldColumn, row: row, columns: width, style: style)
        let shown = visiblePart(of: buffer, width: width).text
        canvas.write(shown, column: places.fieldColumn, row: row, style: style)
        if let problem {
            let column = places.fieldColumn + width + 1
            canvas.write(problem, column: column, row: row, style: .problem)
        }
    }

    /// Warns that a field is almost full: further text is ignored.
    private func drawRoom(
        in buffer: TextBuffer,
        row: Int,
        _ places: EditorPlaces,
        _ canvas: some EditorCanvas
    ) {
        guard let room = buffer.scarceRoom else { return }
        canvas.write(
            "\(room) of \(buffer.limit) bytes left",
            column: places.fieldColumn,
            row: row,
            style: .problem
        )
    }

    private func drawStory(_ places: EditorPlaces, _ canvas: some EditorCanvas) {
        let style = style(of: .story, canvas)
        let layout = storyLayout(places)
        let first = layout.row(holding: firstStoryRow(of: layout, places).start)
        canvas.write("Story", column: 0, row: places.storyRow, style: .quiet)
        for line in 0..<places.storyRows {
            let row = places.storyRow + line
            canvas.fill(
                column: places.fieldColumn,
                row: row,
                columns: places.fieldColumns,
                style: style
            )
            guard first + line < layout.rows.count else { continue }
            let text = layout.text(of: layout.rows[first + line])
            canvas.write(text, column: places.fieldColumn, row: row, style: style)
        }
    }

    private func drawButton(
        _ label: String,
        _ button: Focus,
        column: Int,
        _ places: EditorPlaces,
        _ canvas: some EditorCanvas
    ) {
        let isSelected = focus == button && canvas.isFocused
        canvas.write(
            "[ \(label) ]",
            column: column,
            row: places.buttonRow,
            style: isSelected ? .selected : .plain
        )
    }

    /// The position of the cursor; `nil` on a button.
    func cursorPlace(in size: EditorSize) -> (column: Int, row: Int)? {
        let places = EditorPlaces(size, focus: focus)
        switch focus {
        case .name: return place(in: name, .name, row: places.nameRow, places)
        case .age: return place(in: age, .age, row: places.ageRow, places)
        case .story:
            let layout = storyLayout(places)
            let first = layout.row(holding: firstStoryRow(of: layout, places).start)
            let column = min(layout.column(of: story.cursor), places.fieldColumns - 1)
            let row = layout.row(holding: story.cursor) - first
            return (places.fieldColumn + column, places.storyRow + row)
        case .save, .cancel: return nil
        }
    }

    private func place(
        in buffer: TextBuffer,
        _ field: Focus,
        row: Int,
        _ places: EditorPlaces
    ) -> (column: Int, row: Int) {
        let part = visiblePart(of: buffer, width: fieldWidth(of: field, places))
        return (places.fieldColumn + part.cursor, row)
    }

    // MARK: Layout

    /// The age needs little room. Problems are shown after the field.
    private func fieldWidth(of field: Focus, _ places: EditorPlaces) -> Int {
        field == .age ? min(10, places.fieldColumns) : max(places.fieldColumns * 3 / 4, 1)
    }

    /// The visible part of a line, and the cursor's column.
    private func visiblePart(of buffer: TextBuffer, width: Int) -> (text: Substring, cursor: Int) {
        let text = buffer.text
        let place = text.utf8.index(text.startIndex, offsetBy: buffer.cursor)
        var start = text.startIndex
        var cursor = text[..<place].reduce(0) { $0 + Text.columns(of: $1) }
        while cursor >= width, start < place {
            cursor -= Text.columns(of: text[start])
            start = text.index(after: start)
        }
        var end = start
        var used = 0
        while end < text.endIndex {
            used += Text.columns(of: text[end])
            guard used <= width else { break }
            end = text.index(after: end)
        }
        return (text[start..<end], cursor)
    }

    func storyLayout(_ places: EditorPlaces) -> TextLayout {
        TextLayout(story.text, width: places.fieldColumns, columns: Text.columns(of:))
    }

    /// The first visible row of the story: the stored one, unless the cursor would be invisible.
    func firstStoryRow(of layout: TextLayout, _ places: EditorPlaces) -> TextLayout.Row {
        let cursor = layout.row(holding: story.cursor)
        let top = min(max(layout.row(holding: storyTop), cursor - places.storyRows + 1), cursor)
        return layout.rows[max(top, 0)]
    }
}
