import RestorationCore

/// A record in memory with the values of one object.
final class ScratchRecord: ReferenceNumbering, ReferenceResolving {
    private let writer = ArchiveWriter()
    private var ids = RecordIDSource(launch: 1)
    private var archive: ArchiveReader?
    /// The targets of references, by record number less 2.
    private var objects: [any Restorable] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]

    init(schemaVersion: Int? = nil) {
        var kind = ArchiveKind()
        if let schemaVersion { kind.schemaVersion = UInt32(clamping: schemaVersion) }
        _ = writer.append(kind)
        writer.append(ArchiveRecord(), id: .application)
        writer.append(Self.record(writer), id: ids.next())
    }

    convenience init(of object: any Restorable) throws {
        self.init()
        try write { try object.encodeRecord(with: $0) }
    }

    func write(_ body: (RestorationCoder) throws -> Void) throws {
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        writer.place(try writer.sections.writeSection(body).get(), inRecord: 1)
    }

    /// Writes unread values again, except under keys that the coder has.
    func write(_ fields: [UnreadField], _ coder: RestorationCoder, of set: RecordSet) {
        for field in fields where !coder.replaces(field.field) {
            let numbers = field.references.map { row in
                row.flatMap { set.target($0) }.flatMap { number(of: $0) } ?? ArchiveRecord.none
            }
            coder.encode(field.field, references: numbers)
        }
    }

    func coder() throws -> RestorationCoder {
        if let archive { return try archive.coder(for: 1, resolving: self) }
        // References lead to records, so each target needs one.
        for _ in objects { writer.append(Self.record(writer), id: ids.next()) }
        let archive = try ArchiveReader(source: writer.finish(.unknown))
        self.archive = archive
        return try archive.coder(for: 1, resolving: self)
    }

    private static func record(_ writer: ArchiveWriter) -> ArchiveRecord {
        var record = ArchiveRecord()
        // A record needs a name. This one is never read.
        record.identifier = writer.stringNumber("-")
        return record
    }

    func number(of object: any Restorable) -> UInt32? {
        if let known = numbers[ObjectIdentifier(object)] { return known }
        objects.append(object)
        let number = UInt32(objects.count + 1)
        numbers[ObjectIdentifier(object)] = number
        return number
    }

    func object(for number: UInt32) -> (any Restorable)? {
        number > 1 && Int(number) - 2 < objects.count ? objects[Int(number) - 2] : nil
    }
}
