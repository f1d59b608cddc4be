/// Typing.
extension PseudoTerminal {
    /// Types text, as UTF-8.
    ///
    /// A newline in it is Ctrl-J; the Enter key is ``TerminalKey/enter``.
    public func send(
        _ text: String,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) {
        try send(bytes: Array(text.utf8), within: limit)
    }

    /// Presses keys in order, in the mode (normal or application) that the program has set.
    public func send(
        _ keys: TerminalKey...,
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) {
        for key in keys {
            absorb(until: .now)
            let isApplicationForm = screen.usesApplicationCursorKeys
            try send(bytes: key.bytes(usingApplicationForm: isApplicationForm), within: limit)
        }
    }
}
