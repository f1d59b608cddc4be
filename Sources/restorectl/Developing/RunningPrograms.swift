import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

/// The programs that a plugin may be running in.
struct RunningPrograms {
    private let programs: [(name: String, directory: String)]

    /// - Parameter names: Of applications, or paths of state directories; empty for the
    ///   applications that the plugin names.
    /// - Throws: ``CommandError/everyApplication(_:)`` if there is none.
    init(of plugin: DiscoveredPlugin, named names: [String]) throws {
        let own = plugin.manifest.applications.applications.map(\.rawValue)
        let names = names.isEmpty ? own : names
        guard !names.isEmpty else { throw CommandError.everyApplication(plugin.file) }
        programs = try names.map { name in
            guard !name.contains("/") else { return (name, name) }
            let application = try ApplicationIdentifier.parse(name)
            return (name, try ArchiveStore.defaultDirectory(for: application))
        }
    }

    /// Has each load the plugin anew.
    func reload(_ plugin: DiscoveredPlugin) -> [Answer] {
        programs.map { program in
            let result = Result {
                try ReloadCall.ask(
                    for: plugin.manifest.identifier.rawValue,
                    inProgramAt: program.directory
                )
            }
            switch result {
            case .success(let answer): return Answer(program: program.name, .told(answer))
            case .failure(let error):
                return Answer(program: program.name, .refused(Diagnosis(error)))
            }
        }
    }

    /// What came of asking a program.
    struct Answer {
        let program: String
        let outcome: Outcome

        enum Outcome {
            case told(ReloadCall.Answer)
            case refused(Diagnosis)
        }

        init(program: String, _ outcome: Outcome) {
            self.program = program
            self.outcome = outcome
        }
    }
}
