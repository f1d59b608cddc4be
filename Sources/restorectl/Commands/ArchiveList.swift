import ArgumentParser
import RestorationCore
import RestorationStorage

/// Lists applications with saved state, or the files of one.
struct ArchiveList: LookUp {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the applications that have saved state, or the files of one.",
        discussion: """
            Without an application: each one that has saved state, with its current generation. With \
            one: its generations, its report and the files that were set aside.

            EXAMPLES:
              restorectl archive list
              restorectl archive list org.example.petfinder
              restorectl archive list --format json
            """
    )

    @Argument(help: "An application's id.")
    var application: String?

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: nil)
        guard let application else {
            return Findings(try StateOverview(in: BaseDirectories().state, keys: keys))
        }
        guard let identifier = ApplicationIdentifier(application) else {
            throw CommandError.notAnApplication(application)
        }
        let store = try keys.store(of: identifier)
        let files = try store.files()
        guard !files.isEmpty else {
            throw CommandError.nothingSaved(identifier, directory: store.directory)
        }
        return Findings(
            StoredFileList(application: identifier, directory: store.directory, files: files)
        )
    }
}
