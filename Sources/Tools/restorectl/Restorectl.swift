import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationStorage
import TerminalDialogue

/// Inspects plugins, routes and saved state, reinstates or discards saved state, and creates
/// plugins and programs.
///
/// Commands that only read take no lock, so they work while the program runs.
@main
struct Restorectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restorectl",
        abstract:
            "Inspects plugins, routes and saved state, restores state, and creates plugins and programs.",
        discussion: """
            Only archive reinstate, archive drop, archive discard, archive retry, remote pull and \
            remote push change saved state, and only while the program is not running. All other \
            commands may be used while it runs. plugin check and plugin run run a plugin's code, \
            and binding check loads a library, in separate processes. plugin dev makes running \
            programs reload a plugin.

            Results go to standard output, diagnostics to standard error. The exit status is 0 if \
            all is well, 1 if the command failed, 2 if it was done in part, 64 if it was used \
            wrongly.

            EXAMPLES:
              restorectl archive list
              restorectl archive show org.restorationkit.petfinder
              restorectl archive list --set-aside org.restorationkit.petfinder
              restorectl plugin list --application org.restorationkit.petfinder
              restorectl route --application org.example.atlas Atlas/Map
            """,
        version: """
            restorectl \(restorationVersion)
            plugin ABI \(ABIVersion.supportedByHost), archive format \(ArchiveStore.formatVersion)
            """,
        subcommands: [
            HostCommand.self, PluginCommand.self, BindingCommand.self, RouteCommand.self,
            ArchiveCommand.self, RemoteCommand.self, KeyCommand.self,
            ReportCommand.self, DoctorCommand.self, StoryboardCommand.self,
        ]
    )

    static func main() {
        StandardStreams.endQuietlyOnClosedPipe()
        RunProcess.keepStatusOfChildren()
        runProgram { StandardStreams(environment: ProcessFacts.current.environment).report($0) }
    }
}
