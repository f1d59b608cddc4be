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

/// The discriminator among objects with the same parent and name.
package enum Mark: Hashable, Sendable {
    case none
    /// The key of the object's slot, the parent's answer, or the scope of a root.
    case key(RestorationIdentifier)
    /// The position among the siblings of the same name.
    case position(Int)
    /// The number that a save assigned.
    case number(Int)
    /// A key, a full stop and the number that a save assigned. One text keeps records small.
    case numberedKey(RestorationIdentifier)

    /// The text in paths.
    package var text: RestorationIdentifier? {
        switch self {
        case .none: nil
        case .key(let key), .numberedKey(let key): key
        case .position(let count), .number(let count): RestorationIdentifier("\(count)")
        }
    }

    var isNumber: Bool {
        switch self {
        case .number, .numberedKey: true
        case .none, .key, .position: false
        }
    }

    /// The same without a number.
    var unnumbered: Mark {
        guard case .numberedKey(let text) = self else { return isNumber ? .none : self }
        let key = text.rawValue.lastIndex(of: ".").map { text.rawValue[..<$0] }
        return key.flatMap { RestorationIdentifier(String($0)) }.map { .key($0) } ?? .none
    }

    /// The key, with or without a number.
    var key: RestorationIdentifier? { if case .key(let key) = unnumbered { key } else { nil } }

    /// This mark with a number in addition.
    func numbered(_ count: Int) -> Mark {
        let text = key.flatMap { RestorationIdentifier("\($0.rawValue).\(count)") }
        return text.map { .numberedKey($0) } ?? .number(count)
    }
}

struct Place: Hashable {
    /// The parent's row; -1 at the top.
    var parent: Int
    var mark: Mark
    var name: UInt32
}

/// One record of a session: place, kind, and owner of the values.
struct Record {
    struct Flags: OptionSet {
        let rawValue: UInt16

        // With the numbers of archives.

        static let isRegistered = Flags(rawValue: 1)
        static let isElement = Flags(rawValue: 8)
        /// A place above other records, which never had an object.
        static let isBare = Flags(rawValue: 16)
        static let isRoot = Flags(rawValue: 32)
        /// The record has no object. It survives even without a reference, because its parent
        /// holds it.
        static let isHeldByParent = Flags(rawValue: 64)

        // Of this launch.

        /// The session knows the object's name, because it made, registered or restored the object.
        static let isNamed = Flags(rawValue: 1 << 10)
        /// No save of this or an earlier launch has written the record.
        static let isNew = Flags(rawValue: 1 << 11)
        /// The record has been a parent.
        static let isParent = Flags(rawValue: 1 << 12)

        init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The saved flags that records of a session have, too.
        init(_ saved: ArchiveRecord.Flags) {
            let both: Flags = [.isRegistered, .isElement, .isBare, .isRoot, .isHeldByParent]
            rawValue = UInt16(truncatingIfNeeded: saved.rawValue) & both.rawValue
        }
    }

    // In an order that leaves few gaps in memory.

    let id: RecordID
    /// The last capture that met the record, and the record's number in its image.
    var capture: UInt32 = 0
    var place: Place
    var imageNumber: UInt32 = 0
    var flags: Flags = []
    var fate: Fate
    var outcome = RestorationReport.Outcome.missing
    var kind = 0
    /// The record's number in the opened archive; -1 if that archive has no such record.
    var number = -1
    var details: RecordDetails?
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
    /// The values, if the record owns them.
    var values: StoredValues?
    /// The stand-in, as long as other code holds it.
    weak var standIn: UnavailableObject?
    var wait: Wait?
    /// The fingerprint of the object when its state was deferred or could not be applied.
    var fingerprint: Fingerprint?
    /// Whether the program has invalidated the object since.
    var isInvalidated = false
    /// The invalidated object, held until a save writes it.
    var changed: (any Restorable)?
    /// Whether the object is of another type than the saved one, so that it never takes the record
    /// over.
    var isOfOtherType = false
    /// The state after its migration from an older version.
    var migrated: Migrated?
    /// The keys that the creation read, as numbers of the coder.
    var askedAtCreation: [UInt32] = []
    /// Values that the object did not read, and that saves write again.
    var unread: [UnreadField] = []
    var debt: Debt?
    /// Whether the parent's object has durably encoded a reference to the stand-in.
    var isShownByParent = false
    /// Whether the object's root was taken down temporarily.
    var isDetached = false
}

/// An event of this launch for which a record waits.
struct Wait {
    /// The ticket that will arrive; `nil` if the program says when the object, or the owner of the
    /// element, is ready.
    var ticket: RestorationTicket?
    /// When the wait ends; `nil` for no limit.
    var deadline: ContinuousClock.Instant?
}

/// The location of a retained record's values. Their bytes stay unchanged even if the file changes.
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
