import RestorationCore

/// Resolves references in values to objects or their stand-ins.
final class RecordReferences: ReferenceResolving {
    private let set: RecordSet
    private let source: ValueSource

    init(_ set: RecordSet, _ source: ValueSource) {
        self.set = set
        self.source = source
    }

    func object(for number: UInt32) -> (any Restorable)? {
        source.row(of: number).flatMap { set.target($0) }
    }
}

extension StoredValues {
    /// A coder for the values. References lead to live objects.
    func coder(of set: RecordSet) throws -> RestorationCoder {
        try source.archive.coder(for: number, resolving: RecordReferences(set, source))
    }

    /// The rows to which the values refer.
    var references: [Int] {
        source.archive.references(of: number).compactMap { source.row(of: $0) }
    }

    /// The same, and the saved contents.
    var targets: [Int] {
        references + source.archive.contents(of: number).targets.compactMap { source.row(of: $0) }
    }
}

extension RecordSet {
    /// Matches the records of an archive with those of the set by ID.
    func source(of archive: ArchiveReader) -> ValueSource {
        var byID: [RecordID: Int] = [:]
        for row in 0..<rows.count { byID[rows[row].id] = row }
        return ValueSource(archive, rows: archive.ids.map { byID[$0] ?? -1 })
    }

    func kindNumber(of values: StoredValues) -> Int {
        let archive = values.source.archive
        return kinds.number(of: RecordKind(archive.kind(of: values.number), of: archive))
    }

    /// Stores the values of a record from its archive, so that saves can write them again.
    ///
    /// - Throws: The error of reading the values.
    func keepValues(of row: Int, from source: ValueSource, _ number: Int) throws {
        let details = makeDetails(row)
        guard details.values == nil else { return }
        details.values = StoredValues(
            source: source,
            number: number,
            section: try source.archive.retainedSection(of: number)
        )
    }
}

extension RecordKind {
    init(_ saved: ArchiveKind, of archive: ArchiveReader) {
        self.init(
            className: archive.string(saved.className),
            plugin: archive.string(saved.plugin),
            typeName: archive.string(saved.typeName),
            schemaVersion: Int(saved.schemaVersion),
            storyboard: archive.string(saved.storyboard)
        )
    }
}
