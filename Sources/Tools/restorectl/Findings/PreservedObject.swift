import RestorationCore
import RestorationEngine
import RestorationStorage

struct PreservedObject {
    /// `nil` for the application's own record.
    let path: RestorationPath?
    /// The restoration class; `nil` for an object of the base graph.
    let className: String?
    let plugin: String?
    let schemaVersion: UInt32
    /// The type that saved, as named by the program or a binding; `nil` for a plugin's object.
    let typeName: String?
    let flags: ArchiveRecord.Flags
    let sizeInBytes: Int
    let fields: Result<[RecordField], Damage>
    /// The keys that the saving version of the class neither read nor wrote.
    let unreadKeys: Set<String>

    struct Damage: Error {
        let diagnosis: Diagnosis
        /// Whether the file is damaged, rather than its contents malformed.
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

    var pathText: String { path?.description ?? Self.applicationText }

    static let applicationText = "(the application itself)"

    /// The read error with its place; `nil` if there is none.
    var damage: Diagnosis? { damage(advising: nil) }

    /// - Parameter advice: The remedy if the file is damaged; `nil` for the error's own.
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
