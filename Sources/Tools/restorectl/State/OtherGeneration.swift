import FoundationEssentials
import RestorationCore
import RestorationKit
import RestorationStorage

/// A readable generation to show instead of a damaged one.
struct OtherGeneration {
    private let archive: OpenedArchive
    private let command: String

    /// - Parameters:
    ///   - generation: The damaged generation.
    ///   - keyFile: The key file, if the user named one.
    /// - Returns: `nil` if the other generation does not exist or is unreadable, too.
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

    /// - Parameter file: A damaged file. Older generations are expected beside it.
    init?(than file: String, with keys: Keys, from keyFile: String?) {
        let previous = file + ".previous"
        let hasPrevious = FileManager.default.fileExists(atPath: previous)
        let older = hasPrevious ? previous : file + ".found"
        self.init(older, keyFile) { try keys.open(older, kind: .archive) }
    }

    private init?(_ subject: String, _ keyFile: String?, open: () throws -> OpenedArchive?) {
        // An unreadable archive is useless here, for any reason. `archive list` shows the reason.
        guard let archive = try? open(), (try? ArchiveReader(archive)) != nil else { return nil }
        self.archive = archive
        let option = keyFile.map { " --key-file \($0)" } ?? ""
        command = "restorectl archive show \(subject)\(option)"
    }

    var advice: String {
        "\(command) shows generation \(archive.generation), saved"
            + " \(Quantity.moment(archive.savedAt.seconds))."
    }
}
