import TerminalScreen

struct HelpEntry: Hashable {
    let key: String
    let action: String

    init(_ key: String, _ action: String) {
        self.key = key
        self.action = action
    }

    /// The width of both, with a space between them.
    var columns: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: action) }
}

/// The last line of the screen lists the available keys. An entry that does not fit is omitted. The
/// last entry, which opens the list of all keys, always stays. Messages appear above the line.
struct HelpLine {
    let entries: [HelpEntry]
    let hiddenCount: Int
    let messageLines: [String]

    func draw(on canvas: inout Canvas) {
        let (rest, line) = canvas.area.split(topRows: canvas.size.rows - 1)
        canvas.fill(line, style: .plain)
        drawMessage(at: rest, on: &canvas)
        var room = line.inset(left: 1, right: 1)
        if hiddenCount > 0 {
            let text = "\(hiddenCount) hidden"
            canvas.write(flushRight: text, in: room, style: .problem)
            room = room.inset(right: text.count + 2)
        }
        let last = entries.suffix(entries.last?.key == "^G" ? 1 : 0)
        let reserved = last.reduce(0) { $0 + $1.columns + 2 }
        var column = 0
        for (index, entry) in entries.enumerated() {
            let isLast = index == entries.count - last.count
            let limit = room.columns - (isLast || index > entries.count - last.count ? 0 : reserved)
            guard column + entry.columns <= limit else { continue }
            column = canvas.write(entry.key, column: column, in: room, style: .key)
            column = canvas.write(" \(entry.action)", column: column, in: room, style: .quiet) + 2
        }
    }

    /// A message, wrapped to at most half of the terminal's lines.
    static func lines(of message: String, in size: Size) -> [String] {
        let limit = size.rows / 2
        guard limit > 0 else { return [] }
        let columns = size.columns - 2
        let lines = message.wrapped(toColumns: columns)
        guard lines.count > limit else { return lines }
        let rest = lines[(limit - 1)...].joined(separator: " ")
        return lines.prefix(limit - 1) + [rest.shortened(toColumns: columns)]
    }

    private func drawMessage(at area: Area, on canvas: inout Canvas) {
        let place = area.split(topRows: area.rows - messageLines.count).bottom
        canvas.fill(place, style: .plain)
        for (row, line) in messageLines.enumerated() {
            canvas.write(line, column: 1, row: row, in: place, style: .problem)
        }
    }
}

struct HelpPanel {
    let entries: [HelpEntry]

    func draw(on canvas: inout Canvas) {
        let keys = entries.map { TextWidth.columns(of: $0.key) }.max() ?? 0
        let columns = entries.map { keys + 2 + TextWidth.columns(of: $0.action) }.max() ?? 0
        let wanted = Size(columns: columns + 6, rows: entries.count + 4)
        let box = canvas.area.inset(bottom: 1).centered(wanted)
        canvas.fill(box, style: .plain)
        canvas.cursor = nil
        let inside = canvas.frame(box, title: "Keys", style: .frameFocused)
            .inset(left: 2, top: 1, right: 1)
        for (row, entry) in entries.enumerated() {
            canvas.write(entry.key, row: row, in: inside, style: .key)
            canvas.write(entry.action, column: keys + 2, row: row, in: inside)
        }
    }
}
