package import ArgumentParser
package import RestorationCore

extension ParsableCommand {
    /// Runs the program whose first command this is, and ends the process.
    ///
    /// - Parameter report: tells the person what is wrong with the arguments. What goes wrong
    ///   afterwards a command tells itself, and throws an `ExitCode`.
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
            // An exit code is a command's own, which has said everything.
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else {
                exit(withError: error)
            }
            report(UsageFault.diagnosis(message(for: error), of: arguments, below: Self.self))
            exit(withError: ExitCode.validationFailure)
        }
        exit()
    }

    /// The word that names the command.
    static var name: String { configuration.commandName ?? _commandName }

    /// The subcommands that words name, one below the other, down to the last that is one.
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

    /// The names of a subcommand's options, each with its two dashes.
    ///
    /// The parser tells them in its help alone, each at the beginning of a line.
    static func optionNames(of command: any ParsableCommand.Type) -> [String] {
        helpMessage(for: command).matches(of: #/(?m)^  (?:-\w, )?(--[a-z-]+)/#)
            .map { String($0.output.1) }
    }
}
