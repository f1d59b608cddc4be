/// Waiting for what the program draws and reports.
///
/// All of these throw ``PseudoTerminalError`` with the screen as it was when the time was over,
/// or as soon as the program has ended.
extension PseudoTerminal {
    /// Waits until the screen fulfils a condition.
    ///
    /// The condition is asked whenever output has come. A state that is drawn over at once may
    /// never be seen; where every state counts, let the program set marks (``TerminalMarker``).
    ///
    /// - Parameter purpose: What is waited for, as it shall stand in an error.
    public func waitUntil(
        _ purpose: String,
        within limit: Duration = standardLimit,
        _ condition: (TerminalScreen) -> Bool
    ) throws(PseudoTerminalError) {
        try wait(for: purpose, within: limit, unless: { isTerminalClosed }) {
            condition(screen) ? () : nil
        }
    }

    /// Waits until a text stands somewhere on the screen, within one row.
    public func waitForText(
        _ text: String,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) {
        try waitUntil("the text \"\(text)\"", within: limit) { screen in
            screen.snapshot.rows.contains { $0.text.contains(text) }
        }
    }

    /// Waits for the next mark that has not been taken yet.
    public func nextMarker(
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> TerminalMarker {
        try wait(for: "a mark", within: limit, unless: { isTerminalClosed }) { takeMarker() }
    }

    /// Waits for the next mark of a text, and takes it together with those before it.
    ///
    /// - Returns: The screen as it was at the mark.
    @discardableResult
    public func waitForMarker(
        _ text: String,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> TerminalSnapshot {
        try wait(for: "the mark \"\(text)\"", within: limit, unless: { isTerminalClosed }) {
            while let marker = takeMarker() {
                if marker.text == text { return marker.screen }
            }
            return nil
        }
    }

    /// Waits for the next line on a report descriptor.
    ///
    /// When it returns, ``screen`` shows at least what the program had drawn before it wrote the
    /// line.
    ///
    /// - Parameter number: One of ``TerminalProgram/reports``.
    /// - Returns: The line without its newline. A line that a program left unfinished is none.
    public func nextReport(
        from number: Int32,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> String {
        try wait(
            for: "a report on descriptor \(number)",
            within: limit,
            unless: { withReportPipe(number) { $0.reading == nil } }
        ) {
            withReportPipe(number) { $0.takeLine() }
        }
    }

    /// Takes the lines that have arrived on a report descriptor and were not taken yet.
    ///
    /// It does not wait. After ``waitForExit(within:)`` these are all that the program has
    /// written.
    public func takeReports(from number: Int32) -> [String] {
        absorb(until: .now)
        return withReportPipe(number) { $0.takeLines() }
    }

    /// Waits for the end of the program.
    ///
    /// All of its output is on the ``screen`` then.
    @discardableResult
    public func waitForExit(
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> ExitStatus {
        try wait(for: "the end of the program", within: limit) { status }
    }
}
