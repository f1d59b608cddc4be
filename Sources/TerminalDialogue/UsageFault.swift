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
        let line = message.split(separator: "\n").first.map(String.init) ?? message
        let commands = root.commands(named: arguments.prefix { !$0.hasPrefix("-") })
        let stop = line.firstRange(of: ". ")
        let advice = stop.map { String(line[$0.upperBound...]) }.map(sentence)
        let help = ([root] + commands).map { $0.name } + ["--help"]
        return Diagnosis(
            problem: String(line[..<(stop?.lowerBound ?? line.endIndex)]),
            remedy: options(meantIn: line, commands.last ?? root, below: root) ?? advice
                ?? "Use it as \(help.joined(separator: " ")) shows."
        )
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
