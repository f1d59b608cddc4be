/// The state of an older schema version, migrated step by step in an archive of its own.
///
/// References still lead to the original archive. After the state, each step's archive has an empty
/// record for every referenced record, in the order of first copying.
package final class MigratedRecord {
    /// Record numbers in the original archive, by reference.
    private var targets: [UInt32] = []
    private var positions: [UInt32: UInt32] = [:]
    private let info: PreservationInfo
    package private(set) var schemaVersion: Int
    private var archive: ArchiveReader?

    package init(schemaVersion: Int, info: PreservationInfo) {
        self.schemaVersion = schemaVersion
        self.info = info
    }

    /// Migrates the state to another version.
    ///
    /// - Parameters:
    ///   - version: the target version, possibly of another class.
    ///   - original: a coder on the original state, for the first step.
    package func advance(
        to version: Int,
        reading original: RestorationCoder,
        _ body: (_ reading: RestorationCoder, _ writing: RestorationCoder) throws -> Void
    ) throws {
        let writer = ArchiveWriter()
        let source = try archive?.coder(for: 0, resolving: nil) ?? original
        writer.sections.numbering = archive == nil ? Numbering(self) : UnchangedNumbering()
        defer { writer.sections.numbering = nil }
        let section = try writer.sections.writeSection {
            try body(source, $0)
        }.get()
        schemaVersion = version
        archive = try ArchiveReader(source: finish(writer, section))
    }

    /// A coder on the migrated state, or `nil` before the first step.
    ///
    /// - Parameters:
    ///   - resolving: finds objects by record number of the original archive.
    ///   - holder: the record's number in the original archive.
    package func coder(
        resolving: (any ReferenceResolving)?,
        holder: Int
    ) throws -> RestorationCoder? {
        try archive?.coder(
            for: 0,
            resolving: resolving.map { MigratedReferences($0, targets, holder: holder) }
        )
    }

    private func finish(_ writer: ArchiveWriter, _ section: WrittenSection) -> ArchiveImage {
        var kind = ArchiveKind()
        kind.schemaVersion = UInt32(clamping: schemaVersion)
        var record = ArchiveRecord()
        record.kind = writer.append(kind)
        writer.append(record, id: .application)
        writer.place(section, inRecord: 0)
        var target = ArchiveRecord()
        // Validation requires an identifier, which is never read.
        target.identifier = writer.stringNumber("-")
        var ids = RecordIDSource()
        for _ in targets { writer.append(target, id: ids.next()) }
        return writer.finish(info)
    }

    fileprivate func position(of target: UInt32) -> UInt32 {
        if target == ArchiveRecord.none { return target }
        if let known = positions[target] { return known }
        targets.append(target)
        let position = UInt32(targets.count)
        positions[target] = position
        return position
    }

    /// Numbers references to the original archive.
    private final class Numbering: ReferenceNumbering {
        private let record: MigratedRecord
        init(_ record: MigratedRecord) { self.record = record }
        func number(of object: any Restorable) -> UInt32? { nil }
        func number(ofCopied reference: UInt32) -> UInt32 { record.position(of: reference) }
    }

    /// Preserves the numbers of the previous step.
    private final class UnchangedNumbering: ReferenceNumbering {
        func number(of object: any Restorable) -> UInt32? { nil }
        func number(ofCopied reference: UInt32) -> UInt32 { reference }
    }
}

private final class MigratedReferences: ReferenceResolving {
    private let original: any ReferenceResolving
    private let targets: [UInt32]
    private let holder: Int

    init(_ original: any ReferenceResolving, _ targets: [UInt32], holder: Int) {
        self.original = original
        self.targets = targets
        self.holder = holder
    }

    func object(for number: UInt32) -> (any Restorable)? {
        guard number > 0, Int(number) <= targets.count else { return nil }
        return original.object(for: targets[Int(number) - 1])
    }
}
