/// Waiting for the program's screen and reports.
///
/// Every wait throws ``PseudoTerminalError``, with the current screen, when the limit expires or
/// the program ends.
extension PseudoTerminal {
    /// Waits until the screen fulfils a condition.
    ///
    /// The condition is evaluated after each read of output. A state that the program overwrites at
    /// once may be missed. If every state counts, let the program set marks (``TerminalMarker``).
    ///
    /// - Parameter purpose: A description of the awaited state, for the error.
    public func waitUntil(
        _ purpose: String,
        within limit: Duration = standardLimit,
        _ condition: (TerminalScreen) -> Bool
    ) throws(PseudoTerminalError) {
        try wait(for: purpose, within: limit, unless: { isTerminalClosed }) {
            condition(screen) ? () : nil
        }
    }

    /// Waits until a text appears on the screen, within one row.
    public func waitForText(
        _ text: String,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) {
        try waitUntil("the text \"\(text)\"", within: limit) { screen in
            screen.snapshot.rows.contains { $0.text.contains(text) }
        }
    }

    /// Waits for the next untaken mark.
    public func nextMarker(
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> TerminalMarker {
        try wait(for: "a mark", within: limit, unless: { isTerminalClosed }) { takeMarker() }
    }

    /// Waits for the next mark with a text, and takes the mark and all earlier ones.
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
    /// On return, ``screen`` shows at least the output that the program drew before it wrote the
    /// line.
    ///
    /// - Parameter number: One of ``TerminalProgram/reports``.
    /// - Returns: The line without its newline. An unfinished line is not returned.
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

    /// Takes the arrived lines of a report descriptor, without waiting.
    ///
    /// After ``waitForExit(within:)``, these are all remaining lines of the program.
    public func takeReports(from number: Int32) -> [String] {
        absorb(until: .now)
        return withReportPipe(number) { $0.takeLines() }
    }

    /// Waits for the end of the program.
    ///
    /// On return, ``screen`` shows all of its output.
    @discardableResult
    public func waitForExit(
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) -> ExitStatus {
        try wait(for: "the end of the program", within: limit) { status }
    }
}
