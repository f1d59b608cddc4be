import ArgumentParser
import RestorationStorage

struct ArchiveVerify: Command {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Reads saved state completely, and reports damage and the objects lost to it.",
        discussion: """
            Opens every piece of every generation, checks its seal, and reads every object. Damage \
            to the previous generation is harmless while the current one is intact: the next save \
            writes over it.

            The exit status is 0 if the current generation is intact, 2 if a part of \
            it or the report of the last restore is damaged, 1 if all of it is.

            EXAMPLES:
              restorectl archive verify
              restorectl archive verify org.restorationkit.petfinder
              restorectl archive verify ./set-aside/20261003T140509.123456Z-damaged-archive
            """,
        // The name of the same command for bindings.
        aliases: ["check"]
    )

    @OptionGroup var state: StateOptions
    @OptionGroup var remote: DeviceOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: state.keyFile)
        let subject = try StateSubject(state.subject, with: keys)
        let check = try check(subject, with: keys)
        return Findings(
            check,
            warnings: try subject.warnings,
            status: check.verdict.status
        )
    }

    private func check(_ subject: StateSubject, with keys: Keys) throws -> StateCheck {
        switch subject {
        case .file(let file): return try StateCheck(of: keys.open(file, kind: nil))
        case .state(let store):
            try store.checkHasState()
            return try StateCheck(of: store)
        case .remote(let connection):
            let row = try connection.row(device: remote.device)
            return try StateCheck(of: connection.open(row, with: keys))
        }
    }
}
