import RestorationCore
import RestorationPlugins
import RestorationStorage

/// What the suspects of a ledger are called in an archive.
struct SuspectNames {
    private let archive: ArchiveReader?
    private let acting: ActingClasses
    private let records: [UInt64: Int]
    /// By the digest that stands for any object of a class: a record of one.
    private let classes: [UInt64: Int]

    /// An object or a class, and the class and plugin whose code it was.
    struct Name {
        /// `nil` where a class is meant.
        let path: RestorationPath?
        let className: String?
        let plugin: String?
    }

    /// O(records) if there are any suspects.
    ///
    /// - Parameter acting: Whose code runs for the records.
    init(
        _ suspects: [LedgerPage.Suspect],
        _ archive: ArchiveReader?,
        salt: UInt64,
        _ acting: ActingClasses
    ) {
        self.archive = archive
        self.acting = acting
        guard let archive, !suspects.isEmpty else {
            (records, classes) = ([:], [:])
            return
        }
        // What has saved an object may have another name than what has saved its record.
        records = ObjectDigests(archive, salt: salt)
            .records(with: Set(suspects.map(\.object))) { number in
                acting.acting(forRecord: number, in: archive).className
            }
        let isClassMeant = suspects.contains(where: \.isOfClass)
        let numbers = isClassMeant ? Array(archive.records.indices.dropFirst()) : []
        classes = Dictionary(
            numbers.map { number in
                let name = acting.acting(forRecord: number, in: archive).className
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
        let acting = acting.acting(forRecord: number, in: archive)
        return Name(
            path: isClass || number == 0 ? nil : archive.path(of: archive.records[number].path),
            className: acting.className,
            plugin: acting.plugin
        )
    }
}

extension LedgerPage.Suspect {
    /// Whether a class is meant, and not one object of it.
    fileprivate var isOfClass: Bool {
        !isOfRestore && LedgerStage(ofLedger: stage)?.isOfClass == true
    }
}
