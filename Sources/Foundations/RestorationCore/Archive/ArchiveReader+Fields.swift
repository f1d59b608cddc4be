/// One key of a record with its value, for tools that show archives.
package struct RecordField: Hashable, Sendable {
    package let key: String
    /// A reference is the number of a record.
    package let value: RestorationValue
    /// Whether whoever stored it wants it kept to itself.
    package var isSensitive = false
}

/// Under which keys tools show what the session itself knows of an object. No object can store
/// anything under them (PRES-28).
package enum ContentKey {
    package static let children = "restoration.children"
    package static let slots = "restoration.slots"
    package static let selected = "restoration.selected"
    package static let presented = "restoration.presented"
    /// The keys that no decode has asked for.
    package static let unread = "restoration.unread"
}

extension ArchiveReader {
    /// Everything that a record holds, in the order of writing. Reading it all also checks it all.
    ///
    /// Goes through the section once: looking each key up would cost the square of their number,
    /// which whoever wrote the archive chose.
    ///
    /// - Throws: ``CoderError/damaged(offset:)`` where the bytes make no sense, another
    ///   ``CoderError`` if values nest too deep, or what the source of the bytes throws.
    package func fields(of record: Int) throws -> [RecordField] {
        let reader = try SectionReader(self, record: record, resolving: nil)
        let coder = RestorationCoder(reading: reader)
        let sensitive = coder.sensitiveKeys
        var fields: [RecordField] = []
        var offset = 0
        while let key = try reader.field(at: offset) {
            let value = try RestorationValue.decode(from: coder)
            offset = reader.offset
            // What Core itself notes about the record is not the object's.
            guard !key.isEmpty else { continue }
            let isSensitive = sensitive.contains(key)
            fields.append(RecordField(key: key, value: value, isSensitive: isSensitive))
        }
        return fields + contentFields(of: record)
    }

    /// The record's contents, under the keys by which tools show them.
    private func contentFields(of record: Int) -> [RecordField] {
        let contents = contents(of: record)
        func references(_ numbers: [UInt32]) -> RestorationValue {
            .array(numbers.map { .reference($0) })
        }
        var fields: [RecordField] = []
        if let children = contents.children {
            fields.append(
                RecordField(key: ContentKey.children, value: references(children.map(\.record)))
            )
            if children.contains(where: { $0.key != nil }) {
                let keys = children.map { $0.key.map { RestorationValue.string($0) } ?? .null }
                fields.append(RecordField(key: ContentKey.slots, value: .array(keys)))
            }
        }
        for (key, number) in [
            (ContentKey.selected, contents.selected), (ContentKey.presented, contents.presented),
        ] {
            if let number { fields.append(RecordField(key: key, value: .reference(number))) }
        }
        let unread = unreadKeys(of: record)
        if !unread.isEmpty {
            let keys = unread.map { RestorationValue.string($0) }
            fields.append(RecordField(key: ContentKey.unread, value: .array(keys)))
        }
        return fields
    }
}
