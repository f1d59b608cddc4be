import ArgumentParser
import RestorationCore

/// What ArgumentParser says of arguments that it cannot take, in the form of all our errors.
enum UsageFault {
    /// - Parameters:
    ///   - message: one line or more; the first sentence says what is wrong, the next what to do.
    ///   - arguments: as they were given, for the name of the command.
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
        // Its suggestions of options are but the first of them where none is alike.
        let isOption = line.hasPrefix("Unknown option")
        let advice = isOption ? nil : stop.map { String(line[$0.upperBound...]) }.map(sentence)
        let help = ([root] + commands).map { $0.name } + ["--help"]
        return Diagnosis(
            problem: String(line[..<(stop?.lowerBound ?? line.endIndex)]),
            remedy: options(meantIn: line, commands.last ?? root, below: root) ?? advice
                ?? "Use it as \(help.joined(separator: " ")) shows."
        )
    }

    /// An option that there is not, of which nothing is said because an argument is missing, too:
    /// it may be what was to be said.
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

    /// What may be meant by an option that there is not: those that begin with it, for many people
    /// write beginnings, or else the one that is spelt most like it.
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
