/// Comparing two snapshots, for the messages of failed tests.
extension TerminalSnapshot {
    /// Describes, row by row, how this snapshot differs from an earlier or expected one.
    ///
    /// ```
    /// row 3 was "Luna  grey"
    ///        is "Luna  gray"
    /// row 4, columns 0-8 were reverse, are plain
    /// the cursor was at row 4, column 0, is hidden
    /// ```
    ///
    /// - Returns: The differences as lines; empty if and only if the snapshots are equal. Rows and
    ///   columns count from 0.
    public func difference(from earlier: TerminalSnapshot) -> String {
        var lines: [String] = []
        if size != earlier.size {
            lines.append("the size was \(earlier.size), is \(size)")
        }
        for index in 0..<max(rows.count, earlier.rows.count) {
            let old = index < earlier.rows.count ? earlier.rows[index] : nil
            let new = index < rows.count ? rows[index] : nil
            lines += Self.difference(inRow: index, from: old, to: new)
        }
        if cursor != earlier.cursor {
            let was = earlier.cursor.map { "at \($0)" } ?? "hidden"
            let now = cursor.map { "at \($0)" } ?? "hidden"
            lines.append("the cursor was \(was), is \(now)")
        }
        return lines.joined(separator: "\n")
    }

    private var size: String { "\(rows.count) rows of \(rows.first?.cells.count ?? 0) columns" }

    private static func difference(
        inRow index: Int,
        from old: TerminalRow?,
        to new: TerminalRow?
    ) -> [String] {
        guard old != new else { return [] }
        let name = "row \(index)"
        // Compares scalars, not characters, because canonically equivalent spellings fill different
        // cells.
        guard let old, let new, old.text.unicodeScalars.elementsEqual(new.text.unicodeScalars)
        else {
            let indent = String(repeating: " ", count: name.count)
            return ["\(name) was \(quoted(old))", "\(indent)  is \(quoted(new))"]
        }
        return styleRuns(from: old, to: new).map { run in
            let (first, last) = (run.columns.lowerBound, run.columns.upperBound - 1)
            return first == last
                ? "\(name), column \(first) was \(run.old), is \(run.new)"
                : "\(name), columns \(first)-\(last) were \(run.old), are \(run.new)"
        }
    }

    private static func quoted(_ row: TerminalRow?) -> String {
        row.map { "\"\($0.text)\"" } ?? "missing"
    }

    private typealias StyleRun = (columns: Range<Int>, old: TerminalStyle, new: TerminalStyle)

    /// The columns whose styles differ between two rows of equal text, grouped into runs of equal
    /// change.
    private static func styleRuns(from old: TerminalRow, to new: TerminalRow) -> [StyleRun] {
        var runs: [StyleRun] = []
        for (column, (was, now)) in zip(old.cells, new.cells).enumerated()
        where was.style != now.style {
            if let last = runs.last, last.columns.upperBound == column,
                last.old == was.style, last.new == now.style
            {
                runs[runs.count - 1].columns = last.columns.lowerBound..<(column + 1)
            } else {
                runs.append((column..<(column + 1), was.style, now.style))
            }
        }
        return runs
    }
}
