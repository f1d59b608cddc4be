import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage

/// Drops the state of some objects, and leaves all other state unchanged.
struct ArchiveDrop: Command {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Drops the state of one object, or of a plugin's objects.",
        discussion: """
            The state of all objects below them is dropped, too. The rest is saved as a new \
            generation; the previous one has all state until the program saves again. The program \
            must not be running.

            It asks for confirmation first. Without a terminal, pass --yes.

            EXAMPLES:
              restorectl archive drop Tabs/Matches/Details/Edit
              restorectl archive drop --plugin org.example.charts
              restorectl archive drop Desk/Chart --dry-run
            """
    )

    @Argument(help: "The object's path, as archive show prints it.")
    var path: String?

    @Option(help: ArgumentHelp("Drops the state of all objects of this plugin.", valueName: "id"))
    var plugin: String?

    @Option(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash; not"
                + " needed if one application alone has state.",
            valueName: "application-or-directory"
        )
    )
    var application: String?

    @Flag(help: "Lists the state that would be dropped, and changes nothing.")
    var dryRun = false

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (path == nil) != (plugin == nil) else {
            throw ValidationError(
                "Give the path of an object, or --plugin with a plugin's id, and not both."
            )
        }
    }

    func findings() throws -> Findings {
        let subject = try subject()
        let store = try store()
        let found = try remove(subject, from: store, isTrial: true)
        if dryRun { return Findings(DroppedState(store, found, isDone: false)) }
        guard try yes || Confirmation.isGiven(to: question(found, store)) else {
            return Findings(DroppedState(store, [], isDone: false))
        }
        return Findings(
            DroppedState(store, try remove(subject, from: store, isTrial: false), isDone: true)
        )
    }

    private func store() throws -> ArchiveStore {
        do {
            return try Keys(file: nil).store(named: application)
        } catch CommandError.severalApplications(let applications, _) {
            throw CommandError.applicationMissing(applications)
        }
    }

    private func subject() throws -> RetainedState {
        if let path { return .path(try RestorationPath(parsing: path)) }
        return .plugin(plugin ?? "")
    }

    private func remove(
        _ subject: RetainedState,
        from store: ArchiveStore,
        isTrial: Bool
    ) throws -> [GivenUpState] {
        do {
            let removed = try store.changing {
                try StateRemoval.remove(subject, from: $0, isTrial: isTrial)
            }
            guard let removed else { throw CommandError.nothingSaved(in: store) }
            return removed
        } catch SessionError.nothingRetained(_, let states) {
            let near =
                if let path {
                    Spelling.nearest(to: path, among: states.map(\.path.description))
                } else {
                    Spelling.nearest(to: plugin ?? "", among: states.compactMap(\.plugin))
                }
            throw CommandError.nothingToDrop(
                subject,
                near: near,
                store.application,
                store.directory
            )
        } catch StorageError.damaged {
            throw CommandError.damagedArchive(store.application, directory: store.directory)
        } catch is ArchiveError {
            throw CommandError.damagedArchive(store.application, directory: store.directory)
        }
    }

    private func question(_ found: [GivenUpState], _ store: ArchiveStore) -> String {
        let lines = found.prefix(10).map { state in
            "  \(state.path)  \(Quantity.bytes(state.sizeInBytes))"
                + (state.plugin.map { "  of \($0)" } ?? "") + "\n"
        }
        let others = found.count > 10 ? "  and \(found.count - 10) others\n" : ""
        let objects = Quantity.count(found.count, "object")
        return "\(lines.joined())\(others)Drop the state of \(objects) of \(store.application)?"
    }
}
