import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage

struct ArchiveDiscard: Command {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discards saved state, so that the program starts afresh.",
        discussion: """
            The state is set aside, and archive reinstate can restore it; with --permanently \
            it is removed, together with the report and all files set aside before. The key is \
            not changed, and may be missing: use this command when it is lost. The program must \
            not be running.

            It asks for confirmation first. Without a terminal, pass --yes.

            EXAMPLES:
              restorectl archive discard org.restorationkit.petfinder
              restorectl archive discard org.restorationkit.petfinder --permanently --yes
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The application's id, or the path of its state directory, with a slash.",
            valueName: "application-or-directory"
        )
    )
    var application: String

    @Flag(help: "Permanently removes the state, and all files set aside before.")
    var permanently = false

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let store = try Keys(file: nil).store(named: application)
        let files = try store.files().filter { permanently || $0.role.isGeneration }
        guard !files.isEmpty else { throw CommandError.nothingSaved(in: store) }
        guard try yes || Confirmation.isGiven(to: question(about: store.commandSubject)) else {
            return Findings(ChangedState(store, removed: [], setAside: []))
        }
        guard permanently else {
            let moved = try store.changing { try $0.setAsideEverything(because: .discarded) }
            return Findings(ChangedState(store, removed: [], setAside: moved))
        }
        try store.changing { try $0.discard() }
        return Findings(ChangedState(store, removed: files, setAside: []))
    }

    private func question(about subject: String) -> String {
        permanently
            ? "Remove the state of \(subject), and all that was set aside, for good?"
            : "Set the state of \(subject) aside?"
    }
}

extension StoredFile.Role {
    var isGeneration: Bool { self == .current || self == .previous || self == .found }
}
