import ArgumentParser
import RestorationKit
import RestorationStorage

struct ReportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Shows the outcome of every object in the last restore, or in the last save.",
        discussion: """
            Shows a summary, then each object that was not restored, or not with all of its state, \
            with the reason and a remedy. With --save, shows the objects and values that the last \
            save left out.

            EXAMPLES:
              restorectl report
              restorectl report org.restorationkit.petfinder --all
              restorectl report org.restorationkit.petfinder --format json
              restorectl report org.restorationkit.petfinder --save
            """
    )

    @OptionGroup var state: StateOptions

    @Flag(help: "Shows the objects that were restored, too.")
    var all = false

    @Flag(help: "Shows the objects and values left out of the last save, and why.")
    var save = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let keys = try Keys(file: state.keyFile)
        let subject = try StateSubject(state.subject, with: keys)
        guard !save else {
            let saved =
                if case .state(let store) = subject { try Self.lastSave(in: store) } else {
                    try StoredSave(decoding: read(subject, with: keys))
                }
            return Findings(SaveFacts(save: saved), warnings: try subject.warnings)
        }
        let report = try StoredReport(decoding: try read(subject, with: keys))
        return Findings(
            ReportFacts(
                report: report,
                showsAll: all,
                unjudgedEnding: Self.unjudgedEnding(of: subject)
            ),
            warnings: try subject.warnings
        )
    }

    /// The previous launch's ending, if it is not judged yet. The report describes only the
    /// restore. Other commands report an unreadable ledger.
    private static func unjudgedEnding(of subject: StateSubject) -> String? {
        guard case .state(let store) = subject,
            let page = (try? store.readLedger()).flatMap(\.self), page.condition != .damaged
        else { return nil }
        return SetAsideObject.all(in: page, archive: nil, generation: nil).unjudged?.suspect.problem
    }

    private static func lastSave(in store: ArchiveStore) throws -> StoredSave {
        if let saved = try StoredSave(lastOf: store) { return saved }
        try store.checkHasState()
        throw CommandError.noSaveReport(store.application, store.directory)
    }

    private func read(_ subject: StateSubject, with keys: Keys) throws -> [UInt8] {
        switch subject {
        case .file(let file):
            return try keys.open(file, kind: .report).readAll()
        case .state(let store):
            if let report = try store.readReport() { return report }
            try store.checkHasState()
            throw CommandError.noReport(store.application, directory: store.directory)
        case .remote: throw CommandError.notForRemotes
        }
    }
}
