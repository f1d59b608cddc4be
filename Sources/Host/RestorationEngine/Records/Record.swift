package import RestorationCore

/// The owner of a record's values.
package enum Fate: UInt8, Sendable {
    /// The object: a save writes the values that it encodes.
    case bound
    /// The record: a save writes its values as they are.
    case retained
    /// None: no save writes the record.
    case ended
}

/// Distinguishes an object from others with its name: the key of its slot, its parent's answer or
/// the scope of its root; a position among its siblings; or a number that a save assigned.
package enum Mark: Hashable, Sendable {
    case none
    case key(RestorationIdentifier)
    case position(Int)
    case number(Int)

    /// The text in paths.
    package var text: RestorationIdentifier? {
        switch self {
        case .none: nil
        case .key(let key): key
        case .position(let count), .number(let count): RestorationIdentifier("\(count)")
        }
    }

    var isNumber: Bool { if case .number = self { true } else { false } }
}

struct Place: Hashable {
    /// The parent's row; -1 at the top.
    var parent: Int
    var name: UInt32
    var mark: Mark
}

/// One record of a session: place, kind, and owner of the values.
struct Record {
    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The session named the object, which was made, registered, or restored by its class.
        static let isNamed = Flags(rawValue: 1)
        static let isRegistered = Flags(rawValue: 2)
        static let isElement = Flags(rawValue: 4)
        static let isRoot = Flags(rawValue: 8)
        /// The record has no object. Its parent holds it, even if no reference leads to it.
        static let isHeldByParent = Flags(rawValue: 16)
        /// A place above other records that never had an object.
        static let isBare = Flags(rawValue: 32)
        /// No save of this or an earlier launch has written the record.
        static let isNew = Flags(rawValue: 64)
        /// No parent has been found yet.
        static let isUnsettled = Flags(rawValue: 128)
        /// The outcome has changed since the last report.
        static let isNews = Flags(rawValue: 256)
    }

    let id: RecordID
    var place: Place
    var kind: Int
    var flags: Flags
    var fate: Fate
    /// The number in the opened archive; -1 if it was not there.
    var number: Int
    var outcome = RestorationReport.Outcome.missing
    /// The last capture that met the record, and its number in that image.
    var capture: UInt32 = 0
    var imageNumber: UInt32 = 0
    /// Whether a row was ever below it.
    var isParent = false
    var details: RecordDetails?

    init(_ id: RecordID, _ place: Place, kind: Int, flags: Flags = [], fate: Fate, number: Int = -1)
    {
        self.id = id
        self.place = place
        self.kind = kind
        self.flags = flags
        self.fate = fate
        self.number = number
    }
}

struct RecordKind: Hashable {
    var className: String?
    var plugin: String?
    var typeName: String?
    var schemaVersion = 1
    var storyboard: String?
}

final class RecordDetails {
    /// Why the object is unavailable or has no state, or another remark.
    var reason: Diagnosis?
    var isFailure = false
    /// The time that its plugin took to create and decode it.
    var duration: Duration?
    /// The values, if the record owns them.
    var values: StoredValues?
    /// The stand-in, while other code holds it.
    weak var standIn: UnavailableObject?
    var wait: Wait?
    /// The fingerprint from when the state was deferred or could not be applied, and whether the
    /// program has invalidated the object since.
    var fingerprint: Fingerprint?
    var isInvalidated = false
    /// The invalidated object, held until a save writes it.
    var changed: (any Restorable)?
    /// Whether the object is of another type, and so never takes the record over.
    var isOfOtherType = false
    /// The migrated state of an older version, and the keys that the creation read, by their
    /// numbers in the coder.
    var migrated: Migrated?
    var askedAtCreation: [UInt32] = []
    /// Values that the object did not read, and that saves write again.
    var unread: [UnreadField] = []
    /// Saved contents that the object was not given in this session.
    var debt: Debt?
    /// The objects that durably encoded a reference to the stand-in.
    var referrers: [Int] = []
    /// The object's own name, if the session uses another.
    var ownName: String?
    /// Whether its root was taken down for a while.
    var isDetached = false
}

/// An event of this launch for which a record waits.
struct Wait {
    enum Subject {
        /// Its class said "not yet", or the object cannot take its state yet.
        case ticket(RestorationTicket)
        /// The object cannot take its state until the program says so.
        case readiness
        case elements
    }
    var subject: Subject
    /// When the wait ends; `nil` for no limit.
    var deadline: ContinuousClock.Instant?
    /// Whether the data has arrived, but an ancestor has to come first.
    var hasArrived = false

    var isForElements: Bool { if case .elements = subject { true } else { false } }
    var ticket: RestorationTicket? { if case .ticket(let ticket) = subject { ticket } else { nil } }
}

/// The location of a retained record's values, whose bytes stay even if the file changes.
struct StoredValues {
    let source: ValueSource
    let number: Int
    let section: RetainedSection
}

/// An archive with values, and the rows of its records.
final class ValueSource {
    let archive: ArchiveReader
    /// By record number.
    private(set) var rows: [Int]

    init(_ archive: ArchiveReader, rows: [Int]) {
        self.archive = archive
        self.rows = rows
    }

    /// The row of a record; `nil` if the set has none.
    func row(of number: UInt32) -> Int? {
        guard number < UInt32(rows.count), rows[Int(number)] >= 0 else { return nil }
        return rows[Int(number)]
    }
}

/// A value that an object did not read or could not decode, and the rows to which it refers.
struct UnreadField {
    let field: CopiedField
    let references: [Int?]
}
