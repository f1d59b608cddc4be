/// One object's entry in an archive's table of records. Other records are known by their numbers in
/// the table of IDs, names by their numbers in the string table; ``ArchiveRecord/none`` is "has
/// none".
package struct ArchiveRecord: Hashable, Sendable, BitwiseCopyable {
    /// "There is none", for every field that refers to a table.
    @inlinable package static var none: UInt32 {
        @inline(__always)
        get { .max }
    }
    /// The bytes of an entry on disk.
    static let size = 52

    package struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Registered with the session rather than found in the graph: the delegate is not asked
        /// for it (REST-18).
        package static let isRegistered = Flags(rawValue: 1)
        /// Written back as it was, because its object could not be restored.
        package static let isRetained = Flags(rawValue: 2)
        /// Its object could not be encoded and there was nothing to write back.
        package static let isEmpty = Flags(rawValue: 4)
        /// The leaf state of an owner: only the owner has it, and it decodes last (REST-38).
        package static let isElement = Flags(rawValue: 8)
        /// A place above others that has no object.
        package static let isBare = Flags(rawValue: 16)
        /// A root of the program refers to it.
        package static let isRoot = Flags(rawValue: 32)
        /// Its parent keeps it, whatever refers to it: there is no object in its place.
        package static let isHeldByParent = Flags(rawValue: 64)
        /// What the discriminator is, if there is one: text, unless one of these is set.
        package static let hasPosition = Flags(rawValue: 256)
        package static let hasNumber = Flags(rawValue: 512)
    }

    /// The record of what the object is below; none at the top.
    package var parent = none
    /// The object's own name; none for the application's own record.
    package var identifier = none
    /// What tells it apart from others of its name: a string's number, or by its flags a position
    /// or a number.
    package var discriminator = none
    /// What the object is, in the table of kinds.
    package var kind: UInt32 = 0
    package var flags: Flags = []
    /// Where the keys of the values begin that no decode has asked for.
    package var unreadStart = none
    /// Where the contents begin, if it has any.
    package var contentsStart = none
    /// The record's references, in the order of their use, and how many of the last are only in
    /// values that no decode has asked for.
    package var referencesStart: UInt32 = 0
    package var referenceCount: UInt32 = 0
    package var unreadReferenceCount: UInt32 = 0
    /// Where the section lies in the image.
    package var sectionSize: UInt32 = 0
    package var sectionOffset: UInt64 = 0

    package init() {}

    package var isRegistered: Bool { flags.contains(.isRegistered) }
    package var isEmpty: Bool { flags.contains(.isEmpty) }
    package var isElement: Bool { flags.contains(.isElement) }
    package var isBare: Bool { flags.contains(.isBare) }
}

/// What objects of one kind have in common, as numbers of strings.
package struct ArchiveKind: Hashable, Sendable, BitwiseCopyable {
    static let size = 20
    /// The restoration class.
    package var className = ArchiveRecord.none
    /// The plugin that the class comes from; none for the host's own.
    package var plugin = ArchiveRecord.none
    /// The type of the live object, for the kind-of rule (REST-19).
    package var typeName = ArchiveRecord.none
    /// The schema version of the class that wrote the section.
    package var schemaVersion: UInt32 = 1
    /// The storyboard that the object was made from.
    package var storyboard = ArchiveRecord.none

    package init() {}
}

/// What the session itself knows of an object's place among others, by the records' numbers.
package struct RecordContents: Hashable, Sendable {
    /// A container's child, and the key of its slot.
    package struct Child: Hashable, Sendable {
        package var record: UInt32
        package var key: String?
        package init(_ record: UInt32, key: String?) {
            self.record = record
            self.key = key
        }
    }

    /// In order; `nil` if the record is not that of a container.
    package var children: [Child]?
    /// The child that is selected.
    package var selected: UInt32?
    /// What it presents.
    package var presented: UInt32?
    /// The elements of an owner.
    package var elements: [UInt32] = []

    package init() {}

    package var isEmpty: Bool { children == nil && presented == nil && elements.isEmpty }

    /// Whatever it leads to.
    package var targets: [UInt32] {
        (children ?? []).map(\.record) + [presented].compactMap(\.self) + elements
    }
}

/// Facts about the save itself, which every coder can tell (PRES-26).
public struct PreservationInfo: Hashable, Sendable {
    /// When the state was captured.
    public let timestamp: Timestamp
    /// The version of the application that saved, as its host gave it; `nil` if it gave none.
    public let applicationVersion: String?
    /// The operating system and its version, such as "Linux 6.1.0".
    public let systemVersion: String

    /// Creates the facts, as a coder is to tell them.
    ///
    /// The parameters are what the properties of these names say.
    public init(timestamp: Timestamp, applicationVersion: String?, systemVersion: String) {
        self.timestamp = timestamp
        self.applicationVersion = applicationVersion
        self.systemVersion = systemVersion
    }

    /// For values that were not saved by anybody.
    package static let unknown = PreservationInfo(
        timestamp: Timestamp(seconds: 0)!,
        applicationVersion: nil,
        systemVersion: ""
    )
}

// MARK: Reading entries

extension ArchiveKind {
    init(_ cursor: inout SectionCursor) throws(CoderError) {
        className = try cursor.fixed(UInt32.self)
        plugin = try cursor.fixed(UInt32.self)
        typeName = try cursor.fixed(UInt32.self)
        schemaVersion = try cursor.fixed(UInt32.self)
        storyboard = try cursor.fixed(UInt32.self)
    }
}

extension ArchiveRecord {
    init(_ cursor: inout SectionCursor) throws(CoderError) {
        parent = try cursor.fixed(UInt32.self)
        identifier = try cursor.fixed(UInt32.self)
        discriminator = try cursor.fixed(UInt32.self)
        kind = try cursor.fixed(UInt32.self)
        flags = Flags(rawValue: try cursor.fixed(UInt32.self))
        unreadStart = try cursor.fixed(UInt32.self)
        contentsStart = try cursor.fixed(UInt32.self)
        referencesStart = try cursor.fixed(UInt32.self)
        referenceCount = try cursor.fixed(UInt32.self)
        unreadReferenceCount = try cursor.fixed(UInt32.self)
        sectionSize = try cursor.fixed(UInt32.self)
        sectionOffset = try cursor.fixed(UInt64.self)
    }
}
