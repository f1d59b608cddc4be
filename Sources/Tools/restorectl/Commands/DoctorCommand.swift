import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examines an application and its state, and suggests remedies.",
        discussion: """
            Examines the directories and the rights on them, the plugins, all generations of the \
            saved state, retained state, objects that the program crashed in, and the reports of \
            the last restore and the last save. Changes nothing, and runs no plugin's code.

            The exit status is 0 if all is well, 2 if there are findings, 1 if \
            a part could not be examined.

            EXAMPLES:
              restorectl doctor
              restorectl doctor org.restorationkit.petfinder
              restorectl doctor /srv/petfinder/state --format json
            """
    )

    @OptionGroup var saved: StoreOptions
    @OptionGroup var plugins: PluginOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let store = try saved.store()
        let (host, warnings) = plugins.host(of: store)
        let discovery = try plugins.discover(store.application, as: host)
        let outcome = discovery.run()
        let examination = Examination(
            application: store.application,
            parts: [
                .directories(of: store, plugins: discovery.searchedDirectories),
                .plugins(outcome, isSearchKnown: host != nil || warnings.isEmpty),
            ] + state(of: store, hasPlugins: !outcome.usedIdentifiers.isEmpty)
        )
        return Findings(examination, warnings: warnings, status: examination.status)
    }

    /// The state, if any. Warns of a wrong id if nothing is known of the application.
    private func state(of store: ArchiveStore, hasPlugins: Bool) -> [Examination.Part] {
        let files = Result { try store.files() }
        if case .success(let files) = files, files.isEmpty {
            return [
                .init("archive") { part in
                    part.note("nothing is saved")
                    if !hasPlugins {
                        part.report(CommandError.nothingSaved(in: store).diagnosis)
                    }
                }
            ]
        }
        let crashes = Result { [saved] in
            try CrashFindings(
                of: saved.subject ?? store.application.rawValue,
                keyFile: saved.keyFile
            )
        }
        let crashed = (try? crashes.get())?.objects.compactMap { $0.path?.description } ?? []
        return [
            .archive(of: store) { try Keys(file: saved.keyFile).isLost($0) },
            .retained(in: store), .suspects(crashes),
            .report(in: store, without: Set(crashed)), .save(in: store),
        ]
    }
}
