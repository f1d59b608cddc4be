import RestorationCore
import RestorationKit
import RestorationStorage

/// One record of an archive, with its references as paths.
struct SavedRecord {
    let path: String
    private(set) var plugin: String?
    /// Whether the program builds the object itself.
    let isBuilt: Bool
    let values: [String]
    /// The bytes of the record's section in the archive.
    let bytes: [UInt8]
    let references: [String]
    let sensitiveKeys: [String]

    /// The encoded values and the sensitive keys.
    var ownText: [String] {
        values.map { "\(path): \($0)" } + ["\(path): sensitive are \(sensitiveKeys)"]
    }

    /// All facts but the bytes.
    var text: [String] {
        ownText + [
            "\(path): by \(plugin ?? "the program"), refers to \(references)"
        ]
    }

    /// The same record under the class of the next language.
    var inNextLanguage: SavedRecord {
        var record = self
        let language = CarrierLanguage.allCases.first { $0.plugin == plugin }
        if !isBuilt { record.plugin = language?.next.plugin }
        return record
    }
}

/// A placeholder for a referenced record.
private final class NamedRecord: Restorable {
    let path: String
    init(path: String) { self.path = path }
}

private final class RecordNames: ReferenceResolving {
    let archive: ArchiveReader
    init(_ archive: ArchiveReader) { self.archive = archive }

    func name(_ number: UInt32) -> String {
        number == ArchiveRecord.none
            ? "nobody" : archive.path(of: Int(number))?.description ?? "nobody"
    }

    func object(for number: UInt32) -> (any Restorable)? { NamedRecord(path: name(number)) }
}

extension SavedRecord {
    /// All records of the newest archive in order, without the application's own.
    static func all(in store: ArchiveStore) throws -> [SavedRecord] {
        guard let archive = try store.openForReading(.current) else { return [] }
        let reader = try ArchiveReader(source: SealedImage(archive, isReadWhole: true))
        let names = RecordNames(reader)
        return try reader.records.indices.dropFirst().filter { !reader.records[$0].isBare }.map {
            number in
            try SavedRecord(number, of: reader, names)
        }
    }

    private init(_ number: Int, of reader: ArchiveReader, _ names: RecordNames) throws {
        let coder = try reader.coder(for: number, resolving: names)
        path = names.name(UInt32(number))
        plugin = reader.plugin(of: number)
        isBuilt = reader.className(of: number) == nil
        values = try coder.keys.map { key in
            let value = try coder.decode(CarriedValue.self, forKey: key) ?? .single(.null)
            return value.line(key) { ($0 as? NamedRecord)?.path ?? "nobody" }
        }
        bytes = try reader.retainedSection(of: number).bytes
        references = reader.references(of: number).map(names.name)
        sensitiveKeys = coder.sensitiveKeys.sorted.map(CarriedValue.quoted).sorted()
    }
}
