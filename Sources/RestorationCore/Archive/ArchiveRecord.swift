/// One object's entry in an archive's table of records. Names are numbers in the string table, with
/// ``ArchiveRecord/none`` for "has none".
package struct ArchiveRecord: Hashable, Sendable, BitwiseCopyable {
    /// "There is none", for every field that refers to a table.
    @inlinable package static var none: UInt32 {
        @inline(__always)
        get { .max }
    }
    /// The bytes of an entry on disk.
    static let size = 40

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
    }

    /// The path, as a number in the path table; none for the application's own record.
    package var path = none
    /// The restoration class.
    package var className = none
    /// The plugin that the class comes from; none for the host's own.
    package var plugin = none
    /// The type of the live object, for the kind-of rule (REST-19).
    package var typeName = none
    /// The schema version of the class that wrote the section.
    package var schemaVersion: UInt32 = 1
    package var flags: Flags = []
    /// Where the section lies in the image.
    package var sectionOffset: UInt64 = 0
    package var sectionSize: UInt32 = 0
    /// Where the record's references begin; they end where the next record's begin.
    package var referencesStart: UInt32 = 0

    package init() {}

    package var isRegistered: Bool { flags.contains(.isRegistered) }
    package var isEmpty: Bool { flags.contains(.isEmpty) }
    package var isElement: Bool { flags.contains(.isElement) }
}

/// One step of a path: its parent's number, none for a root, and its own names.
package struct PathNode: Hashable, Sendable, BitwiseCopyable {
    static let size = 12
    package var parent: UInt32
    package var identifier: UInt32
    package var discriminator: UInt32

    package init(parent: UInt32, identifier: UInt32, discriminator: UInt32) {
        self.parent = parent
        self.identifier = identifier
        self.discriminator = discriminator
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

extension PathNode {
    init(_ cursor: inout SectionCursor) throws(CoderError) {
        parent = try cursor.fixed(UInt32.self)
        identifier = try cursor.fixed(UInt32.self)
        discriminator = try cursor.fixed(UInt32.self)
    }
}

extension ArchiveRecord {
    init(_ cursor: inout SectionCursor) throws(CoderError) {
        path = try cursor.fixed(UInt32.self)
        className = try cursor.fixed(UInt32.self)
        plugin = try cursor.fixed(UInt32.self)
        typeName = try cursor.fixed(UInt32.self)
        schemaVersion = try cursor.fixed(UInt32.self)
        flags = Flags(rawValue: try cursor.fixed(UInt32.self))
        sectionOffset = try cursor.fixed(UInt64.self)
        sectionSize = try cursor.fixed(UInt32.self)
        referencesStart = try cursor.fixed(UInt32.self)
    }
}
