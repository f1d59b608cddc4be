import ArgumentParser
import FoundationEssentials
import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage

/// Makes a set-aside file or an earlier generation the current archive.
struct ArchiveReinstate: Command {
    static let configuration = CommandConfiguration(
        commandName: "reinstate",
        abstract: "Makes an archive that was set aside the current one again.",
        discussion: """
            archive.previous is the generation before the last save. archive.found is the archive \
            from before the newest launch that saved: reinstating it undoes all saves of that \
            launch. The next launch that saves replaces archive.found, \
            even if the user changes nothing. archive.mine is the archive that another device's \
            state replaced. The file must open with the present key: put the right key back first. \
            The program must not be running. The current archive is set aside in turn, so nothing \
            is lost: reinstate that file to undo this.

            EXAMPLES:
              restorectl archive list --set-aside
              restorectl archive reinstate 20261003T140509.123456Z-wrong-key-archive
              restorectl archive reinstate ./set-aside/20261003T140509.123456Z-refused-archive
              restorectl archive reinstate archive.previous
              restorectl archive reinstate archive.found
              restorectl archive reinstate archive.mine
            """
    )

    @Argument(
        help: """
            The file's name, as archive list --set-aside shows it, or archive.previous, \
            archive.found or archive.mine; or its path with a slash.
            """
    )
    var file: String

    @Option(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash, if a"
                + " name is given and several applications have state.",
            valueName: "application-or-directory"
        )
    )
    var application: String?

    @Option(
        help: ArgumentHelp(
            "Checks that the file opens with the key in this file, instead of the application's.",
            valueName: "file"
        )
    )
    var keyFile: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: keyFile)
        let (store, name) = try place(with: keys)
        // Read the tables, too: without them the next launch would set the archive aside again.
        let folder = FileName.reinstatable.contains(name) ? "" : "/set-aside"
        let path = "\(store.directory)\(folder)/\(name)"
        let archive = try keys.open(path, kind: .archive)
        do {
            _ = try ArchiveReader(archive)
        } catch {
            throw CommandError.withoutTables(path, Diagnosis(error))
        }
        return Findings(ChangedState(store, try store.changing { try $0.reinstate(name) }))
    }

    private func check(isIn store: ArchiveStore) throws {
        let names = try store.files()
            .filter { [.setAside, .previous, .found, .mine].contains($0.role) }
            .compactMap { $0.path.split(separator: "/").last.map(String.init) }
        guard !names.contains(file) else { return }
        if FileName.reinstatable.contains(file) {
            throw CommandError.noArchive(file, directory: store.directory)
        }
        throw CommandError.noSetAside(
            file,
            near: Spelling.nearest(to: file, among: names),
            application: store.application,
            directory: store.directory
        )
    }

    private func place(with keys: Keys) throws -> (store: ArchiveStore, name: String) {
        guard file.utf8.contains(UInt8(ascii: "/")) else {
            let store = try keys.store(named: application)
            try check(isIn: store)
            return (store, file)
        }
        let path = URL(filePath: file).standardized.path
        let parts = path.split(separator: "/").map(String.init)
        let isBeside = parts.last.map(FileName.reinstatable.contains) ?? false
        guard isBeside || parts.count > 2 && parts[parts.count - 2] == "set-aside" else {
            throw CommandError.notSetAside(file)
        }
        let application = try keys.open(path, kind: .archive).application
        let directory = "/" + parts.dropLast(isBeside ? 1 : 2).joined(separator: "/")
        return (
            try ArchiveStore(
                application: application,
                directory: directory,
                keys: keys.provider
            ), parts[parts.count - 1]
        )
    }
}
