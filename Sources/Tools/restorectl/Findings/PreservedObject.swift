import RestorationCore
import RestorationEngine
import RestorationStorage

/// One record of an archive, read completely.
struct PreservedObject {
    /// `nil` for the application's own record.
    let path: RestorationPath?
    /// The restoration class; `nil` for an object of the program's own graph.
    let className: String?
    /// The plugin of the class or type; `nil` for the host's own.
    let plugin: String?
    let schemaVersion: UInt32
    /// The type that saved, as the program or a binding names it; `nil` for what a plugin has made.
    let typeName: String?
    let flags: ArchiveRecord.Flags
    let sizeInBytes: Int
    /// What it holds, in the order of writing, or why that cannot be read.
    let fields: Result<[RecordField], Damage>
    /// The keys that the version of the class which saved has neither read nor written.
    let unreadKeys: Set<String>

    struct Damage: Error {
        let diagnosis: Diagnosis
        /// Whether the file is damaged, rather than written wrongly.
        let isOfFile: Bool

        init(_ error: any Error) {
            diagnosis = Diagnosis(error)
            isOfFile = (error as? StorageError).flatMap(SetAsideReason.init) == .damaged
        }
    }

    init(_ number: Int, of archive: ArchiveReader) {
        let (record, kind) = (archive.records[number], archive.kind(of: number))
        path = archive.path(of: number)
        className = archive.string(kind.className)
        plugin = archive.string(kind.plugin)
        schemaVersion = kind.schemaVersion
        typeName = archive.string(kind.typeName)
        flags = record.flags
        sizeInBytes = Int(record.sectionSize)
        fields = Result {
            try archive.fields(of: number).filter { $0.key != ContentKey.unread }
        }.mapError { Damage($0) }
        unreadKeys = Set(archive.unreadKeys(of: number))
    }

    /// The path in print.
    var pathText: String { path?.description ?? Self.applicationText }

    /// Stands for the path of the application's own record.
    static let applicationText = "(the application itself)"

    /// Why it cannot be read, and where; `nil` if it can.
    var damage: Diagnosis? { damage(advising: nil) }

    /// - Parameter advice: what to do if the file is damaged; `nil` for what the error says.
    func damage(advising advice: String?) -> Diagnosis? {
        guard case .failure(let damage) = fields else { return nil }
        let places = [pathText, damage.diagnosis.place].compactMap(\.self)
        return Diagnosis(
            problem: damage.diagnosis.problem,
            place: places.joined(separator: ", "),
            remedy: (damage.isOfFile ? advice : nil) ?? damage.diagnosis.remedy
        )
    }
}
