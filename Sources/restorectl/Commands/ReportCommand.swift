import ArgumentParser
import RestorationKit
import RestorationStorage

/// Shows the report of the last restore.
struct ReportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Shows what became of every object in the last restore.",
        discussion: """
            A summary, then each object that was not restored, or not with all of its state, with the \
            reason and what can be done about it.

            EXAMPLES:
              restorectl report
              restorectl report org.restorationkit.petfinder --all
              restorectl report org.restorationkit.petfinder --format json
            """
    )

    @OptionGroup var state: StateOptions

    @Flag(help: "Shows the objects that were restored, too.")
    var all = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: state.keyFile)
        let subject = try StateSubject(state.subject, with: keys)
        let report = try StoredReport(decoding: try read(subject, with: keys))
        return Findings(
            ReportFacts(report: report, showsAll: all),
            warnings: try subject.warnings
        )
    }

    private func read(_ subject: StateSubject, with keys: Keys) throws -> [UInt8] {
        switch subject {
        case .file(let file):
            return try keys.open(file, kind: .report).readAll()
        case .state(let store):
            if let report = try store.readReport() { return report }
            try store.checkHasState()
            throw CommandError.noReport(store.application, directory: store.directory)
        }
    }
}
