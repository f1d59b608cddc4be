/// A program to run on a ``PseudoTerminal``, with everything that it gets from its parent.
///
/// Nothing else is inherited: no environment, no open files, no signal settings. So a test does
/// not depend on the terminal, locale or directories of whoever runs it.
public struct TerminalProgram: Hashable, Sendable {
    /// The file to execute.
    ///
    /// `PATH` is not searched.
    public var path: String
    /// What follows the program's name.
    public var arguments: [String]
    /// All environment variables.
    public var environment: [String: String]
    /// Descriptors to which the program writes lines for
    /// ``PseudoTerminal/nextReport(from:within:)``, by the numbers under which it has them.
    public var reports: [Int32]

    /// Describes a program.
    ///
    /// The numbers in `reports` are above 2, and each occurs once.
    public init(
        _ path: String,
        arguments: [String] = [],
        environment: [String: String] = standardEnvironment(),
        reports: [Int32] = []
    ) {
        precondition(
            reports.allSatisfy { $0 > 2 } && Set(reports).count == reports.count,
            "A program's report descriptors are above 2 and differ from each other: \(reports)"
        )
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.reports = reports
    }

    /// The variables without which few programs run: `TERM`, a UTF-8 locale, and `PATH`.
    ///
    /// There is no `HOME`, so a program that keeps files must be told where.
    public static func standardEnvironment() -> [String: String] {
        ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    }
}

/// How a program ended.
public enum ExitStatus: Hashable, Sendable {
    /// It ended by itself, with this status.
    case exited(Int32)
    /// This signal ended it.
    case signaled(Int32)
}

extension ExitStatus: CustomStringConvertible {
    /// How it ended, such as `exited with status 1`.
    public var description: String {
        switch self {
        case .exited(let code): "exited with status \(code)"
        case .signaled(let number): "was ended by signal \(number)"
        }
    }
}
