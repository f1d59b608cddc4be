import Foundation

extension ContractProgram {
    /// Runs `PluginTestHelper` to its end. Returns its output, and its exit status or terminating
    /// signal.
    ///
    /// - Parameter tool: a command that starts it, such as `strace`; none if empty.
    func launch(_ arguments: String..., under tool: [String] = []) throws -> String {
        // Swift's own crash handler would symbolicate each time.
        let run = try ProgramRun(
            "PluginTestHelper",
            [directory] + arguments,
            under: tool,
            environment: [
                "HOME": directory, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
                "SWIFT_BACKTRACE": "enable=no",
            ]
        )
        return run.output.split(separator: "\n").joined(separator: " ") + " \(run.status)"
    }
}
