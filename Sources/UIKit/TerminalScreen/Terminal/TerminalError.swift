public import RestorationCore

/// A reason why the program cannot use the terminal.
@nonexhaustive
public enum TerminalError: DiagnosedError, Hashable {
    /// Standard input or standard output is not a terminal.
    case noTerminal
    /// The terminal database lacks the terminal, or the terminal cannot move its cursor.
    case unknownTerminal(name: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .noTerminal:
            Diagnosis(
                problem: "The program needs a terminal",
                remedy: "Run it in a terminal, without redirecting its input or output."
            )
        case .unknownTerminal(let name):
            Diagnosis(
                problem: "The terminal is not known here, or cannot move its cursor",
                place: "TERM=\(name)",
                remedy: "Set TERM to your terminal's name, e.g. xterm-256color."
            )
        }
    }
}
