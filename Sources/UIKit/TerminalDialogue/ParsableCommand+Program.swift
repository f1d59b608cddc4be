package import ArgumentParser
package import RestorationCore

extension ParsableCommand {
    /// Runs the program with this root command, and ends the process.
    ///
    /// - Parameter report: Prints a fault in the arguments. Commands print their later failures
    ///   themselves, and throw an `ExitCode`.
    package static func runProgram(reportingFaultsTo report: (Diagnosis) -> Void) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let fault = MisspeltCommand.diagnosis(of: arguments, below: Self.self) {
                report(fault)
                throw ExitCode.validationFailure
            }
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            // A command that throws an exit code has printed its failure.
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else {
                exit(withError: error)
            }
            report(UsageFault.diagnosis(message(for: error), of: arguments, below: Self.self))
            exit(withError: ExitCode.validationFailure)
        }
        exit()
    }

    static var name: String { configuration.commandName ?? _commandName }

    /// The subcommands that a path of words names, up to the first unknown word.
    static func commands(
        named words: some Sequence<String>
    ) -> [any ParsableCommand.Type] {
        var path: [any ParsableCommand.Type] = []
        for word in words {
            let commands = (path.last ?? Self.self).configuration.subcommands
            guard let next = commands.first(where: { $0.name == word }) else { break }
            path.append(next)
        }
        return path
    }

    /// The names of a subcommand's options, with their two dashes.
    ///
    /// The parser lists them only in its help, each at the beginning of a line.
    static func optionNames(of command: any ParsableCommand.Type) -> [String] {
        helpMessage(for: command).matches(of: #/(?m)^  (?:-\w, )?(--[a-z-]+)/#)
            .map { String($0.output.1) }
    }
}
