/// Writes one archive after another, keeping its memory between them.
///
/// The image that it makes is plain bytes: sections first, then the tables, then a directory of
/// fixed size at the end, which says where everything is. `Docs/ArchiveFormat.md` draws it.
package final class ArchiveWriter {
    package let sections: SectionWriterHandle
    private let tables = Unguarded(Tables())
    private let pool = BufferPool()
    private var typeNames: [ObjectIdentifier: String] = [:]

    private struct Tables: ~Copyable {
        var strings = TextTable()
        var paths = PathTable()
        var records = FlatArray<ArchiveRecord>()
        /// By record number, while records are added.
        var objects = FlatArray<(any Restorable)?>()
        /// The record at each path, by node number.
        var owners = FlatArray<UInt32>()
        /// By node number: the digests of paths.
        var digests = FlatArray<UInt64>()
        /// By address of a type: the number of its name.
        var typeNumbers = AddressTable()

        mutating func takeObjects() -> FlatArray<(any Restorable)?> {
            var taken = FlatArray<(any Restorable)?>()
            swap(&taken, &objects)
            return taken
        }
    }

    package init() { sections = SectionWriterHandle() }

    deinit { tables.end() }

    /// Forgets everything written; memory is kept.
    package func removeAll() {
        sections.removeAll(from: pool)
        tables.value.strings.removeAll()
        tables.value.paths.removeAll()
        tables.value.records.truncate(to: 0)
        tables.value.owners.truncate(to: 0)
        tables.value.digests.truncate(to: 0)
        tables.value.typeNumbers.removeAll()
        releaseObjects()
    }

    // MARK: Records

    package var recordCount: Int { tables.value.records.count }

    @discardableResult
    package func append(_ record: ArchiveRecord) -> UInt32 { append(record, for: nil) }

    /// Adds the record of an object, which it keeps alive until ``releaseObjects()``: so nobody
    /// else gets its address. Returns the record's number.
    @discardableResult
    package func append(_ record: ArchiveRecord, for object: (any Restorable)?) -> UInt32 {
        let number = UInt32(tables.value.records.count)
        tables.value.records.append(record)
        tables.value.objects.append(object)
        guard record.path != ArchiveRecord.none else { return number }
        let missing = Int(record.path) + 1 - tables.value.owners.count
        if missing > 0 {
            tables.value.owners.append(repeating: ArchiveRecord.none, count: missing)
        }
        tables.value.owners[Int(record.path)] = number
        return number
    }

    /// The record that has a path node; `none` if none has.
    package func owner(of node: UInt32) -> UInt32 {
        Int(node) < tables.value.owners.count ? tables.value.owners[Int(node)] : ArchiveRecord.none
    }

    package func object(ofRecord number: Int) -> (any Restorable)? {
        tables.value.objects[number]
    }

    /// Whether a record is that of `object`.
    package func isRecord(_ number: Int, of object: any Restorable) -> Bool {
        tables.value.objects[number] === object
    }

    /// Makes record `number`, whose section is not written yet, that of another object.
    package func replace(_ number: UInt32, with record: ArchiveRecord, for object: any Restorable) {
        // Taken out first: the end of an object may run its program's code.
        let earlier = tables.value.objects[Int(number)]
        tables.value.objects[Int(number)] = object
        tables.value.records[Int(number)] = record
        _ = consume earlier
    }

    /// Lets go of the objects that the records are of.
    package func releaseObjects() {
        // Taken out first: the end of an object may run its program's code.
        let objects = tables.value.takeObjects()
        _ = consume objects
    }

    package func record(_ number: Int) -> ArchiveRecord { tables.value.records[number] }

    package func update(_ number: Int, _ change: (inout ArchiveRecord) -> Void) {
        change(&tables.value.records[number])
    }

    /// The node of the path of record `number`.
    package func node(ofRecord number: Int) -> UInt32 { tables.value.records[number].path }

    /// Says where the section of record `number` is.
    package func place(_ section: WrittenSection, inRecord number: Int) {
        tables.value.records[number].sectionOffset = UInt64(section.offset)
        tables.value.records[number].sectionSize = UInt32(section.size)
        tables.value.records[number].referencesStart = UInt32(section.referencesStart)
    }

    /// The paths and sizes of the largest records, for messages about size.
    package func largestRecords(_ count: Int) -> [String] {
        let numbers = (1..<max(recordCount, 1)).sorted {
            record($0).sectionSize > record($1).sectionSize
        }
        return numbers.prefix(count).map {
            "\(path(of: node(ofRecord: $0))) (\(record($0).sectionSize) bytes)"
        }
    }

    /// The paths and sizes of the records above a size in bytes, in their order. O(records).
    package func records(
        above size: Int
    ) -> [(number: Int, path: RestorationPath, sizeInBytes: Int)] {
        (1..<max(recordCount, 1)).compactMap {
            let found = Int(record($0).sectionSize)
            return found > size ? ($0, path(of: node(ofRecord: $0)), found) : nil
        }
    }

    // MARK: Names and paths

    /// A string's number; `none` for `nil`.
    package func stringNumber(_ text: String?) -> UInt32 {
        guard let text else { return ArchiveRecord.none }
        return tables.value.strings.number(of: text)
    }

    package func string(_ number: UInt32) -> String { tables.value.strings[number] }

    /// A hash of a string, or of `nil`, the same in every process. Not for hostile input.
    package static func hash(of text: String?) -> UInt32 {
        text.map { TextTable.hash($0) } ?? hashOfNone
    }

    private static let hashOfNone: UInt32 = 0x9E37_79B9

    /// The number of a type's name, which `makeName` finds out once in the life of the writer.
    package func typeNumber(
        _ type: any Restorable.Type,
        _ makeName: (any Restorable.Type) -> String
    ) -> UInt32 {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        if let known = tables.value.typeNumbers[address] { return known }
        let name = typeNames[ObjectIdentifier(type)] ?? makeName(type)
        typeNames[ObjectIdentifier(type)] = name
        let number = stringNumber(name)
        tables.value.typeNumbers.set(number, at: address)
        return number
    }

    /// The number of a string if it can be a restoration identifier.
    package func identifierNumber(_ text: String) -> UInt32? {
        unsafe text.withBytes { bytes -> UInt32? in
            guard unsafe RestorationIdentifier.isValid(bytes) else { return nil }
            return unsafe tables.value.strings.number(of: bytes)
        }
    }

    /// The number of a path node, new or known.
    package func number(of node: PathNode) -> UInt32 {
        let number = tables.value.paths.number(of: node)
        if Int(number) == tables.value.digests.count { appendDigest(of: node) }
        return number
    }

    /// A path's node, made from its components.
    package func number(of path: RestorationPath) -> UInt32 {
        var node = ArchiveRecord.none
        for component in path.components {
            node = number(
                of: PathNode(
                    parent: node,
                    identifier: stringNumber(component.identifier.rawValue),
                    discriminator: stringNumber(component.discriminator?.rawValue)
                )
            )
        }
        return node
    }

    /// The node above a node.
    package func parent(ofNode node: UInt32) -> UInt32 { step(ofNode: node).parent }

    /// The last step of a path.
    package func step(ofNode node: UInt32) -> PathNode { tables.value.paths[node] }

    /// The path of a node: O(depth).
    package func path(of node: UInt32) -> RestorationPath {
        var components: [RestorationPath.Component] = []
        var next = node
        while next != ArchiveRecord.none {
            let step = tables.value.paths[next]
            components.append(
                .init(
                    // Only valid identifiers are ever numbered.
                    identifier(step.identifier)!,
                    discriminator: identifier(step.discriminator)
                )
            )
            next = step.parent
        }
        return RestorationPath(components.reversed())!
    }

    private func identifier(_ number: UInt32) -> RestorationIdentifier? {
        guard number != ArchiveRecord.none else { return nil }
        return RestorationIdentifier(tables.value.strings[number])
    }

    // MARK: Digests

    /// The digest of the object of a record, as ``ObjectDigests`` has it, with its plugin's number.
    package func digest(
        ofRecord number: Int,
        salt: UInt64
    ) -> (object: UInt64, plugin: UInt32) {
        let record = tables.value.records[number]
        let path =
            record.path == ArchiveRecord.none
            ? ObjectDigests.root : tables.value.digests[Int(record.path)]
        let className = hash(ofString: record.className)
        return (ObjectDigests.object(path: path, className: className, salt), record.plugin)
    }

    /// Of the newest node, while what it is made of is at hand.
    private func appendDigest(of step: PathNode) {
        let above =
            step.parent == ArchiveRecord.none
            ? ObjectDigests.root : tables.value.digests[Int(step.parent)]
        tables.value.digests.append(
            ObjectDigests.below(
                above,
                identifier: hash(ofString: step.identifier),
                discriminator: hash(ofString: step.discriminator)
            )
        )
    }

    /// A hash of a string, by its number: that which ``hash(of:)`` has of the string.
    private func hash(ofString number: UInt32) -> UInt32 {
        number == ArchiveRecord.none ? Self.hashOfNone : tables.value.strings.hash(of: number)
    }

    // MARK: The image

    /// Adds tables and directory and hands the finished image over.
    package func finish(_ info: PreservationInfo) -> ArchiveImage {
        var directory = ArchiveDirectory()
        directory.applicationVersion = stringNumber(info.applicationVersion)
        directory.systemVersion = stringNumber(info.systemVersion)
        directory.timestampSeconds = info.timestamp.seconds
        directory.timestampNanoseconds = info.timestamp.nanoseconds
        return sections.finish(pool: pool) { store, keys, references in
            directory.sectionsSize = UInt64(store.count)
            directory.keysOffset = store.alignedOffset()
            directory.keyCount = UInt32(keys.count)
            keys.write(to: &store)
            directory.stringsOffset = store.alignedOffset()
            directory.stringCount = UInt32(tables.value.strings.count)
            tables.value.strings.write(to: &store)
            directory.pathsOffset = store.alignedOffset()
            directory.pathCount = UInt32(tables.value.paths.count)
            tables.value.paths.write(to: &store)
            directory.recordsOffset = store.alignedOffset()
            directory.recordCount = UInt32(recordCount)
            for number in 0..<recordCount { record(number).write(to: &store) }
            directory.referencesOffset = UInt64(store.count)
            directory.referenceCount = UInt32(references.count)
            for index in 0..<references.count { store.append(fixed: references[index]) }
            _ = store.alignedOffset()
            directory.write(to: &store)
        }
    }
}

extension ByteStore {
    /// Pads to a multiple of eight and returns where that is.
    fileprivate mutating func alignedOffset() -> UInt64 {
        while count % 8 != 0 { append(0 as UInt8) }
        return UInt64(count)
    }
}

extension PathTable {
    /// Appends the table as an archive stores it.
    fileprivate func write(to store: inout ByteStore) {
        for number in 0..<UInt32(count) {
            let node = self[number]
            store.append(words: [node.parent, node.identifier, node.discriminator])
        }
    }
}

extension ArchiveRecord {
    fileprivate func write(to store: inout ByteStore) {
        store.append(words: [path, className, plugin, typeName, schemaVersion, flags.rawValue])
        store.append(fixed: sectionOffset)
        store.append(words: [sectionSize, referencesStart])
    }
}
