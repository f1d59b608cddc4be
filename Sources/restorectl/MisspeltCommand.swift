import ArgumentParser
import RestorationCore

/// A word in the place of a command that is none. ArgumentParser suggests options only.
enum MisspeltCommand {
    /// Follows the arguments through the commands; `nil` if every command is spelt well.
    static func diagnosis(
        of arguments: [String],
        below root: any ParsableCommand.Type
    ) -> Diagnosis? {
        var commands = root.configuration.subcommands
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
            // A command without commands of its own takes the word as an argument.
            if commands.isEmpty || word == "help" { return nil }
            let names = commands.map { $0.name }
            guard let index = names.firstIndex(of: word) else { return diagnosis(word, names) }
            commands = commands[index].configuration.subcommands
        }
        return nil
    }

    private static func diagnosis(_ word: String, _ names: [String]) -> Diagnosis {
        let closest = names.min { distance(word, $0) < distance(word, $1) }
        let suggestion = closest.flatMap { distance(word, $0) <= 2 ? $0 : nil }
        return Diagnosis(
            problem: "There is no command \(word.quoted)",
            remedy: suggestion.map { "Did you mean \($0)?" }
                ?? "Use \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "help")."
        )
    }

    /// How many letters have to be put in, taken out or exchanged (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let exchanged = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

extension ParsableCommand {
    fileprivate static var name: String { configuration.commandName ?? _commandName }
}
