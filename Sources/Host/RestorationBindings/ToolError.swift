package import RestorationCore
package import RestorationDiscovery

/// The failure to run another program or to learn its status.
package enum ToolError: DiagnosedError {
    /// The program was not started, or its streams could not be used.
    case notStarted(String, SystemError)
    /// The program has ended, and the system discarded its status.
    case statusUnknown(String)

    package var diagnosis: Diagnosis {
        switch self {
        case .notStarted(let program, let error):
            Diagnosis(
                problem: "\(program) could not be run: \(error)",
                remedy: "Check that it is installed, and that there is room for temporary files."
            )
        case .statusUnknown(let program):
            Diagnosis(
                problem: "\(program) has ended, and its exit status is unknown",
                remedy: "Do not ignore SIGCHLD in this process: the system keeps no status then."
            )
        }
    }
}
