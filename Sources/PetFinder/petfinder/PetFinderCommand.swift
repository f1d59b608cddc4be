import ArgumentParser
import FoundationEssentials
import Glibc
import PetFinderModel
import RestorationKit
import RestorationTerminal
import TerminalDialogue

@main
struct PetFinderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "petfinder",
        abstract: "Find a cat, in a terminal that remembers where you were.",
        discussion: """
            The next start shows the same screen, however the program ended: the same tab, the \
            same scrolled list, the same half-typed text with its cursor. Quit with Q to start \
            afresh.

            Matches and notes are kept in $XDG_DATA_HOME/\(AppDelegate.application), the place \
            where you were in $XDG_STATE_HOME/\(AppDelegate.application). The edit screen and \
            the notes panel are plugins.
            """,
        version: "petfinder \(restorationVersion)"
    )

    static func main() {
        runProgram(reportingFaultsTo: report)
    }

    @Option(
        name: .customLong("plugins"),
        help: ArgumentHelp(
            "Look for plugins in this directory first; may be given several times.",
            valueName: "directory"
        )
    )
    var pluginDirectories: [String] = []

    func run() throws {
        do {
            try start()
        } catch {
            Self.report(Diagnosis(error))
            throw ExitCode(1)
        }
    }

    /// Writes to standard error, after the terminal is restored.
    static func report(_ diagnosis: Diagnosis) {
        // File names may contain control characters.
        let lines = diagnosis.description.split(separator: "\n")
        let text = lines.map { String($0).escapedForTerminal + "\n" }.joined()
        Terminal.send(text, to: STDERR_FILENO)
    }

    private static func absolutePath(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The user's plugin directories. A missing one is an error.
    private func plugins() throws -> [String] {
        for path in pluginDirectories {
            var isDirectory = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            guard exists, isDirectory else { throw PetFinderError.noPluginDirectory(path: path) }
        }
        return pluginDirectories.map(Self.absolutePath)
    }

    private func start() throws {
        let plugins = try plugins()
        try Terminal.check()
        let file = try PetFile(
            application: AppDelegate.application,
            environment: ProcessInfo.processInfo.environment
        )
        let book = try PetBook(catalog: try .embedded(), file: file)
        MainActor.assumeIsolated {
            var configuration = UIApplicationConfiguration(identifier: AppDelegate.application)
            configuration.options.pluginDirectories = plugins
            configuration.options.autosaveInterval = .milliseconds(300)
            TerminalApplication.run(
                makingDelegate: { AppDelegate(book: book) },
                configuration: configuration
            )
        }
    }
}
