import ArgumentParser
import RestorationCore
import RestorationStorage

struct ArchiveList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the applications that have saved state, or the files of one.",
        discussion: """
            Without an application: each one that has saved state, with its current generation. \
            With one: its generations, its report and the files that were set aside. With \
            --set-aside: only those files, why and when each was set aside, and how to restore it. \
            Unreadable files are named, and the exit status is then 1.

            EXAMPLES:
              restorectl archive list
              restorectl archive list org.restorationkit.petfinder
              restorectl archive list --set-aside
              restorectl archive list --format json
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            An application's id, the path of its state directory, with a slash, or the connection \
            string of a remote store.
            """,
            valueName: "application-or-directory"
        )
    )
    var application: String?

    @Flag(help: "Lists the files that were set aside, and how to restore each.")
    var setAside = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: nil)
        guard let application else {
            let overview = try StateOverview(in: BaseDirectories().state, keys: keys)
            return try findings(overview, keys: keys)
        }
        if RemoteConnection.isMeant(by: application) {
            let connection = try RemoteConnection(application)
            let rows = try connection.rows()
            return Findings(RemoteRowList(place: connection.store.place, rows: rows))
        }
        let store = try keys.store(named: application)
        try store.checkHasState()
        let list = StoredFileList(
            application: store.application,
            directory: store.directory,
            files: try store.files()
        )
        return Findings(
            setAside ? SetAsideList([list], keys: keys) : list,
            warnings: try store.accessWarnings
        )
    }

    private func findings(_ overview: StateOverview, keys: Keys) throws -> Findings {
        let list = SetAsideList(overview.applications, keys: keys)
        let warnings = try overview.applications.flatMap {
            try keys.store(of: $0.application).accessWarnings
        }
        guard !overview.unreadable.isEmpty else {
            return Findings(setAside ? list : overview, warnings: warnings)
        }
        // No result instead of an empty list, which would claim that nothing exists.
        let isEmpty = setAside ? list.lists.isEmpty : overview.applications.isEmpty
        let result: any Presentable = setAside ? list : overview
        return Findings(
            isEmpty ? nil : result,
            diagnoses: overview.unreadable,
            warnings: warnings,
            status: .failed
        )
    }
}
