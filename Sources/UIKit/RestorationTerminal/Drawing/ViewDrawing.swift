import Foundation
import RestorationUIKit
import TerminalScreen

@MainActor struct ViewDrawing {
    private let view: UIView
    private let pen: Pen

    init(_ view: UIView, _ pen: Pen) {
        self.view = view
        self.pen = pen
    }

    private var columns: Int { pen.size.columns }

    func drawBelow() {
        switch view {
        case let bar as UINavigationBar: draw(bar)
        case let label as UILabel: draw(label)
        case let button as BarButton: draw(button)
        case let button as UIButton: draw(button)
        case let control as UISwitch: draw(control)
        case let slider as UISlider: draw(slider)
        case let segments as UISegmentedControl: draw(segments)
        case let field as UITextField: TextDrawing(pen).draw(field)
        case let text as UITextView: TextDrawing(pen).draw(text)
        case let image as UIImageView: draw(image)
        case let alert as AlertView: draw(alert)
        default: break
        }
    }

    func drawAbove() {
        switch view {
        case let cell as UITableViewCell: finish(cell)
        case let cell as UICollectionViewCell: finish(cell)
        case let table as UITableView:
            for header in table.visibleHeaders {
                pen.write(
                    header.title,
                    column: 1,
                    row: Cells.count(header.frame.minY - table.contentOffset.y),
                    style: .strong
                )
            }
        default: break
        }
        if let scroll = view as? UIScrollView { drawScrollBar(scroll) }
    }

    // MARK: Texts

    private func draw(_ label: UILabel) {
        guard let text = label.text, !text.isEmpty, columns > 0 else { return }
        let style = Self.style(of: label)
        var lines: [String]
        if label.numberOfLines == 1 {
            lines = [String(text.prefix { !$0.isNewline })]
        } else if label.lineBreakMode == .byClipping {
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        } else {
            lines = TextLayouts.shared.layout(of: text, columns: columns).lines.map(\.text)
        }
        let room = label.numberOfLines > 0 ? min(label.numberOfLines, pen.size.rows) : pen.size.rows
        let isCut = lines.count > room
        lines = Array(lines.prefix(room))
        for (row, line) in lines.enumerated() {
            var shown = String(line.trimmedAtEnd)
            if label.lineBreakMode != .byClipping {
                let isTruncated = isCut && row == lines.count - 1
                shown = (isTruncated ? shown + "…" : shown).shortened(toColumns: columns)
            }
            let free = columns - TextWidth.columns(of: shown)
            let column =
                switch label.textAlignment {
                case .right: free
                case .center: free / 2
                default: 0
                }
            pen.write(shown, column: max(column, 0), row: row, style: style)
        }
    }

    private static func style(of label: UILabel) -> Style {
        if let color = label.textColor {
            if color.alpha == 0 { return .plain }
            if color.red > color.green + 0.3 { return .problem }
            if color.blue > color.red + 0.3 || color.green > color.red + 0.3 { return .accent }
            if color.red > 0.2, color.red < 0.9 { return .quiet }
        }
        return label.font?.isBold == true ? .strong : .plain
    }

    /// Shows an image of text, or else the image's name.
    private func draw(_ view: UIImageView) {
        guard let image = view.image else { return }
        guard let text = String(data: image.data, encoding: .utf8), !text.isEmpty else {
            guard let name = image.name else { return }
            pen.write("[\(name)]".shortened(toColumns: columns), style: .quiet)
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (row, line) in lines.enumerated() {
            pen.write(line, row: row)
        }
    }

    // MARK: Controls

    private var controlStyle: Style {
        guard let control = view as? UIControl else { return .plain }
        if control.isFocused { return .selected }
        return control.isEnabled ? .plain : .quiet
    }

    private func draw(_ button: UIButton) {
        let title = (button.currentTitle ?? "").shortened(toColumns: columns - 4)
        let free = max(0, columns - TextWidth.columns(of: title) - 4)
        pen.write("[ \(title) ]", column: free / 2, style: controlStyle)
    }

    private func draw(_ button: BarButton) {
        let isTab = view.superview is UITabBar
        let style: Style =
            button.isFocused
            ? .selected : !isTab ? .bar : button.isSelected ? .tabSelected : .tab
        pen.fill(style)
        let mark = isTab && button.isSelected ? "▌" : " "
        pen.write(mark + (button.currentTitle ?? ""), style: style)
    }

    private func draw(_ control: UISwitch) {
        pen.write(control.isOn ? "[×]" : "[ ]", style: controlStyle)
    }

    private func draw(_ slider: UISlider) {
        guard columns > 0 else { return }
        let extent = slider.maximumValue - slider.minimumValue
        let part = extent > 0 ? (slider.value - slider.minimumValue) / extent : 0
        let place = part.isFinite ? min(Int(Float(columns - 1) * part), columns - 1) : 0
        pen.write(String(repeating: "─", count: columns), style: .quiet)
        pen.write("●", column: max(place, 0), style: controlStyle)
    }

    private func draw(_ segments: UISegmentedControl) {
        for place in SegmentPlaces(segments).places {
            let isSelected = place.index == segments.selectedSegmentIndex
            let style: Style =
                isSelected && segments.isFocused ? .selected : isSelected ? .tabSelected : .tab
            let text = isSelected ? "‹\(place.title)›" : " \(place.title) "
            pen.write(text, column: place.columns.lowerBound, style: style)
        }
    }

    // MARK: Bars and panels

    private func draw(_ bar: UINavigationBar) {
        pen.fill(.bar)
        guard let title = bar.title else { return }
        // In the middle of the bar, or of the room between its buttons.
        let buttons = bar.subviews.map(\.frame)
        let middle = bar.bounds.midX
        let leading = buttons.filter { $0.midX < middle }.map(\.maxX).max()
        let trailing = buttons.filter { $0.midX >= middle }.map(\.minX).min()
        let left = Cells.count(leading ?? 0)
        let right = Cells.count(trailing ?? bar.bounds.maxX)
        let shown = title.shortened(toColumns: right - left - 2)
        let width = TextWidth.columns(of: shown)
        let column = min(max((columns - width) / 2, left + 1), max(right - width - 1, left + 1))
        pen.write(shown, column: column, style: .bar)
    }

    private func draw(_ alert: AlertView) {
        let panel = alert.panel.frame
        let origin = Cells.position(panel.origin)
        let area = Area(
            origin: Position(
                column: pen.origin.column + origin.column,
                row: pen.origin.row + origin.row
            ),
            size: Cells.size(panel.size)
        )
        pen.sheet.canvas.cursor = nil
        pen.sheet.canvas.fill(area.intersection(pen.clip), style: .plain)
        pen.sheet.canvas.frame(area, style: .frameFocused)
    }

    // MARK: Items

    private func finish(_ cell: UITableViewCell) {
        let mark =
            switch cell.accessoryType {
            case .none: ""
            case .checkmark: "✓"
            case .disclosureIndicator, .detailDisclosureButton: "›"
            case .detailButton: "i"
            }
        pen.write(mark, column: columns - 2, style: .quiet)
        highlight(cell.isSelected, cell.superview)
    }

    private func finish(_ cell: UICollectionViewCell) {
        highlight(cell.isSelected, cell.superview)
    }

    private func highlight(_ isSelected: Bool, _ container: UIView?) {
        let table = container as? UITableView
        let hasCursor = table?.cursorRow.map { table?.cellForRow(at: $0) === view } ?? false
        guard isSelected || hasCursor else { return }
        let isFocused = container?.isFocused ?? false
        for row in 0..<min(pen.size.rows, pen.clip.rows + 1) {
            pen.restyle(row: row, to: isFocused ? .selected : .selectedQuietly)
        }
    }

    private func drawScrollBar(_ scroll: UIScrollView) {
        let (rows, count) = (pen.size.rows, Cells.count(scroll.contentSize.height))
        guard count > rows, rows > 1, columns > 1 else { return }
        let first = min(max(Cells.count(scroll.contentOffset.y), 0), count - rows)
        let length = max(rows * rows / count, 1)
        let start = (rows - length) * first / max(count - rows, 1)
        for row in 0..<rows {
            let isBar = (start..<start + length).contains(row)
            pen.write(isBar ? "█" : "│", column: columns - 1, row: row, style: .quiet)
        }
    }
}

@MainActor struct SegmentPlaces {
    let places: [(index: Int, title: String, columns: Range<Int>)]

    init(_ segments: UISegmentedControl) {
        var column = 0
        places = (0..<segments.numberOfSegments).map { index in
            let title = segments.titleForSegment(at: index) ?? ""
            let end = column + TextWidth.columns(of: title) + 2
            defer { column = end + 1 }
            return (index, title, column..<end)
        }
    }

    func segment(at column: Int) -> Int? {
        places.first { $0.columns.contains(column) }?.index
    }
}
