import ArgumentParser
import FoundationEssentials

/// Writes the pages of the manual, which `make install` puts beside the program.
struct ManualCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Writes the manual pages of all commands into a directory.",
        shouldDisplay: false
    )

    @Argument(help: "The directory, which is made if it is not there.")
    var directory: String

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let program = try CommandDescription(parsing: Restorectl._dumpHelp())
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true
            )
            for page in ManualPage.all(of: program) {
                let file = "\(directory)/\(page.fileName)"
                try Data(page.text.utf8).write(to: URL(filePath: file))
            }
        } catch {
            throw CommandError.cannotMake(directory)
        }
        return Findings(nil)
    }
}
