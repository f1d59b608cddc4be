import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

/// The programs that may be running a plugin, including `plugin run`.
struct RunningPrograms {
    private let programs: [(name: String, directory: String)]

    /// - Parameter names: Ids of applications, or paths of state directories; empty for the
    ///   applications that the plugin names.
    /// - Throws: ``CommandError/everyApplication(_:)`` if the plugin names none and `plugin run`
    ///   does not run it.
    init(of plugin: DiscoveredPlugin, named names: [String]) throws {
        let own = plugin.manifest.applications.applications.map(\.rawValue)
        let names = names.isEmpty ? own : names
        let runs = RunFolder.stateDirectories(ofPlugin: plugin.manifest.identifier.rawValue)
        guard !(names + runs).isEmpty else { throw CommandError.everyApplication(plugin.file) }
        let named = try names.map { name in
            guard !name.contains("/") else { return (name, name) }
            let application = try ApplicationIdentifier.parse(name)
            return (name, try ArchiveStore.defaultDirectory(for: application))
        }
        programs = named + runs.map { ("plugin run", $0) }
    }

    /// Asks each program to reload the plugin.
    ///
    /// - Returns: The answers. Programs that do not run are included only if none answers.
    func reload(_ plugin: DiscoveredPlugin) -> [Answer] {
        let answers = programs.map { ask($0, plugin) }
        let heard = answers.filter { !$0.isSilent }
        return heard.isEmpty ? answers : heard
    }

    private func ask(
        _ program: (name: String, directory: String),
        _ plugin: DiscoveredPlugin
    ) -> Answer {
        do {
            let answer = try ReloadCall.ask(
                for: plugin.manifest.identifier.rawValue,
                inProgramAt: program.directory
            )
            if case .unchanged(let file) = answer, !Self.isCopy(file, of: plugin.file) {
                throw CommandError.otherBuild(file, of: plugin.manifest.identifier)
            }
            return Answer(program: program.name, .answered(answer))
        } catch {
            return Answer(program: program.name, .refused(Diagnosis(error)))
        }
    }

    /// Whether the program's file is the build, or an installed copy of it.
    private static func isCopy(_ file: String, of built: String) -> Bool {
        FileManager.default.contentsEqual(atPath: file, andPath: built)
    }

    struct Answer {
        let program: String
        let outcome: Outcome

        enum Outcome {
            case answered(ReloadCall.Answer)
            case refused(Diagnosis)
        }

        var isSilent: Bool { if case .answered(.silence) = outcome { true } else { false } }

        init(program: String, _ outcome: Outcome) {
            self.program = program
            self.outcome = outcome
        }
    }
}
