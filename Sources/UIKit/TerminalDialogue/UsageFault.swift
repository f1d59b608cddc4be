import ArgumentParser
import RestorationCore

/// Turns ArgumentParser's error messages into diagnoses.
enum UsageFault {
    /// - Parameters:
    ///   - message: One line or more. The first sentence is the problem, the second one advice.
    ///   - arguments: The program's arguments, which name the command.
    static func diagnosis(
        _ message: String,
        of arguments: [String],
        below root: any ParsableCommand.Type
    ) -> Diagnosis {
        let commands = root.commands(named: arguments.prefix { !$0.hasPrefix("-") })
        let first = message.split(separator: "\n").first.map(String.init) ?? message
        let line =
            unknownOption(behind: first, arguments, commands.last ?? root, below: root) ?? first
        let stop = line.firstRange(of: ". ")
        // Without a similar option, the parser just suggests the first ones.
        let isOption = line.hasPrefix("Unknown option")
        let advice = isOption ? nil : stop.map { String(line[$0.upperBound...]) }.map(sentence)
        let help = ([root] + commands).map { $0.name } + ["--help"]
        return Diagnosis(
            problem: String(line[..<(stop?.lowerBound ?? line.endIndex)]),
            remedy: options(meantIn: line, commands.last ?? root, below: root) ?? advice
                ?? "Use it as \(help.joined(separator: " ")) shows."
        )
    }

    /// An unknown option that the parser does not report because an argument is missing, too. The
    /// option may be the cause.
    private static func unknownOption(
        behind line: String,
        _ arguments: [String],
        _ command: any ParsableCommand.Type,
        below root: any ParsableCommand.Type
    ) -> String? {
        guard line.hasPrefix("Missing expected argument") else { return nil }
        let names = root.optionNames(of: command)
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
        return options.first { !names.contains($0) }.map { "Unknown option '\($0)'" }
    }

    private static func sentence(_ advice: String) -> String {
        let text = advice.replacing("Please provide", with: "Write")
        return text.hasSuffix("?") || text.hasSuffix(".") ? text : text + "."
    }

    /// The options that an unknown one may stand for: those with that prefix, or else the nearest
    /// spelling.
    private static func options(
        meantIn line: String,
        _ command: any ParsableCommand.Type,
        below root: any ParsableCommand.Type
    ) -> String? {
        guard let unknown = line.firstMatch(of: #/^Unknown option '(--[^'=]+)/#) else { return nil }
        let word = String(unknown.output.1)
        let names = root.optionNames(of: command)
        let begun = names.filter { $0.hasPrefix(word) }
        let meant =
            begun.isEmpty ? [Spelling.nearest(to: word, among: names)].compactMap(\.self) : begun
        return meant.isEmpty ? nil : "Did you mean \(meant.joined(separator: " or "))?"
    }
}
