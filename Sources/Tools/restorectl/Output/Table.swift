import TerminalDialogue

struct Table {
    struct Column {
        let title: String
        /// Numbers are right-aligned.
        let isNumber: Bool

        init(_ title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }

    private let columns: [Column]
    private var rows: [[Span]] = []

    init(columns: [Column]) { self.columns = columns }

    mutating func add(row: [Span]) { rows.append(row) }

    func add(to page: inout Page) {
        let titles = columns.map { Span($0.title, .aside) }
        let widths = columns.indices.map { index in
            ([titles] + rows).map { $0[index].text.escapedForTerminal.columns }.max() ?? 0
        }
        for row in [titles] + rows {
            var line = Line([])
            for (index, cell) in row.enumerated() {
                let text = cell.text.escapedForTerminal
                let isLast = index == row.count - 1
                let padded =
                    columns[index].isNumber
                    ? text.aligned(to: widths[index])
                    : isLast ? text : text.padded(to: widths[index])
                line.spans.append(Span(padded + (isLast ? "" : "  "), cell.meaning))
            }
            page.add(line)
        }
    }
}
