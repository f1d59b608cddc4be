import ArgumentParser
import RestorationStorage

struct StateOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            An application's id, the path of a file or of a state directory, or the connection \
            string of a remote store.
            """,
            discussion: """
                Text with a slash is a path: write ./archive for a file in this directory. Default: \
                the only application with saved state.
                """,
            valueName: "application-or-path"
        )
    )
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Opens the state with the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?
}

/// The device whose state a command reads, if the subject is a remote store.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In a remote store, the device: its name, or the beginning of its ID.",
            valueName: "name-or-id"
        )
    )
    var device: String?
}

/// The application whose entire state a command reads.
struct StoreOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash.",
            discussion: "Default: the only application with saved state.",
            valueName: "application-or-directory"
        )
    )
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Opens the state with the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?

    func store() throws -> ArchiveStore { try Keys(file: keyFile).store(named: subject) }
}
