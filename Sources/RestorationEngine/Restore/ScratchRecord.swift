import RestorationCore

/// A record in memory alone: what one object encodes.
final class ScratchRecord: ReferenceNumbering, ReferenceResolving {
    private let writer = ArchiveWriter()
    private var archive: ArchiveReader?
    /// What the values refer to, by their record numbers less 2.
    private var objects: [any Restorable] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]

    /// - Parameter schemaVersion: The version of the class that the values are of.
    init(schemaVersion: Int? = nil) {
        writer.append(ArchiveRecord())
        var record = Self.record(writer)
        if let schemaVersion { record.schemaVersion = UInt32(clamping: schemaVersion) }
        writer.append(record)
    }

    /// What an object is now.
    convenience init(of object: any Restorable) throws {
        self.init()
        try write { try object.encodeRecord(with: $0) }
    }

    /// Writes the values, once.
    func write(_ body: (RestorationCoder) throws -> Void) throws {
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        writer.place(try writer.sections.writeSection(body).get(), inRecord: 1)
    }

    /// Writes fields that were copied before, but for those that the coder holds by now.
    func write(_ fields: [CarriedFields.Field], _ coder: RestorationCoder) {
        for (field, references) in fields where !coder.replaces(field) {
            let numbers = references.map { reference in
                reference.object.flatMap { number(of: $0) } ?? ArchiveRecord.none
            }
            coder.encode(field, references: numbers)
        }
    }

    /// A coder on the values.
    func coder() throws -> RestorationCoder {
        if let archive { return try archive.coder(for: 1, resolving: self) }
        // A record for each object referred to, since references lead to records.
        for _ in objects {
            var target = Self.record(writer)
            target.referencesStart = UInt32(writer.sections.referenceCount)
            writer.append(target)
        }
        let archive = try ArchiveReader(source: writer.finish(.unknown))
        self.archive = archive
        return try archive.coder(for: 1, resolving: self)
    }

    private static func record(_ writer: ArchiveWriter) -> ArchiveRecord {
        var record = ArchiveRecord()
        record.path = writer.number(of: anywhere)
        return record
    }

    private static let anywhere = RestorationPath(root: RestorationIdentifier("-")!)

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

    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}
