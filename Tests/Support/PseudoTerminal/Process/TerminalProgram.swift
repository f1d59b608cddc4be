/// A program to run on a ``PseudoTerminal``, with everything that it inherits.
///
/// The program inherits nothing else: no environment, no open files, no signal settings. A test
/// therefore does not depend on the terminal, locale or directories of the developer who runs it.
public struct TerminalProgram: Hashable, Sendable {
    /// The path of the executable.
    public var path: String
    /// The arguments after the program's name.
    public var arguments: [String]
    /// All environment variables.
    public var environment: [String: String]
    /// The program's descriptor numbers for reports, each a stream of lines; see
    /// ``PseudoTerminal/nextReport(from:within:)``.
    public var reports: [Int32]

    /// Describes a program.
    ///
    /// Each number in `reports` is above 2 and occurs once.
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

    /// The variables that most programs need: `TERM`, a UTF-8 locale, and `PATH`.
    ///
    /// There is no `HOME`, so the caller must pass a directory to a program that stores files.
    public static func standardEnvironment() -> [String: String] {
        ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    }
}

/// How a program ended.
public enum ExitStatus: Hashable, Sendable {
    /// The program exited with this status.
    case exited(Int32)
    /// This signal ended the program.
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
