/// A value copied out of a record, with all that is in it.
package struct CopiedValue: Hashable, Sendable {
    /// As in its section; its references mean positions in `references`, in their order.
    let bytes: [UInt8]
    /// The numbers of the records that it refers to; `ArchiveRecord.none` for none.
    package let references: [UInt32]
}

/// Copying values that the code which copies need not understand.
extension RestorationCoder {
    /// Copies a value of any kind, with all that is in it, from a coder that decodes: how a
    /// migration takes over references, and what it does not look at. A mark as sensitive comes
    /// along. References survive a migration alone; elsewhere they become null.
    ///
    /// - Returns: Whether `source` has a value under `sourceKey`; if not, nothing is stored.
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
            throw .misuse("A coder that encodes was asked to decode")
        }
        guard try reader.seek(sourceKey, acceptingNull: true) else { return false }
        let value = try reader.copiedValue()
        guard begin(key) else { return true }
        put(value)
        if source.sensitiveKeys.contains(sourceKey) { markSensitive(key) }
        return true
    }

    /// Copies all values of a coder that decodes, except those under some keys: for a migration
    /// that changes few.
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

    /// Reads the value at hand without looking into it.
    package func takeCopy() throws(CoderError) -> CopiedValue {
        guard let reader else { throw .misuse("A coder that encodes was asked to decode") }
        return try reader.copiedValue()
    }

    /// Writes a copied value where the coder stands.
    ///
    /// - Parameter references: the records that its references lead to here; `nil` asks whoever
    ///   numbers records.
    package func put(_ value: CopiedValue, references: [UInt32]? = nil) {
        guard let writer, writer.value.activeToken == token else { return }
        // Not from inside the writer: numbering an object stores things there.
        let numbering = writer.value.numbering
        let numbers =
            references
            ?? value.references.map {
                numbering?.number(ofCopied: $0) ?? ArchiveRecord.none
            }
        writer.value.put(value, references: numbers)
    }

    // MARK: Fields that nobody asked for

    /// The keys of the record that were asked for so far, by their numbers in the archive.
    package var askedKeys: [UInt32] { reader?.askedKeys ?? [] }

    /// Whether every field of the record has been asked for and decoded.
    package var isReadWhole: Bool { reader?.isReadWhole ?? true }

    /// The fields of the record that nobody has asked for, or that could not be decoded.
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

    /// The live object of a record that a copied value refers to, while its archive is restored.
    package func object(ofRecord number: UInt32) -> (any Restorable)? {
        number == ArchiveRecord.none ? nil : reader?.resolving?.object(for: number)
    }

    /// Writes a copied field.
    ///
    /// - Parameter references: the records that its references lead to here.
    package func encode(_ field: CopiedField, references: [UInt32]) {
        guard begin(field.key) else { return }
        put(field.value, references: references)
        if field.isSensitive { markSensitive(field.key) }
    }

    /// Whether the section being written has a value, be it null, under `key`.
    ///
    /// In a plugin, only of what was written after ``rememberFields()``.
    package func holdsField(_ key: String) -> Bool {
        write { $0.holdsValue(forKey: key, acceptingNull: true) }
            ?? foreign?.holdsField(key) ?? false
    }

    /// Whether the section being written has a value in the place of a field copied before.
    package func replaces(_ field: CopiedField) -> Bool {
        field.isUndecoded ? holdsValue(forKey: field.key) : holdsField(field.key)
    }

    /// Has ``holdsField(_:)`` know what is written from now on.
    func rememberFields() { foreign?.rememberFields() }
}

/// A field of a record, copied.
package struct CopiedField: Hashable, Sendable {
    package let key: String
    package let value: CopiedValue
    package let isSensitive: Bool
    /// Whether decoding it failed. A null does not replace such a field.
    package let isUndecoded: Bool
    /// Whether another field has the same value, whatever records the references of both lead to.
    package func hasValue(of other: CopiedField) -> Bool { value.bytes == other.value.bytes }
    /// What it takes in a section, without its key, which all sections share.
    package var sizeInBytes: Int { value.bytes.count }
}
