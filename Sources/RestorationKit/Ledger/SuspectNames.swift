import RestorationCore
import RestorationStorage

/// What the suspects of a ledger are called in an archive.
struct SuspectNames {
    private let archive: ArchiveReader?
    private let records: [UInt64: Int]
    /// By the digest that stands for any object of a class: a record of one.
    private let classes: [UInt64: Int]

    struct Name {
        /// `nil` where a class is meant.
        let path: RestorationPath?
        let className: String?
        let plugin: String?
    }

    /// O(records) if there are any suspects.
    init(_ suspects: [LedgerPage.Suspect], _ archive: ArchiveReader?, salt: UInt64) {
        self.archive = archive
        guard let archive, !suspects.isEmpty else {
            (records, classes) = ([:], [:])
            return
        }
        records = ObjectDigests(archive, salt: salt).records(with: Set(suspects.map(\.object)))
        let isClassMeant = suspects.contains(where: \.isOfClass)
        let numbers = isClassMeant ? Array(archive.records.indices.dropFirst()) : []
        classes = Dictionary(
            numbers.map { number in
                let name = archive.string(archive.records[number].className)
                return (ObjectDigests.any(ofClass: ArchiveWriter.hash(of: name), salt), number)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// `nil` if the archive does not have it.
    func name(of suspect: LedgerPage.Suspect) -> Name? {
        let isClass = suspect.isOfClass
        guard let archive, let number = (isClass ? classes : records)[suspect.object] else {
            return nil
        }
        let record = archive.records[number]
        return Name(
            path: isClass || number == 0 ? nil : archive.path(of: record.path),
            className: archive.string(record.className),
            plugin: archive.string(record.plugin)
        )
    }
}

extension LedgerPage.Suspect {
    /// Whether a class is meant, and not one object of it.
    fileprivate var isOfClass: Bool { LedgerStage(ofLedger: stage)?.isOfClass ?? false }
}
