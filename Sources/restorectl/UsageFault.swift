import ArgumentParser
import RestorationCore

/// What ArgumentParser says of arguments that it cannot take, in the form of all our errors.
enum UsageFault {
    /// - Parameters:
    ///   - message: one line or more; the first sentence says what is wrong, the next what to do.
    ///   - arguments: as they were given, for the name of the command.
    static func diagnosis(_ message: String, of arguments: [String]) -> Diagnosis {
        let line = message.split(separator: "\n").first.map(String.init) ?? message
        let words = arguments.prefix { !$0.hasPrefix("-") }
        let command = (["restorectl"] + words.prefix(commandDepth(words))).joined(separator: " ")
        guard let stop = line.firstRange(of: ". ") else {
            return Diagnosis(problem: line, remedy: "Use it as \(command) --help shows.")
        }
        let advice = line[stop.upperBound...].replacing("Please provide", with: "Write")
        let isSentence = advice.hasSuffix("?") || advice.hasSuffix(".")
        return Diagnosis(
            problem: String(line[..<stop.lowerBound]),
            remedy: isSentence ? String(advice) : advice + "."
        )
    }

    /// How many of the words are commands.
    private static func commandDepth(_ words: ArraySlice<String>) -> Int {
        var commands = Restorectl.configuration.subcommands
        var depth = 0
        for word in words {
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                break
            }
            depth += 1
            commands = next.configuration.subcommands
        }
        return depth
    }
}
