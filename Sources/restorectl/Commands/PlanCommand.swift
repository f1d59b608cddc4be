import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationKit
import RestorationStorage

/// Shows what the next restore is going to do.
struct PlanCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Shows what the next launch is going to restore, and what not, and why.",
        discussion: """
            For each object: its class and plugin, the schema versions, the size of its state, and \
            what is going to become of it. No code of a plugin runs for it. What only the program \
            knows, such as its own classes and where it looks for plugins, it has left when it was \
            started last; where it has left nothing, or has changed since, the plan says that the \
            program decides, and the exit status is 2. The report of the restore says where something \
            else has become of an object than was planned.

            EXAMPLES:
              restorectl plan
              restorectl plan org.restorationkit.petfinder
              restorectl plan org.restorationkit.petfinder --directory ./plugins
              restorectl plan /srv/petfinder/state --key-file petfinder.key --format json
            """
    )

    @OptionGroup var saved: StoreOptions
    @OptionGroup var plugins: PluginOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let store = try saved.store()
        let facts = Result { try store.programFacts() }
        let host = (try? facts.get()).flatMap(\.self)
        let plan = try plan(store, host)
        guard plan.generation != nil || !plan.notes.isEmpty || plan.decision != .skip else {
            throw CommandError.nothingSaved(in: store)
        }
        let shortfall = shortfall(facts, store)
        return Findings(
            PlanFacts(application: store.application, plan: plan, host: host),
            diagnoses: [shortfall].compactMap(\.self),
            warnings: try store.accessWarnings,
            status: shortfall == nil ? .done : .inPart
        )
    }

    private func plan(_ store: ArchiveStore, _ host: ProgramFacts?) throws -> RestorationPlan {
        do {
            return try ForeseenRestore(
                in: store,
                facts: host,
                plugins: plugins.discover(store.application, as: host).run(),
                now: SystemClock().timeOfDay
            ).plan()
        } catch StorageError.ledgerRefused(let path) {
            // What a program does about it would be wrong about somebody else's.
            throw CommandError.foreignLedger(path)
        }
    }

    /// Why the plan does not say all; `nil` if it does.
    private func shortfall(
        _ facts: Result<ProgramFacts?, any Error>,
        _ store: ArchiveStore
    ) -> Diagnosis? {
        switch facts {
        case .failure(let error): Diagnosis(error)
        case .success(nil):
            CommandError.noProgramFacts(store.application, directory: store.directory).diagnosis
        case .success(let facts?) where !facts.areCurrent:
            CommandError.programChanged(
                file: facts.program?.file,
                startedAt: facts.startedAt
            ).diagnosis
        case .success: nil
        }
    }
}
