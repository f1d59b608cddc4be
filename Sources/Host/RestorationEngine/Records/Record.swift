package import RestorationCore

/// Whose the values of a record are.
package enum Fate: UInt8, Sendable {
    /// The object's: a save writes the values that it encodes.
    case bound
    /// The record's: a save writes them as they are.
    case retained
    /// Nobody's: no save writes the record.
    case ended
}

/// The discriminator of an object among others of its name: the key of its slot, its parent's
/// answer, or the scope of its root; a position among its siblings; or a number that a save has
/// given it.
package enum Mark: Hashable, Sendable {
    case none
    case key(RestorationIdentifier)
    case position(Int)
    case number(Int)

    /// As it is in paths.
    package var text: RestorationIdentifier? {
        switch self {
        case .none: nil
        case .key(let key): key
        case .position(let count), .number(let count): RestorationIdentifier("\(count)")
        }
    }

    var isNumber: Bool { if case .number = self { true } else { false } }
}

/// The place of a record: its parent, name and discriminator.
struct Place: Hashable {
    /// The parent's row; -1 at the top.
    var parent: Int
    var name: UInt32
    var mark: Mark
}

/// One record of a session: an object's place and kind, and the owner of its values.
struct Record {
    struct Flags: OptionSet {
        let rawValue: UInt16
        /// The session has given the object its name, rather than the object itself: it was made,
        /// registered, or restored by its class.
        static let isNamed = Flags(rawValue: 1)
        static let isRegistered = Flags(rawValue: 2)
        static let isElement = Flags(rawValue: 4)
        static let isRoot = Flags(rawValue: 8)
        /// Its parent holds it, with or without references: there is no object in its place.
        static let isHeldByParent = Flags(rawValue: 16)
        /// A place above others, which has never had an object.
        static let isBare = Flags(rawValue: 32)
        /// No save has written it, in this launch or before.
        static let isNew = Flags(rawValue: 64)
        /// The place is not settled yet: no parent has been found.
        static let isUnsettled = Flags(rawValue: 128)
        /// A report that was made before says something else of it.
        static let isNews = Flags(rawValue: 256)
    }

    let id: RecordID
    var place: Place
    var kind: Int
    var flags: Flags
    var fate: Fate
    /// Its number in the archive that was opened; -1 if it was not in it.
    var number: Int
    /// Its outcome in the report.
    var outcome = RestorationReport.Outcome.missing
    /// The last capture that has met it, and its number in that image.
    var capture: UInt32 = 0
    var imageNumber: UInt32 = 0
    /// Whether a row has been below it.
    var isParent = false
    /// The rare properties, if it has any.
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

/// The common facts about objects of one kind.
struct RecordKind: Hashable {
    var className: String?
    var plugin: String?
    var typeName: String?
    var schemaVersion = 1
    var storyboard: String?
}

/// The rare properties of a record.
final class RecordDetails {
    /// Why the object is not there with its state, or another remark about it.
    var reason: Diagnosis?
    /// Whether ``reason`` tells of a failure of an object that is there.
    var isFailure = false
    /// The time that its plugin took to create and decode it.
    var duration: Duration?
    /// The values, where they are the record's.
    var values: StoredValues?
    /// Its stand-in, as long as somebody holds that.
    weak var standIn: UnavailableObject?
    /// Its wait; `nil` if it waits for nothing.
    var wait: Wait?
    /// The fingerprint of its object right after its state was put off, or could not be applied;
    /// and whether the program has said since that it has changed.
    var fingerprint: Fingerprint?
    var isInvalidated = false
    /// The object that has changed: held until a save has written it.
    var changed: (any Restorable)?
    /// Whether the object may never take the record over: it is of another type.
    var isOfOtherType = false
    /// State of an older version, as the object's class has rewritten it, and the keys, by their
    /// numbers in its coder, that its creation has asked for.
    var migrated: Migrated?
    var askedAtCreation: [UInt32] = []
    /// Values that the object has not asked for, and that saves write again.
    var unread: [UnreadField] = []
    /// Contents that the object has had, and has not been given in this session.
    var debt: Debt?
    /// The objects that have encoded a reference to its stand-in, durably.
    var referrers: [Int] = []
    /// The object's own name when the session has named it otherwise.
    var ownName: String?
    /// Whether its roots were taken down for a while.
    var isPutAway = false
}

/// A record's wait for something in this launch.
struct Wait {
    enum Subject {
        /// Its class has said "not yet", or the object that it cannot take its state yet.
        case ticket(RestorationTicket)
        /// The object has said that it cannot take its state yet; the program says when it can.
        case readiness
        /// Its owner has not loaded its elements.
        case elements
    }
    var subject: Subject
    /// When the wait ends; `nil` if it does not end by itself.
    var deadline: ContinuousClock.Instant?
    /// Whether its data has come, and something above has to come before it.
    var hasArrived = false

    var isForElements: Bool { if case .elements = subject { true } else { false } }
    var ticket: RestorationTicket? { if case .ticket(let ticket) = subject { ticket } else { nil } }
}

/// Where the values of a retained record are: bytes that stay even if the file changes.
struct StoredValues {
    let source: ValueSource
    /// The record's number in the archive of `source`.
    let number: Int
    let section: RetainedSection
}

/// An archive that values are read from, and the rows of its records.
final class ValueSource {
    let archive: ArchiveReader
    /// By number in the archive.
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

/// A value that an object has not asked for, or could not decode, and the rows to which it refers.
struct UnreadField {
    let field: CopiedField
    let references: [Int?]
}
