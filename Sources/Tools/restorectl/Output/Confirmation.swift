import Glibc
import RestorationDiscovery
import TerminalDialogue

enum Confirmation {
    /// Asks on the terminal. Any answer but yes means no.
    ///
    /// - Throws: ``CommandError/notConfirmed`` if there is no terminal to ask on.
    static func isGiven(to question: String) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { throw CommandError.notConfirmed }
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        // On standard error, since the result may go to a file.
        let lines = "\(question) [y/N] ".split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { String($0).escapedForTerminal }.joined(separator: "\n")
        _ = streams.write(text, to: .error)
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
