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
    /// Where it starts; `nil` for the directory of this process.
    public var workingDirectory: String?
    /// Descriptors of this process that the program gets too.
    public var inherited: [InheritedDescriptor]
    /// Descriptors to which the program writes lines for
    /// ``PseudoTerminal/nextReport(from:within:)``, by the numbers under which it has them.
    public var reports: [Int32]

    /// Describes a program.
    ///
    /// The numbers in `inherited` and `reports` are above 2, and each occurs once.
    public init(
        _ path: String,
        arguments: [String] = [],
        environment: [String: String] = standardEnvironment(),
        workingDirectory: String? = nil,
        inherited: [InheritedDescriptor] = [],
        reports: [Int32] = []
    ) {
        let numbers = inherited.map(\.child) + reports
        precondition(
            numbers.allSatisfy { $0 > 2 } && Set(numbers).count == numbers.count,
            "A program's extra descriptors are above 2 and differ from each other: \(numbers)"
        )
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.inherited = inherited
        self.reports = reports
    }

    /// The variables without which few programs run: `TERM`, a UTF-8 locale, and `PATH`.
    ///
    /// There is no `HOME`, so a program that keeps files must be told where.
    ///
    /// - Parameter type: The terminal type, one of those that ``TerminalScreen`` lists.
    public static func standardEnvironment(type: String = "xterm-256color") -> [String: String] {
        ["TERM": type, "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    }
}

/// A descriptor of this process, and the number under which a program gets it.
public struct InheritedDescriptor: Hashable, Sendable {
    /// The number here; it stays open and stays the caller's.
    public var parent: Int32
    /// The number in the program.
    public var child: Int32

    /// Pairs the number here with the one in the program, which is above 2.
    public init(_ parent: Int32, as child: Int32) {
        self.parent = parent
        self.child = child
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
