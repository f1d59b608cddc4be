public import RestorationCore

/// A failure to start a program on a pseudo-terminal, or a wait that failed.
///
/// Unlike other diagnoses, these include the screen contents: the screen is the test's own, and
/// explains the failure best.
@nonexhaustive
public enum PseudoTerminalError: DiagnosedError, Hashable {
    /// A system call failed while a program was started or resized.
    case callFailed(String, errno: Int32, program: String)
    /// The time limit expired during a wait.
    case timedOut(waitingFor: String, limit: Duration, program: String, screen: TerminalSnapshot)
    /// The program ended during a wait.
    case ended(
        waitingFor: String,
        status: ExitStatus,
        program: String,
        screen: TerminalSnapshot
    )
    /// The program still runs, but it has closed the descriptor that the wait needs.
    case closed(waitingFor: String, program: String, screen: TerminalSnapshot)

    public var diagnosis: Diagnosis {
        switch self {
        case .callFailed(let call, let errno, let program):
            Diagnosis(
                problem: "\(call) failed: \(describe(errno: errno))",
                place: program,
                remedy: Self.remedy(forCall: call)
            )
        case .timedOut(let purpose, let limit, let program, let screen):
            Diagnosis(
                problem: "Waited \(limit) in vain for \(purpose)",
                place: Self.place(program, screen),
                remedy: "Compare the screen with what the program should have drawn."
            )
        case .ended(let purpose, let status, let program, let screen):
            Diagnosis(
                problem: "The program \(status) while waiting for \(purpose)",
                place: Self.place(program, screen),
                remedy: "Look for the program's own message on the screen."
            )
        case .closed(let purpose, let program, let screen):
            Diagnosis(
                problem: "The program closed its descriptor while waiting for \(purpose)",
                place: Self.place(program, screen),
                remedy: "Keep the terminal and the report descriptors open until the end."
            )
        }
    }

    private static func remedy(forCall call: String) -> String {
        switch call {
        case "execve", "posix_spawn": "Build the program, and give the path of its file."
        case "posix_openpt", "open": "Mount devpts, and raise the limit on open files."
        default: "Check the limits on processes and open files (ulimit -a)."
        }
    }

    private static func place(_ program: String, _ screen: TerminalSnapshot) -> String {
        let cursor = screen.cursor.map { "cursor at \($0)" } ?? "cursor hidden"
        return "\(program), \(cursor)\n\(screen.framed)"
    }
}
