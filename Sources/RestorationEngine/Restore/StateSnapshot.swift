import RestorationCore

/// What one object is, kept in memory while it decodes another state.
///
/// Nearly all decoding succeeds: until ``restore(_:)`` asks, this is a section in a writer whose
/// memory was there before, and no archive.
final class StateSnapshot: ReferenceNumbering, ReferenceResolving {
    private let writer: ArchiveWriter
    /// What the state refers to, by their record numbers less 2.
    private(set) var objects: [any Restorable] = []
    private var numbers: [ObjectIdentifier: UInt32] = [:]

    /// - Parameter writer: Emptied first; must not be used for anything else before this has ended.
    init(of object: any Restorable, _ writer: ArchiveWriter) throws {
        self.writer = writer
        writer.removeAll()
        writer.append(ArchiveRecord())
        writer.append(Self.record(writer))
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        let section = try writer.sections.writeSection { try object.encodeRecord(with: $0) }.get()
        writer.place(section, inRecord: 1)
    }

    /// Gives the object its state back.
    ///
    /// - Throws: what the object throws: what it was, it does not accept now.
    func restore(_ object: any Restorable) throws {
        // A record for each object referred to, since references lead to records.
        for _ in objects {
            var target = Self.record(writer)
            target.referencesStart = UInt32(writer.sections.referenceCount)
            writer.append(target)
        }
        let archive = try ArchiveReader(source: writer.finish(.unknown))
        try object.decodeRecord(with: archive.coder(for: 1, resolving: self))
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
