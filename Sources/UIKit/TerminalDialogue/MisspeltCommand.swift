import ArgumentParser
import RestorationCore

/// Finds misspelt commands. ArgumentParser suggests corrections for options only.
enum MisspeltCommand {
    static func diagnosis(
        of arguments: [String],
        below root: any ParsableCommand.Type
    ) -> Diagnosis? {
        var commands = root.configuration.subcommands
        for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
            // A command without subcommands takes the word as an argument.
            if commands.isEmpty || word == "help" { return nil }
            let names = commands.filter { $0.configuration.shouldDisplay }.map { $0.name }
            guard let command = commands.first(where: { $0.isCalled(word) }) else {
                return diagnosis(word, names, of: root)
            }
            commands = command.configuration.subcommands
        }
        return nil
    }

    private static func diagnosis(
        _ word: String,
        _ names: [String],
        of root: any ParsableCommand.Type
    ) -> Diagnosis {
        let lines = places(of: word, below: root).map { "\(root.name) \($0)" }
        let meant = Spelling.nearest(to: word, among: names).map { [$0] } ?? []
        let suggestions = lines.isEmpty ? meant : lines
        return Diagnosis(
            problem: "There is no command \(word.quoted)",
            remedy: suggestions.isEmpty
                ? "Use \(alternatives(names))." : "Did you mean \(alternatives(suggestions))?"
        )
    }

    /// "a", "a or b", "a, b or c".
    private static func alternatives(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "help" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// All commands of that name, each with its parent commands: `verify` gives `archive verify`.
    private static func places(
        of word: String,
        below command: any ParsableCommand.Type
    ) -> [String] {
        command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap {
            next in
            (next.name == word ? [word] : [])
                + places(of: word, below: next).map { "\(next.name) \($0)" }
        }
    }
}

extension ParsableCommand {
    fileprivate static func isCalled(_ word: String) -> Bool {
        name == word || configuration.aliases.contains(word)
    }
}
