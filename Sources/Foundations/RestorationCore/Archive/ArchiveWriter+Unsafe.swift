/// Writes archives one after another and reuses its memory.
///
/// An image is plain bytes: sections, tables, then a fixed-size directory that locates them.
/// `Docs/ArchiveFormat.md` shows the layout.
package final class ArchiveWriter {
    package let sections: SectionWriterHandle
    private let tables = Unguarded(Tables())
    private let pool = BufferPool()

    private struct Tables: ~Copyable {
        var strings = TextTable()
        var kinds = FlatArray<ArchiveKind>()
        var records = FlatArray<ArchiveRecord>()
        var ids = FlatArray<RecordID>()
        var lists = FlatArray<UInt32>()
        /// The objects by record number, during a capture.
        var objects = FlatArray<(any Restorable)?>()

    }

    package init() { sections = SectionWriterHandle() }

    deinit { tables.end() }

    /// Removes all records; the buffers stay allocated.
    package func removeAll() {
        sections.removeAll(from: pool)
        tables.value.strings.removeAll()
        tables.value.kinds.truncate(to: 0)
        tables.value.records.truncate(to: 0)
        tables.value.ids.truncate(to: 0)
        tables.value.lists.truncate(to: 0)
        releaseObjects()
    }

    // MARK: Records

    /// Allocates memory for a number of records at once. Tables that grow double their memory.
    package func reserve(_ count: Int) {
        tables.value.records.reserve(count)
        tables.value.ids.reserve(count)
        tables.value.objects.reserve(count)
    }

    package var recordCount: Int { tables.value.records.count }

    /// Adds a record and returns its number. References to `object` lead to it. The writer retains
    /// the object until ``releaseObjects()``, so that its address stays unique.
    @discardableResult
    package func append(
        _ record: ArchiveRecord,
        id: RecordID,
        for object: (any Restorable)? = nil
    ) -> UInt32 {
        let number = UInt32(tables.value.records.count)
        tables.value.records.append(record)
        tables.value.ids.append(id)
        if let object { sections.setNumber(number, of: object) }
        tables.value.objects.append(object)
        return number
    }

    package func object(ofRecord number: Int) -> (any Restorable)? {
        tables.value.objects[number]
    }

    /// Moves the object of a record out, which counts no references, until
    /// ``giveBack(_:ofRecord:)``.
    package func takeObject(ofRecord number: Int) -> (any Restorable)? {
        tables.value.objects[number].take()
    }

    package func giveBack(_ object: consuming any Restorable, ofRecord number: Int) {
        tables.value.objects[number] = object
    }

    package func releaseObjects() {
        // Moved out first: deallocating an object may call back into the program.
        var objects = FlatArray<(any Restorable)?>(capacity: 1)
        swap(&objects, &tables.value.objects)
        objects.truncate(to: 0)
        // The next capture uses the memory again.
        swap(&objects, &tables.value.objects)
    }

    package func record(_ number: Int) -> ArchiveRecord { tables.value.records[number] }

    package func update(_ number: Int, _ change: (inout ArchiveRecord) -> Void) {
        change(&tables.value.records[number])
    }

    package func place(_ section: WrittenSection, inRecord number: Int) {
        tables.value.records[number].sectionOffset = UInt64(section.offset)
        tables.value.records[number].sectionSize = UInt32(section.size)
        tables.value.records[number].referencesStart = UInt32(section.referencesStart)
        tables.value.records[number].referenceCount = UInt32(section.referenceCount)
    }

    package func place(_ contents: RecordContents, inRecord number: Int) {
        let parts = contents.parts
        guard !parts.isEmpty else { return }
        tables.value.records[number].contentsStart = UInt32(tables.value.lists.count)
        tables.value.lists.append(parts.rawValue)
        if let children = contents.children {
            tables.value.lists.append(UInt32(children.count))
            for child in children { tables.value.lists.append(child.record) }
            if parts.contains(.keys) {
                for child in children { tables.value.lists.append(stringNumber(child.key)) }
            }
        }
        if let selected = contents.selected { tables.value.lists.append(selected) }
        if let presented = contents.presented { tables.value.lists.append(presented) }
        if parts.contains(.elements) { appendList(contents.elements) }
    }

    /// Stores the unread keys of record `number`.
    ///
    /// - Parameter referenceCount: how many of the record's last references occur only in their
    ///   values.
    package func place(unread keys: [String], referenceCount: Int, inRecord number: Int) {
        guard !keys.isEmpty else { return }
        tables.value.records[number].unreadStart = UInt32(tables.value.lists.count)
        tables.value.records[number].unreadReferenceCount = UInt32(referenceCount)
        appendList(keys.map { sections.number(ofKey: $0) })
    }

    private func appendList(_ numbers: [UInt32]) {
        tables.value.lists.append(UInt32(numbers.count))
        for number in numbers { tables.value.lists.append(number) }
    }

    /// The records larger than `size` bytes, in order. O(records).
    package func records(above size: Int) -> [(number: Int, sizeInBytes: Int)] {
        (1..<max(recordCount, 1)).compactMap {
            let found = Int(record($0).sectionSize)
            return found > size ? ($0, found) : nil
        }
    }

    /// The largest records, for messages about size. O(records log records).
    package func largestRecords(_ count: Int) -> ArraySlice<(number: Int, sizeInBytes: Int)> {
        records(above: 0).sorted { $0.sizeInBytes > $1.sizeInBytes }.prefix(count)
    }

    // MARK: Names

    /// The number of a string, or `none` for `nil`.
    package func stringNumber(_ text: String?) -> UInt32 {
        guard let text else { return ArchiveRecord.none }
        return tables.value.strings.number(of: text)
    }

    package func append(_ kind: ArchiveKind) -> UInt32 {
        tables.value.kinds.append(kind)
        return UInt32(tables.value.kinds.count - 1)
    }

    /// A hash of a string or `nil`, equal in every process. Not for hostile input.
    package static func hash(of text: String?) -> UInt32 {
        text.map { TextTable.hash($0) } ?? hashOfNone
    }

    private static let hashOfNone: UInt32 = 0x9E37_79B9

    // MARK: The image

    /// Appends the tables and the directory, and returns the finished image.
    package func finish(_ info: PreservationInfo) -> ArchiveImage {
        var directory = ArchiveDirectory()
        directory.applicationVersion = stringNumber(info.applicationVersion)
        directory.systemVersion = stringNumber(info.systemVersion)
        directory.timestampSeconds = info.timestamp.seconds
        directory.timestampNanoseconds = info.timestamp.nanoseconds
        return sections.finish(pool: pool) { store, keys, references in
            directory.sectionsSize = UInt64(store.count)
            directory.keys = .init(offset: store.alignedOffset(), count: UInt32(keys.count))
            keys.write(to: &store)
            directory.strings.offset = store.alignedOffset()
            directory.strings.count = UInt32(tables.value.strings.count)
            tables.value.strings.write(to: &store)
            directory.kinds.offset = store.alignedOffset()
            directory.kinds.count = UInt32(tables.value.kinds.count)
            for number in 0..<tables.value.kinds.count {
                tables.value.kinds[number].write(to: &store)
            }
            writeIDs(&directory, to: &store)
            directory.records.offset = store.alignedOffset()
            directory.records.count = UInt32(recordCount)
            for number in 0..<recordCount { record(number).write(to: &store) }
            directory.references.offset = store.alignedOffset()
            directory.references.count = UInt32(references.count)
            for index in 0..<references.count { store.append(fixed: references[index]) }
            directory.lists.offset = store.alignedOffset()
            directory.lists.count = UInt32(tables.value.lists.count)
            for index in 0..<tables.value.lists.count {
                store.append(fixed: tables.value.lists[index])
            }
            _ = store.alignedOffset()
            directory.write(to: &store)
        }
    }

    private func writeIDs(_ directory: inout ArchiveDirectory, to store: inout ByteStore) {
        var launches: [UInt64] = []
        var numbers: [UInt64: UInt32] = [:]
        var last: (launch: UInt64, number: UInt32)?
        directory.ids.offset = store.alignedOffset()
        directory.ids.count = UInt32(recordCount)
        for index in 0..<recordCount {
            let id = tables.value.ids[index]
            if last?.launch != id.launch {
                let number = numbers[id.launch] ?? UInt32(launches.count)
                if numbers.updateValue(number, forKey: id.launch) == nil {
                    launches.append(id.launch)
                }
                last = (id.launch, number)
            }
            store.append(words: [last!.number, id.counter])
        }
        directory.launches.offset = store.alignedOffset()
        directory.launches.count = UInt32(launches.count)
        for launch in launches { store.append(fixed: launch) }
    }
}

extension ByteStore {
    fileprivate mutating func alignedOffset() -> UInt64 {
        while count % 8 != 0 { append(0 as UInt8) }
        return UInt64(count)
    }
}

extension ArchiveKind {
    fileprivate func write(to store: inout ByteStore) {
        store.append(words: [className, plugin, typeName, schemaVersion, storyboard])
    }
}

extension ArchiveRecord {
    fileprivate func write(to store: inout ByteStore) {
        store.append(words: [parent, identifier, discriminator, kind, flags.rawValue])
        store.append(words: [unreadStart, contentsStart, referencesStart, referenceCount])
        store.append(words: [unreadReferenceCount, sectionSize])
        store.append(fixed: sectionOffset)
    }
}
