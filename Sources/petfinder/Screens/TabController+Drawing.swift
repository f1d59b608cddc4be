import PetFinderModel
import RestorationCore
import TerminalScreen

extension TabController {
    /// The smallest window that there is something to see in.
    static let smallestSize = Size(columns: 40, rows: 12)

    /// All that the window shows.
    func canvas(of size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        guard size.columns >= Self.smallestSize.columns, size.rows >= Self.smallestSize.rows else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        let (head, rest) = canvas.area.split(topRows: 2)
        let (body, foot) = rest.split(topRows: rest.rows - (saveProblem == nil ? 1 : 2))
        drawHead(on: &canvas, in: head)
        selected.top.draw(on: &canvas, in: body)
        drawHelpLine(on: &canvas, in: foot.split(topRows: foot.rows - 1).bottom)
        if let saveProblem {
            // What matters comes first: a narrow window cuts the reason.
            let text = "What you type is not saved: \(saveProblem.problem)"
            canvas.write(text, column: 1, in: foot, style: .problem)
        }
        if overlay != .none || !notices.isEmpty { canvas.cursor = nil }
        switch overlay {
        case .none: break
        case .help: drawHelp(on: &canvas, in: body)
        case .confirmation: drawConfirmation(on: &canvas, in: body)
        }
        if let notice = notices.first { drawNotice(notice, on: &canvas, in: body) }
        return canvas
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let wanted = "\(Self.smallestSize.columns)x\(Self.smallestSize.rows)"
        let text = "This window is too small. Pet Finder needs \(wanted)."
        canvas.write(lines: text.wrapped(toColumns: canvas.size.columns), in: canvas.area)
    }

    private func drawHead(on canvas: inout Canvas, in area: Area) {
        let bar = area.split(topRows: 1).top
        canvas.fill(bar, style: .bar)
        canvas.write("Pet Finder", column: 1, in: bar, style: .bar)
        let trail = ([selected.name] + selected.stack.dropFirst().map(\.title))
            .joined(separator: " › ")
        canvas.write(flushRight: trail + " ", in: bar, style: .bar)

        var column = 1
        for (index, tab) in tabs.enumerated() {
            let count = index == 1 ? " (\(services.book.matches.count))" : ""
            let style: Style = tab === selected ? .tabSelected : .tab
            let mark = tab === selected ? "▌" : " "
            column = canvas.write(mark, column: column, row: 1, in: area, style: style)
            column = canvas.write("\(index + 1) ", column: column, row: 1, in: area, style: .key)
            column = canvas.write(
                "\(tab.name)\(count)  ",
                column: column,
                row: 1,
                in: area,
                style: style
            )
        }
    }

    /// What can be done here, from the left; what can be done everywhere, at the right. An entry
    /// that does not fit is left out whole.
    private func drawHelpLine(on canvas: inout Canvas, in area: Area) {
        let line = area.inset(left: 1, right: 1)
        let here = Self.columns(of: helpHere)
        let whole = generalHelp
        let general = here + Self.columns(of: whole) <= line.columns ? whole : whole.dropLast()
        let width = Self.columns(of: general)
        let (left, right) = line.split(leftColumns: line.columns - width)
        draw(helpHere, on: &canvas, in: left)
        draw(general, on: &canvas, in: right.inset(left: 2))
    }

    /// What entries take on the help line, each with the gap before it.
    private static func columns(of entries: [HelpEntry]) -> Int {
        entries.reduce(0) { $0 + 2 + $1.columns }
    }

    private func draw(_ entries: [HelpEntry], on canvas: inout Canvas, in area: Area) {
        var column = 0
        for entry in entries where column + entry.columns <= area.columns {
            column = canvas.write(entry.key, column: column, in: area, style: .key)
            column = canvas.write(" \(entry.action)", column: column, in: area, style: .quiet) + 2
        }
    }

    private var helpHere: [HelpEntry] {
        guard notices.isEmpty else { return [HelpEntry("Enter", "Continue")] }
        return switch overlay {
        case .none: selected.top.help
        case .help: [HelpEntry("any key", "Back")]
        case .confirmation: [HelpEntry("y", "Quit"), HelpEntry("n", "Stay")]
        }
    }

    private var generalHelp: [HelpEntry] {
        let areLettersCommands = overlay == .none && notices.isEmpty && !selected.top.takesText
        guard areLettersCommands else { return [] }
        // The last one is left out where the line is too short for all.
        return [HelpEntry("?", "Help"), HelpEntry("q", "Quit"), HelpEntry("Q", "Quit and forget")]
    }

    private func drawHelp(on canvas: inout Canvas, in area: Area) {
        let lines = [
            ("1 2, ← →, Tab", "Change between Find and Matches"),
            ("↑ ↓, Page, Home, End", "Choose a cat, scroll a story"),
            ("m, s", "Match or skip the cat"),
            ("x", "Remove a cat from the matches"),
            ("Enter, Esc", "Show a cat's details, go back"),
            ("e, n", "Edit the cat, take notes about it"),
            ("q", "Quit, and come back to this place"),
            ("Q", "Quit, and forget this place"),
        ]
        let box = self.box(Size(columns: 64, rows: lines.count + 4), on: &canvas, in: area, "Help")
        for (row, line) in lines.enumerated() {
            canvas.write(line.0, column: 1, row: row + 1, in: box, style: .key)
            canvas.write(line.1, column: min(23, box.columns / 2), row: row + 1, in: box)
        }
    }

    private func drawConfirmation(on canvas: inout Canvas, in area: Area) {
        let text = "Quit and forget this place? Your matches and notes are kept either way."
        drawText(text, title: "Quit", style: .plain, on: &canvas, in: area)
    }

    private func drawNotice(_ notice: Diagnosis, on canvas: inout Canvas, in area: Area) {
        let place = notice.place.map { "\n\($0)" } ?? ""
        let text = "\(notice.problem).\(place)\n\n\(notice.remedy)"
        drawText(text, title: "Attention", style: .problem, on: &canvas, in: area)
    }

    private func drawText(
        _ text: String,
        title: String,
        style: Style,
        on canvas: inout Canvas,
        in area: Area
    ) {
        let columns = min(60, area.columns)
        let lines = text.wrapped(toColumns: columns - 4)
        let size = Size(columns: columns, rows: lines.count + 4)
        let inside = box(size, on: &canvas, in: area, title)
        canvas.write(lines: lines, in: inside.inset(left: 1, top: 1), style: style)
    }

    /// An empty box with a frame in the middle of an area; returns its inside.
    private func box(
        _ size: Size,
        on canvas: inout Canvas,
        in area: Area,
        _ title: String
    ) -> Area {
        let box = area.centered(size)
        canvas.fill(box, style: .plain)
        return canvas.frame(box, title: title, style: .frameFocused)
    }
}
