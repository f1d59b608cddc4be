import PetFinderDriver
import PseudoTerminal
import TestSupport
import Testing

extension PetFinderHome {
    /// Runs a built program to its end, without a terminal.
    ///
    /// - Parameter environment: `nil` for the environment of these directories.
    func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]? = nil
    ) throws -> FinishedProgram {
        try FinishedProgram(
            "\(products)/\(program)",
            arguments,
            environment: environment ?? self.environment
        )
    }

    /// The output of `restorectl` for these directories.
    func restorectl(_ arguments: String...) throws -> String {
        let result = try run("restorectl", arguments)
        #expect(result.status == 0)
        return result.output
    }

    /// A shell on a terminal. Its script starts Pet Finder as `$0`.
    ///
    /// Pet Finder reports its progress on descriptor 7.
    func shell(_ script: String) throws -> PseudoTerminal {
        try PseudoTerminal(
            running: TerminalProgram(
                "/bin/sh",
                arguments: ["-c", script, "\(products)/petfinder"],
                environment: environment.merging(["RESTORATION_TERMINAL_PROGRESS": "7"]) { $1 },
                reports: [7]
            )
        )
    }
}
