/// One key of a record and its value, for tools that show archives.
package struct RecordField: Hashable, Sendable {
    package let key: String
    /// The value; a reference is a record number.
    package let value: RestorationValue
    package var isSensitive = false
}

/// The keys under which tools show the session's own facts about an object. Objects cannot store
/// values under them (PRES-28).
package enum ContentKey {
    package static let children = "restoration.children"
    package static let slots = "restoration.slots"
    package static let selected = "restoration.selected"
    package static let presented = "restoration.presented"
    package static let unread = "restoration.unread"
}

extension ArchiveReader {
    /// All fields of a record in the order of writing. Reading them also validates them.
    ///
    /// Makes one pass, because lookups by key would be quadratic, and the archive's writer controls
    /// the number of keys.
    ///
    /// - Throws: ``CoderError/damaged(offset:)`` for malformed bytes, another ``CoderError`` if
    ///   values nest too deep, or an error of the source.
    package func fields(of record: Int) throws -> [RecordField] {
        let reader = try SectionReader(self, record: record, resolving: nil)
        let coder = RestorationCoder(reading: reader)
        let sensitive = coder.sensitiveKeys
        var fields: [RecordField] = []
        var offset = 0
        while let key = try reader.field(at: offset) {
            let value = try RestorationValue.decode(from: coder)
            offset = reader.offset
            // The field of sensitive keys belongs to Core, not to the object.
            guard !key.isEmpty else { continue }
            let isSensitive = sensitive.contains(key)
            fields.append(RecordField(key: key, value: value, isSensitive: isSensitive))
        }
        return fields + contentFields(of: record)
    }

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
