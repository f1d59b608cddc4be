/// Writes one archive after another, keeping its memory between them.
///
/// The image that it makes is plain bytes: sections first, then the tables, then a directory of
/// fixed size at the end, which says where everything is. `Docs/ArchiveFormat.md` draws it.
package final class ArchiveWriter {
    package let sections: SectionWriterHandle
    package var strings = TextTable()
    package var paths = PathTable()
    package private(set) var records: [ArchiveRecord] = []
    private let pool = BufferPool()

    package init() { sections = SectionWriterHandle() }

    /// Forgets everything written; memory is kept.
    package func removeAll() {
        sections.removeAll()
        strings.removeAll()
        paths.removeAll()
        records.removeAll(keepingCapacity: true)
    }

    /// Starts with the key table of `reader`, in its order, so that sections of that archive can be
    /// copied as they are. Only right after ``removeAll()``.
    package func adoptKeys(of reader: ArchiveReader) {
        for number in 0..<UInt32(reader.keyCount) { sections.adoptKey(reader.key(number)) }
    }

    package func append(_ record: ArchiveRecord) { records.append(record) }

    package func update(_ number: Int, _ change: (inout ArchiveRecord) -> Void) {
        change(&records[number])
    }

    package func record(_ number: Int) -> ArchiveRecord { records[number] }

    /// A path's node, made from its components.
    package func number(of path: RestorationPath) -> UInt32 {
        var node = ArchiveRecord.none
        for component in path.components {
            node = paths.number(
                of: PathNode(
                    parent: node,
                    identifier: strings.number(of: component.identifier.rawValue),
                    discriminator: stringNumber(component.discriminator?.rawValue)
                ))
        }
        return node
    }

    /// The path of a node: O(depth).
    package func path(of node: UInt32) -> RestorationPath {
        var components: [RestorationPath.Component] = []
        var next = node
        while next != ArchiveRecord.none {
            let step = paths.nodes[Int(next)]
            let discriminator =
                step.discriminator == ArchiveRecord.none ? nil : strings[step.discriminator]
            components.append(
                .init(
                    // Only valid identifiers are ever numbered.
                    RestorationIdentifier(strings[step.identifier])!,
                    discriminator: discriminator.flatMap { RestorationIdentifier($0) }
                ))
            next = step.parent
        }
        return RestorationPath(components.reversed())!
    }

    /// The paths and sizes of the largest records, for messages about size.
    package func largestRecords(_ count: Int) -> [String] {
        records.dropFirst().sorted { $0.sectionSize > $1.sectionSize }.prefix(count).map {
            "\(path(of: $0.path)) (\($0.sectionSize) bytes)"
        }
    }

    /// A string's number; `none` for `nil`.
    package func stringNumber(_ text: String?) -> UInt32 {
        guard let text else { return ArchiveRecord.none }
        return strings.number(of: text)
    }

    /// Adds tables and directory and hands the finished image over.
    package func finish(_ info: PreservationInfo) -> ArchiveImage {
        let version = stringNumber(info.applicationVersion)
        let system = stringNumber(info.systemVersion)
        return sections.finish(pool: pool) { store, keys, references in
            var directory = ArchiveDirectory()
            directory.sectionsSize = UInt64(store.count)
            store.align()
            directory.keysOffset = UInt64(store.count)
            directory.keyCount = UInt32(keys.count)
            keys.write(to: &store)
            store.align()
            directory.stringsOffset = UInt64(store.count)
            directory.stringCount = UInt32(strings.count)
            strings.write(to: &store)
            store.align()
            directory.pathsOffset = UInt64(store.count)
            directory.pathCount = UInt32(paths.nodes.count)
            for node in paths.nodes { node.write(to: &store) }
            store.align()
            directory.recordsOffset = UInt64(store.count)
            directory.recordCount = UInt32(records.count)
            for record in records { record.write(to: &store) }
            directory.referencesOffset = UInt64(store.count)
            directory.referenceCount = UInt32(references.count)
            for reference in references { store.append(fixed: reference) }
            store.align()
            directory.applicationVersion = version
            directory.systemVersion = system
            directory.timestampSeconds = info.timestamp.seconds
            directory.timestampNanoseconds = info.timestamp.nanoseconds
            directory.write(to: &store)
        }
    }
}

extension ByteStore {
    /// Pads to a multiple of eight.
    fileprivate mutating func align() {
        while count % 8 != 0 { append(0 as UInt8) }
    }
}

extension PathNode {
    fileprivate func write(to store: inout ByteStore) {
        store.append(fixed: parent)
        store.append(fixed: identifier)
        store.append(fixed: discriminator)
    }

    init(_ cursor: inout SectionCursor) throws(CoderError) {
        parent = try cursor.fixed(UInt32.self)
        identifier = try cursor.fixed(UInt32.self)
        discriminator = try cursor.fixed(UInt32.self)
    }
}

extension ArchiveRecord {
    fileprivate func write(to store: inout ByteStore) {
        store.append(fixed: path)
        store.append(fixed: className)
        store.append(fixed: plugin)
        store.append(fixed: typeName)
        store.append(fixed: schemaVersion)
        store.append(fixed: flags.rawValue)
        store.append(fixed: sectionOffset)
        store.append(fixed: sectionSize)
        store.append(fixed: referencesStart)
    }

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

/// The last bytes of an image: where its tables are.
///
/// ```
/// magic "RKIMAGE0"     8      sections size        8
/// keys at              8      strings at           8
/// paths at             8      records at           8
/// references at        8      seconds since 1970   8
/// nanoseconds          4      keys                 4
/// strings              4      path nodes           4
/// records              4      references           4
/// application version  4      system version       4      96 bytes in all
/// ```
struct ArchiveDirectory {
    static let size = 96
    static let magic: UInt64 = 0x30_4547_414D_494B_52  // "RKIMAGE0", little-endian

    var sectionsSize: UInt64 = 0
    var keysOffset: UInt64 = 0
    var stringsOffset: UInt64 = 0
    var pathsOffset: UInt64 = 0
    var recordsOffset: UInt64 = 0
    var referencesOffset: UInt64 = 0
    var timestampSeconds: Int64 = 0
    var timestampNanoseconds: UInt32 = 0
    var keyCount: UInt32 = 0
    var stringCount: UInt32 = 0
    var pathCount: UInt32 = 0
    var recordCount: UInt32 = 0
    var referenceCount: UInt32 = 0
    var applicationVersion = ArchiveRecord.none
    var systemVersion = ArchiveRecord.none

    init() {}

    func write(to store: inout ByteStore) {
        store.append(fixed: Self.magic)
        for offset in [
            sectionsSize, keysOffset, stringsOffset, pathsOffset, recordsOffset, referencesOffset,
        ] {
            store.append(fixed: offset)
        }
        store.append(fixed: timestampSeconds)
        for count in [
            timestampNanoseconds, keyCount, stringCount, pathCount, recordCount, referenceCount,
            applicationVersion, systemVersion,
        ] {
            store.append(fixed: count)
        }
    }

    init(_ cursor: inout SectionCursor) throws(CoderError) {
        guard try cursor.fixed(UInt64.self) == Self.magic else { throw .damaged(offset: 0) }
        sectionsSize = try cursor.fixed(UInt64.self)
        keysOffset = try cursor.fixed(UInt64.self)
        stringsOffset = try cursor.fixed(UInt64.self)
        pathsOffset = try cursor.fixed(UInt64.self)
        recordsOffset = try cursor.fixed(UInt64.self)
        referencesOffset = try cursor.fixed(UInt64.self)
        timestampSeconds = try cursor.fixed(Int64.self)
        timestampNanoseconds = try cursor.fixed(UInt32.self)
        keyCount = try cursor.fixed(UInt32.self)
        stringCount = try cursor.fixed(UInt32.self)
        pathCount = try cursor.fixed(UInt32.self)
        recordCount = try cursor.fixed(UInt32.self)
        referenceCount = try cursor.fixed(UInt32.self)
        applicationVersion = try cursor.fixed(UInt32.self)
        systemVersion = try cursor.fixed(UInt32.self)
    }
}
