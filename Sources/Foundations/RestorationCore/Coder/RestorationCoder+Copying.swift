/// A copy of a record's value, including nested values.
package struct CopiedValue: Hashable, Sendable {
    /// The section's bytes. References are positions in `references`, in order.
    let bytes: [UInt8]
    /// The referenced records; `ArchiveRecord.none` for an empty reference.
    package let references: [UInt32]
}

extension RestorationCoder {
    /// Copies a value of any kind from a coder that decodes, including nested values and its
    /// sensitive mark.
    ///
    /// A migration uses it to carry over references and values that it does not change. References
    /// survive only in a migration; otherwise they become null.
    ///
    /// - Returns: Whether `source` has a value under `sourceKey`. If not, nothing is stored.
    /// - Throws: ``CoderError/damaged(offset:)`` if the value cannot be read.
    @discardableResult
    public func encodeCopy(
        of sourceKey: String,
        from source: RestorationCoder,
        forKey key: String? = nil
    ) throws(CoderError) -> Bool {
        let key = key ?? sourceKey
        if let foreign, let other = source.foreign {
            return try foreign.putCopy(key: key, from: other, sourceKey: sourceKey)
        }
        guard let reader = source.reader else {
            throw .misuse("An encoding coder was asked to decode")
        }
        guard try reader.seek(sourceKey, acceptingNull: true) else { return false }
        let value = try reader.copiedValue()
        guard begin(key) else { return true }
        put(value)
        if source.sensitiveKeys.contains(sourceKey) { markSensitive(key) }
        return true
    }

    /// Copies all values of a coder that decodes, except some keys. For a migration that changes
    /// few values.
    ///
    /// - Throws: as ``encodeCopy(of:from:forKey:)``.
    public func encodeCopies(
        from source: RestorationCoder,
        except keys: Set<String> = []
    ) throws(CoderError) {
        for key in source.keys where !keys.contains(key) {
            try encodeCopy(of: key, from: source)
        }
    }

    package func takeCopy() throws(CoderError) -> CopiedValue {
        guard let reader else { throw .misuse("An encoding coder was asked to decode") }
        return try reader.copiedValue()
    }

    /// Writes a copied value at the coder's position.
    ///
    /// - Parameter references: the new record numbers of its references; `nil` uses the writer's
    ///   numbering.
    package func put(_ value: CopiedValue, references: [UInt32]? = nil) {
        guard let writer, writer.value.activeToken == token else { return }
        // Not inside `write`, because numbering an object also accesses the writer.
        let numbering = writer.value.numbering
        let numbers =
            references
            ?? value.references.map {
                numbering?.number(ofCopied: $0) ?? ArchiveRecord.none
            }
        writer.value.put(value, references: numbers)
    }

    // MARK: Unread fields

    package var askedKeys: [UInt32] { reader?.askedKeys ?? [] }

    package var isReadWhole: Bool { reader?.isReadWhole ?? true }

    /// The fields that no decode asked for or that failed to decode.
    ///
    /// - Parameter also: keys asked for elsewhere, as ``askedKeys``.
    package func unaskedFields(besides also: [UInt32] = []) throws(CoderError) -> [CopiedField] {
        guard let reader else { return [] }
        let offsets = try reader.unaskedFields(besides: also)
        guard !offsets.isEmpty else { return [] }
        let sensitive = sensitiveKeys
        var fields: [CopiedField] = []
        for offset in offsets {
            guard let key = try reader.field(at: offset) else { break }
            let value = try reader.copiedValue()
            fields.append(
                CopiedField(
                    key: key,
                    value: value,
                    isSensitive: sensitive.contains(key),
                    isUndecoded: reader.isUndecoded(key)
                )
            )
        }
        return fields
    }

    /// The live object of a record that a copied value references, during the restore.
    package func object(ofRecord number: UInt32) -> (any Restorable)? {
        number == ArchiveRecord.none ? nil : reader?.resolving?.object(for: number)
    }

    /// Writes a copied field.
    ///
    /// - Parameter references: the new record numbers of its references.
    package func encode(_ field: CopiedField, references: [UInt32]) {
        guard begin(field.key) else { return }
        put(field.value, references: references)
        if field.isSensitive { markSensitive(field.key) }
    }

    /// Whether the section has a value under `key`, including null.
    ///
    /// In a plugin, only values written after ``rememberFields()`` count.
    package func holdsField(_ key: String) -> Bool {
        write { $0.holdsValue(forKey: key, acceptingNull: true) }
            ?? foreign?.holdsField(key) ?? false
    }

    /// Whether the section has a value that replaces a copied field.
    package func replaces(_ field: CopiedField) -> Bool {
        field.isUndecoded ? holdsValue(forKey: field.key) : holdsField(field.key)
    }

    /// Starts recording field names for ``holdsField(_:)``.
    func rememberFields() { foreign?.rememberFields() }
}

package struct CopiedField: Hashable, Sendable {
    package let key: String
    package let value: CopiedValue
    package let isSensitive: Bool
    /// Whether decoding failed. A null does not replace such a field.
    package let isUndecoded: Bool
    /// Whether two fields have equal values, regardless of the records that they reference.
    package func hasValue(of other: CopiedField) -> Bool { value.bytes == other.value.bytes }
    /// The field's size in a section, without its key, which sections share.
    package var sizeInBytes: Int { value.bytes.count }
}
