import FoundationEssentials
import RestorationCore
import RestorationKit
import RestorationStorage

/// The generation that can be looked at in place of a damaged one.
struct OtherGeneration {
    private let archive: OpenedArchive
    /// What shows it.
    private let command: String

    /// - Parameters:
    ///   - generation: the damaged one.
    ///   - keyFile: where the key is, if the person named a file.
    /// - Returns: `nil` if the other one is not there, or cannot be read either.
    init?(
        than generation: ArchiveStore.Generation,
        of store: ArchiveStore,
        from keyFile: String?
    ) {
        let isCurrent = generation == .current
        let subject = "\(isCurrent ? "--previous " : "")\(store.commandSubject)"
        self.init(subject, keyFile) {
            try isCurrent ? store.openOlderForReading() : store.openForReading(.current)
        }
    }

    /// - Parameter file: a damaged one, beside which a store would keep older generations.
    init?(than file: String, with keys: Keys, from keyFile: String?) {
        let previous = file + ".previous"
        let hasPrevious = FileManager.default.fileExists(atPath: previous)
        let older = hasPrevious ? previous : file + ".found"
        self.init(older, keyFile) { try keys.open(older, kind: .archive) }
    }

    private init?(_ subject: String, _ keyFile: String?, open: () throws -> OpenedArchive?) {
        // Whatever is wrong with it, it is no way on; `archive list` says what that is.
        guard let archive = try? open(), (try? ArchiveReader(archive)) != nil else { return nil }
        self.archive = archive
        let option = keyFile.map { " --key-file \($0)" } ?? ""
        command = "restorectl archive show \(subject)\(option)"
    }

    /// What to do, as a sentence.
    var advice: String {
        "\(command) shows generation \(archive.generation), saved"
            + " \(Quantity.moment(archive.savedAt.seconds))."
    }
}
