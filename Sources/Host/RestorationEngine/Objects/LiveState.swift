package import RestorationCore

/// The state of a live object on its way to other code, in memory alone.
package struct LiveState {
    private let record: ScratchRecord
    private let schemaVersion: Int

    /// Lets the object encode.
    ///
    /// - Parameters:
    ///   - schemaVersion: The version of the state that it writes.
    ///   - set: Knows the values that its class has not asked for.
    /// - Throws: The error with which the object fails to encode.
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

    /// A coder on the state, rewritten by the class where it is of an older version. References
    /// lead to the live objects.
    ///
    /// - Throws: Why it cannot be rewritten.
    package func coder(for restorationClass: any RestorationClass) throws -> RestorationCoder {
        let coder = try record.coder()
        guard schemaVersion < restorationClass.schemaVersion else { return coder }
        let rewritten = MigratedRecord(schemaVersion: schemaVersion, info: .unknown)
        try rewritten.advance(to: restorationClass, reading: coder)
        return try rewritten.coder(resolving: record, holder: 1) ?? coder
    }
}

extension RecordSet {
    /// Replaces an object's unread values by those of `coder` that have not been asked for.
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

    /// Values that have not been asked for, with the rows that they refer to.
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
