package import RestorationCore

/// A live object's state in memory, as a record of its own.
package final class LiveState: ReferenceNumbering, ReferenceResolving {
    private let schemaVersion: Int
    private let writer = ArchiveWriter()
    /// The targets of references, by record number less 1.
    private var objects: [any Restorable] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]

    /// Encodes the object.
    ///
    /// - Parameters:
    ///   - schemaVersion: The version of the encoded state.
    ///   - set: The records, if the object's unread values are included.
    /// - Throws: The error of the object's encode.
    package init(
        of object: any Restorable,
        schemaVersion: Int = 1,
        in set: RecordSet? = nil
    ) throws {
        self.schemaVersion = schemaVersion
        var kind = ArchiveKind()
        kind.schemaVersion = UInt32(clamping: schemaVersion)
        var record = ArchiveRecord()
        record.kind = writer.append(kind)
        writer.append(record, id: .application)
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        let section = writer.sections.writeSection { coder in
            try object.encodeRecord(with: coder)
            guard let set, let row = set.row(of: object) else { return }
            write(set.details(row)?.unread ?? [], coder, of: set)
        }
        writer.place(try section.get(), inRecord: 0)
    }

    /// Writes unread values again, except under keys that the coder has.
    private func write(_ fields: [UnreadField], _ coder: RestorationCoder, of set: RecordSet) {
        for field in fields where !coder.replaces(field.field) {
            let numbers = field.references.map { row in
                row.flatMap { set.target($0) }.flatMap { number(of: $0) } ?? ArchiveRecord.none
            }
            coder.encode(field.field, references: numbers)
        }
    }

    /// Call it once.
    func coder() throws -> RestorationCoder {
        // References lead to records, which need a name. It is never read.
        var target = ArchiveRecord()
        target.identifier = writer.stringNumber("-")
        var ids = RecordIDSource(launch: 1)
        for _ in objects { writer.append(target, id: ids.next()) }
        return try ArchiveReader(source: writer.finish(.unknown)).coder(for: 0, resolving: self)
    }

    /// A coder for the state, migrated by the class if the state is of an older version. References
    /// resolve to the live objects.
    ///
    /// - Throws: The error of the migration.
    package func coder(for restorationClass: any RestorationClass) throws -> RestorationCoder {
        let coder = try coder()
        guard schemaVersion < restorationClass.schemaVersion else { return coder }
        let rewritten = MigratedRecord(schemaVersion: schemaVersion, info: .unknown)
        try rewritten.advance(to: restorationClass, reading: coder)
        return try rewritten.coder(resolving: self, holder: 0) ?? coder
    }

    package func number(of object: any Restorable) -> UInt32? {
        if let known = numbers[ObjectIdentifier(object)] { return known }
        objects.append(object)
        let number = UInt32(objects.count)
        numbers[ObjectIdentifier(object)] = number
        return number
    }

    package func object(for number: UInt32) -> (any Restorable)? {
        objects.indices.contains(Int(number) - 1) ? objects[Int(number) - 1] : nil
    }
}

extension RecordSet {
    /// Replaces an object's unread values by those that `coder` was not asked for.
    package func keepUnread(
        of coder: RestorationCoder,
        by object: any Restorable,
        except dropped: Set<String>
    ) {
        if let row = row(of: object) { keepUnread(of: coder, row, except: dropped) }
    }

    /// - Parameter asked: Keys that count as asked for.
    func keepUnread(
        of coder: RestorationCoder,
        _ row: Int,
        besides asked: [UInt32] = [],
        except dropped: @autoclosure () -> Set<String>
    ) {
        // Damage in unread values is harmless.
        var fields = coder.isReadWhole ? [] : (try? coder.unaskedFields(besides: asked)) ?? []
        if !fields.isEmpty {
            let dropped = dropped()
            fields.removeAll { dropped.contains($0.key) }
        }
        guard !fields.isEmpty || details(row) != nil else { return }
        makeDetails(row).unread = fields.map { field in
            UnreadField(
                field: field,
                references: field.value.references.map { number in
                    coder.object(ofRecord: number).flatMap { self.row(of: $0) }
                }
            )
        }
    }
}
