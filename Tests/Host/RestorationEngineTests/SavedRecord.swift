import RestorationCore
import TestSupport

/// A record of a made-up archive. Its position is its number, and also its only plain value.
struct SavedRecord {
    var parent: Int?
    /// `nil` only for the application's record, which comes first.
    var step: RestorationPath.Component?
    var flags: ArchiveRecord.Flags = []
    /// The numbers of the referenced records.
    var references: [Int] = []
    /// The number of references, from the end of the list, under keys that no decode has read.
    var unreadCount = 0
    var contents = RecordContents()

    /// The path components from the root to a record.
    static func steps(to number: Int, in records: [SavedRecord]) -> [RestorationPath.Component] {
        let record = records[number]
        return (record.parent.map { steps(to: $0, in: records) } ?? []) + [record.step!]
    }

    var isBare: Bool { flags.contains(.isBare) }
}

extension ArchiveReader {
    static func holding(_ records: [SavedRecord]) throws -> ArchiveReader {
        let writer = ArchiveWriter()
        _ = writer.append(ArchiveKind())
        let targets = records.map { _ in Target() }
        for (number, target) in targets.enumerated() {
            writer.sections.setNumber(UInt32(number), of: target)
        }
        var ids = RecordIDSource(launch: 7)
        for (number, record) in records.enumerated() {
            var entry = ArchiveRecord()
            entry.parent = record.parent.map { UInt32($0) } ?? ArchiveRecord.none
            entry.identifier = writer.stringNumber(record.step?.identifier.rawValue)
            entry.discriminator = writer.stringNumber(record.step?.discriminator?.rawValue)
            entry.flags = record.flags
            writer.append(entry, id: number == 0 ? .application : ids.next())
            if record.isBare { continue }
            let keys = record.references.indices.map { "reference \($0)" }
            let section = writer.sections.writeSection { coder in
                coder.encode(number, forKey: "number")
                for (key, target) in zip(keys, record.references) {
                    coder.encode(targets[target], forKey: key)
                }
            }
            writer.place(try section.get(), inRecord: number)
            writer.place(record.contents, inRecord: number)
            writer.place(
                unread: keys.suffix(record.unreadCount),
                referenceCount: record.unreadCount,
                inRecord: number
            )
        }
        return try withExtendedLifetime(targets) {
            try ArchiveReader(source: writer.finish(.unknown))
        }
    }
}

private final class Target: Restorable {
    let restorationIdentifier: String? = nil
}

extension RestorationPath.Component {
    /// A step with one of three names, so that many steps are equal.
    static func random(_ random: inout SeededGenerator) -> Self {
        Self(RestorationIdentifier(["a", "b", "c"].randomElement(using: &random)!)!)
    }
}
