/// One key of a record with its value, for tools that show archives.
package struct RecordField: Hashable, Sendable {
    package let key: String
    /// A reference is the number of a record.
    package let value: RestorationValue
    /// Whether whoever stored it wants it kept to itself.
    package var isSensitive = false
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
        return fields
    }
}
