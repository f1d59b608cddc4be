import ArgumentParser
import RestorationCore
import RestorationKit
import RestorationStorage

struct ArchiveShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the objects of an archive with their state.",
        discussion: """
            Shows the tree of objects: where each comes from, how many bytes it takes, and its \
            keys and values. A reference shows as an arrow with the path of the other object. \
            Objects that could not be restored, and whose state is retained for later, are marked \
            "retained".

            The values are private: show them only to those who may see the program's screen. The \
            text output shortens long values; the JSON output has them in full. A value that its \
            object marks as sensitive is hidden, in JSON too, unless --reveal is given.

            EXAMPLES:
              restorectl archive show
              restorectl archive show org.restorationkit.petfinder
              restorectl archive show org.restorationkit.petfinder Tabs/Matches --full
              restorectl archive show --previous org.restorationkit.petfinder
              restorectl archive show ./archive --key-file petfinder.key --format json
            """
    )

    @OptionGroup var state: StateOptions
    @OptionGroup var remote: DeviceOptions

    @Argument(
        help: "Shows only the object at this path, and those below it."
    )
    var path: String?

    @Flag(help: "Shows the generation before the current one.")
    var previous = false

    @Flag(help: "Shows long values and names in full.")
    var full = false

    @Flag(help: "Shows sensitive values as well.")
    var reveal = false

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let path = try self.path.map { try RestorationPath(parsing: $0) }
        let keys = try Keys(file: state.keyFile)
        let subject = try StateSubject(state.subject, with: keys)
        do {
            let archive = try open(subject, with: keys)
            let contents = try ArchiveContents(archive, from: path, isFull: full, reveals: reveal)
            let warnings = try subject.warnings
            guard contents.objects.contains(where: { $0.damage != nil }) else {
                return Findings(contents, warnings: warnings)
            }
            let advice = try other(than: subject, with: keys)?.advice
            let damage = contents.objects.compactMap { $0.damage(advising: advice) }
            return Findings(contents, diagnoses: damage, warnings: warnings, status: .inPart)
        } catch let error as StorageError where SetAsideReason(error) == .damaged {
            let advice = try other(than: subject, with: keys)?.advice
            throw CommandError.damaged(error.diagnosis, advice: advice ?? subject.adviceIfAlone)
        }
    }

    private var generation: ArchiveStore.Generation { previous ? .previous : .current }

    private func open(_ subject: StateSubject, with keys: Keys) throws -> OpenedArchive {
        switch subject {
        case .file(let file):
            guard !previous else { throw CommandError.previousOfFile(file) }
            return try keys.open(file, kind: .archive)
        case .state(let store):
            let found =
                try previous ? store.openOlderForReading() : store.openForReading(generation)
            if let found { return found }
            try store.checkHasState()
            throw CommandError.noGeneration(generation, directory: store.directory)
        case .remote(let connection):
            guard !previous else { throw CommandError.previousOfFile(connection.store.place) }
            return try connection.open(connection.row(device: remote.device), with: keys)
        }
    }

    private func other(than subject: StateSubject, with keys: Keys) throws -> OtherGeneration? {
        switch subject {
        case .file(let file): OtherGeneration(than: file, with: keys, from: state.keyFile)
        case .state(let store):
            OtherGeneration(than: generation, of: store, from: state.keyFile)
        case .remote: nil
        }
    }
}

extension StateSubject {
    fileprivate var adviceIfAlone: String {
        switch self {
        case .file, .remote: "Pass an archive. If this file is damaged, use an older generation."
        case .state(let store):
            Self.adviceWithoutGenerations(in: store)
        }
    }

    private static func adviceWithoutGenerations(in store: ArchiveStore) -> String {
        let count = ((try? store.files()) ?? []).count { $0.role == .setAside }
        return count == 0
            ? "There is no other generation, and no file is set aside: without a backup of this"
                + " one,"
                + " the next launch starts afresh."
            : "There is no other generation; restorectl archive list --set-aside"
                + " \(store.commandSubject) shows \(Quantity.count(count, "older file"))."
    }
}
