public import RestorationCore

/// Why a program cannot be shown.
@nonexhaustive
public enum TerminalError: DiagnosedError, Hashable {
    /// Standard input and output are not both a terminal.
    case noTerminal
    /// The terminal database does not know the terminal.
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
