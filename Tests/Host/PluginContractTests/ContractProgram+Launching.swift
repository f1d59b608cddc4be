import Foundation

extension ContractProgram {
    /// Runs `PluginTestHelper` to its end, and returns what it told and its exit status, or the
    /// signal that ended it.
    ///
    /// - Parameter tool: the command that starts it, such as `strace`; none if empty.
    func launch(_ arguments: String..., under tool: [String] = []) throws -> String {
        // Swift's own handler of crashes would look for symbols each time.
        let run = try ProgramRun(
            "PluginTestHelper",
            [directory] + arguments,
            under: tool,
            environment: [
                "HOME": directory, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
                "SWIFT_BACKTRACE": "enable=no",
            ]
        )
        return run.told.split(separator: "\n").joined(separator: " ") + " \(run.status)"
    }
}
