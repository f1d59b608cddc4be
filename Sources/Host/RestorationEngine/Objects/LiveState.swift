package import RestorationCore

/// A live object's state in memory, to be handed to other code.
package struct LiveState {
    private let record: ScratchRecord
    private let schemaVersion: Int

    /// Encodes the object.
    ///
    /// - Parameters:
    ///   - schemaVersion: The version of the encoded state.
    ///   - set: The records, with the object's unread values.
    /// - Throws: The error of the object's encode.
    package init(of object: any Restorable, schemaVersion: Int, in set: RecordSet) throws {
        let record = ScratchRecord(schemaVersion: schemaVersion)
        try record.write { coder in
            try object.encodeRecord(with: coder)
            let unread = set.row(of: object).flatMap { set.details($0)?.unread } ?? []
            record.write(unread, coder, of: set)
        }
        self.record = record
        self.schemaVersion = schemaVersion
    }

    /// A coder for the state, migrated by the class if the state is of an older version. References
    /// resolve to the live objects.
    ///
    /// - Throws: The error of the migration.
    package func coder(for restorationClass: any RestorationClass) throws -> RestorationCoder {
        let coder = try record.coder()
        guard schemaVersion < restorationClass.schemaVersion else { return coder }
        let rewritten = MigratedRecord(schemaVersion: schemaVersion, info: .unknown)
        try rewritten.advance(to: restorationClass, reading: coder)
        return try rewritten.coder(resolving: record, holder: 1) ?? coder
    }
}

extension RecordSet {
    /// Replaces an object's unread values by those that `coder` was not asked for.
    package func keepUnread(
        of coder: RestorationCoder,
        by object: any Restorable,
        except dropped: Set<String>
    ) {
        guard let row = row(of: object) else { return }
        let fields = coder.isReadWhole ? [] : (try? coder.unaskedFields()) ?? []
        let unread = unread(fields, of: coder, except: dropped)
        if !unread.isEmpty || details(row) != nil { makeDetails(row).unread = unread }
    }

    func unread(
        _ fields: [CopiedField],
        of coder: RestorationCoder,
        except dropped: Set<String>
    ) -> [UnreadField] {
        fields.filter { !dropped.contains($0.key) }.map { field in
            UnreadField(
                field: field,
                references: field.value.references.map { number in
                    coder.object(ofRecord: number).flatMap { self.row(of: $0) }
                }
            )
        }
    }
}
