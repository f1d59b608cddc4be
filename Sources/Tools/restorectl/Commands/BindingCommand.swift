import ArgumentParser

struct BindingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "binding",
        abstract: "Checks and drafts bindings, which make a library's objects restorable.",
        subcommands: [BindingCheck.self, BindingNew.self, BindingLoad.self]
    )
}

struct HeaderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A header that declares the functions: a file, or a name as in #include. May be"
                + " repeated.",
            valueName: "header"
        )
    )
    var header: [String] = []

    @Option(
        name: [.customShort("I"), .long],
        help: ArgumentHelp(
            "Looks for headers in this directory. May be repeated.",
            valueName: "directory"
        )
    )
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Takes compiler flags of this package from pkg-config. May be repeated.",
            valueName: "name"
        )
    )
    var package: [String] = []

    func validate() throws {
        guard header.isEmpty, !include.isEmpty || !package.isEmpty else { return }
        throw ValidationError(
            "--include and --package only locate headers. Name one with --header."
        )
    }
}
