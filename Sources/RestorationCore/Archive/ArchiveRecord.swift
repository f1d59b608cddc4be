/// One object's entry in an archive's table of records. Names are numbers in the string table, with
/// ``ArchiveRecord/none`` for "has none".
package struct ArchiveRecord: Hashable, Sendable {
    /// "There is none", for every field that refers to a table.
    package static let none = UInt32.max
    /// The bytes of an entry on disk.
    static let size = 40

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Registered with the session rather than found in the graph: the delegate is not asked
        /// for it (REST-18).
        package static let isRegistered = Flags(rawValue: 1)
        /// Written back as it was, because its object could not be restored.
        package static let isRetained = Flags(rawValue: 2)
        /// Its object could not be encoded and there was nothing to write back.
        package static let isEmpty = Flags(rawValue: 4)
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
}

/// One step of a path: its parent's number, none for a root, and its own names.
package struct PathNode: Hashable, Sendable {
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

/// Path nodes, each once, parents before children; finding one costs a hash of three numbers.
package struct PathTable {
    package private(set) var nodes: [PathNode] = []
    /// Open addressing: a node's number plus one, 0 for a free slot.
    private var slots = [UInt32](repeating: 0, count: 64)

    package init() {}

    package mutating func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
    }

    /// The number of a node, new or known.
    package mutating func number(of node: PathNode) -> UInt32 {
        var slot = Self.hash(node) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = slots[slot] - 1
            if nodes[Int(found)] == node { return found }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = UInt32(nodes.count)
        nodes.append(node)
        slots[slot] = number + 1
        if nodes.count * 2 > slots.count { rehash() }
        return number
    }

    /// The number of a node, if it is known.
    package func find(_ node: PathNode) -> UInt32? {
        var slot = Self.hash(node) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = slots[slot] - 1
            if nodes[Int(found)] == node { return found }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func rehash() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, node) in nodes.enumerated() {
            var slot = Self.hash(node) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }

    @inline(__always)
    private static func hash(_ node: PathNode) -> Int {
        var hash = UInt64(node.parent) << 32 | UInt64(node.identifier)
        hash = (hash ^ (UInt64(node.discriminator) &* 0xC2B2_AE3D_27D4_EB4F))
            &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> 32)
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

    public init(timestamp: Timestamp, applicationVersion: String?, systemVersion: String) {
        self.timestamp = timestamp
        self.applicationVersion = applicationVersion
        self.systemVersion = systemVersion
    }
}
