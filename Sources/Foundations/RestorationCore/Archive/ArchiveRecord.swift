/// One object's entry in the table of records. It refers to records by number in the ID table, and
/// to strings by number in the string table. ``ArchiveRecord/none`` means absent.
package struct ArchiveRecord: Hashable, Sendable, BitwiseCopyable {
    /// The value of an absent table index.
    @inlinable package static var none: UInt32 {
        @inline(__always)
        get { .max }
    }
    static let size = 52

    package struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// A registered object, outside the tree. Restores do not ask the delegate for it
        /// (REST-18).
        package static let isRegistered = Flags(rawValue: 1)
        /// Written unchanged, because the object could not be restored.
        package static let isRetained = Flags(rawValue: 2)
        /// The object failed to encode, and no earlier state existed.
        package static let isEmpty = Flags(rawValue: 4)
        /// Leaf state of an owner, which decodes after all owners (REST-38).
        package static let isElement = Flags(rawValue: 8)
        /// An ancestor of other records, without an object of its own.
        package static let isBare = Flags(rawValue: 16)
        package static let isRoot = Flags(rawValue: 32)
        /// Retained without a reference, because its parent may still need it. It has no live
        /// object.
        package static let isHeldByParent = Flags(rawValue: 64)
        /// The discriminator is a position or a number. Without either flag, it is text.
        package static let hasPosition = Flags(rawValue: 256)
        package static let hasNumber = Flags(rawValue: 512)
        /// The discriminator is a key, a full stop and a number.
        package static let hasNumberedKey = Flags(rawValue: 1024)
    }

    /// The parent's record; none for a top-level object.
    package var parent = none
    package var identifier = none
    /// The discriminator: a string number or, by the flags, a position or a number.
    package var discriminator = none
    package var kind: UInt32 = 0
    package var flags: Flags = []
    /// The start of the list of unread keys.
    package var unreadStart = none
    /// The start of the contents.
    package var contentsStart = none
    /// The record's references in the order of use. The last ``unreadReferenceCount`` of them occur
    /// only in unread values.
    package var referencesStart: UInt32 = 0
    package var referenceCount: UInt32 = 0
    package var unreadReferenceCount: UInt32 = 0
    package var sectionSize: UInt32 = 0
    package var sectionOffset: UInt64 = 0

    package init() {}

    package var isRegistered: Bool { flags.contains(.isRegistered) }
    package var isEmpty: Bool { flags.contains(.isEmpty) }
    package var isElement: Bool { flags.contains(.isElement) }
    package var isBare: Bool { flags.contains(.isBare) }
}

/// The properties that objects of one kind share, as string numbers.
package struct ArchiveKind: Hashable, Sendable, BitwiseCopyable {
    static let size = 20
    package var className = ArchiveRecord.none
    /// The plugin of the class; none for the host's own classes.
    package var plugin = ArchiveRecord.none
    /// The live object's type, for the kind-of rule (REST-19).
    package var typeName = ArchiveRecord.none
    package var schemaVersion: UInt32 = 1
    package var storyboard = ArchiveRecord.none

    package init() {}
}

/// The relations of an object that the session itself saves, as record numbers.
package struct RecordContents: Hashable, Sendable {
    package struct Child: Hashable, Sendable {
        package var record: UInt32
        package var key: String?
        package init(_ record: UInt32, key: String?) {
            self.record = record
            self.key = key
        }
    }

    /// The children in order, or `nil` if the object is not a container.
    package var children: [Child]?
    package var selected: UInt32?
    package var presented: UInt32?
    package var elements: [UInt32] = []

    package init() {}

    package var isEmpty: Bool { children == nil && presented == nil && elements.isEmpty }

    /// All records that the contents reference.
    package var targets: [UInt32] {
        (children ?? []).map(\.record) + [presented].compactMap(\.self) + elements
    }
}

/// Facts about the save, which every coder reports (PRES-26).
public struct PreservationInfo: Hashable, Sendable {
    /// The time of the capture.
    public let timestamp: Timestamp
    /// The version of the application that saved, or `nil` if its host gave none.
    public let applicationVersion: String?
    /// The operating system and its version, such as "Linux 6.1.0".
    public let systemVersion: String

    /// Creates the facts of a save.
    public init(timestamp: Timestamp, applicationVersion: String?, systemVersion: String) {
        self.timestamp = timestamp
        self.applicationVersion = applicationVersion
        self.systemVersion = systemVersion
    }

    /// For values that do not come from a save.
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
