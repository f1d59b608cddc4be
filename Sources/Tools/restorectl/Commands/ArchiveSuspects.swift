import ArgumentParser
import RestorationCore
import RestorationKit

/// Shows the objects that restores leave out after crashes in their code.
struct ArchiveSuspects: Command {
    static let configuration = CommandConfiguration(
        commandName: "suspects",
        abstract: "Shows the objects that are left out because launches ended in their code.",
        discussion: """
            Their state is retained at every save. An object that is set aside comes back with \
            another build of its plugin or of the program, or by archive retry. One that the next \
            launch tries needs no command. A crash of the last launch is listed once the program \
            has been started again.

            EXAMPLES:
              restorectl archive suspects org.restorationkit.petfinder
              restorectl archive suspects /srv/petfinder/state --key-file petfinder.key
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash.",
            discussion: "Default: the only application with saved state.",
            valueName: "application-or-directory"
        )
    )
    var subject: String?

    @OptionGroup var key: NamingKey
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let crashes = try CrashFindings(of: subject, keyFile: key.keyFile)
        return Findings(
            SetAsideObjectList(crashes, crashes.objects),
            diagnoses: crashes.obstacle.map { [Diagnosis($0)] } ?? [],
            warnings: try crashes.store.accessWarnings,
            status: crashes.obstacle == nil ? .done : .inPart
        )
    }
}

struct ArchiveRetry: Command {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Makes the next launch try objects again that are left out.",
        discussion: """
            The next launch tries all of them, or the named one. If it crashes in one of them, \
            that object is set aside again. If the next launch would retain all state, it restores \
            the state instead. The program must not be running.

            EXAMPLES:
              restorectl archive retry org.restorationkit.petfinder
              restorectl archive retry org.restorationkit.petfinder Window/Editor
              restorectl archive retry /srv/petfinder/state
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash.",
            valueName: "application-or-directory"
        )
    )
    var subject: String

    @Argument(help: "The object's path, as archive suspects shows it; all objects without it.")
    var path: String?

    @OptionGroup var key: NamingKey
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let wanted = try path.map { try RestorationPath(parsing: $0) }
        let crashes = try CrashFindings(of: subject, keyFile: key.keyFile)
        let objects = try crashes.objects(at: wanted)
        let forgives = path == nil && crashes.unjudged != nil
        try crashes.store.changing { store in
            // Even with nothing to release, take the lock: a running program may have recorded
            // more.
            guard !objects.isEmpty || forgives else { return try store.lock() }
            guard let page = try store.openLedger() else { return }
            page.release(objects.map(\.suspect), disregardsLastLaunch: forgives)
        }
        return Findings(SetAsideObjectList(crashes, objects, isRetry: true, isForgiven: forgives))
    }
}

struct NamingKey: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Reads the objects' names with the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?
}
