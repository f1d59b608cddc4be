/// State of an older schema version, rewritten step by step: a record in an archive of its own.
///
/// References keep leading to the records of the archive that the state came from: the archive of
/// each step has, after the state itself, an empty record for each of them, in the order in which
/// they were first copied.
package final class MigratedRecord {
    /// The numbers, in the original archive, of the records that references lead to.
    private var targets: [UInt32] = []
    private var positions: [UInt32: UInt32] = [:]
    private let info: PreservationInfo
    /// The version of the state that has been reached.
    package private(set) var schemaVersion: Int
    private var archive: ArchiveReader?

    /// Begins with state of `schemaVersion`.
    package init(schemaVersion: Int, info: PreservationInfo) {
        self.schemaVersion = schemaVersion
        self.info = info
    }

    /// Lets `body` rewrite the state as that of another version.
    ///
    /// - Parameters:
    ///   - version: That version; of another class, perhaps.
    ///   - original: the coder on the state as it was, for the first step.
    package func advance(
        to version: Int,
        reading original: RestorationCoder,
        _ body: (_ reading: RestorationCoder, _ writing: RestorationCoder) throws -> Void
    ) throws {
        let writer = ArchiveWriter()
        let source = try archive?.coder(for: 0, resolving: nil) ?? original
        writer.sections.numbering = archive == nil ? Numbering(self) : Kept()
        defer { writer.sections.numbering = nil }
        let section = try writer.sections.writeSection {
            try body(source, $0)
        }.get()
        schemaVersion = version
        archive = try ArchiveReader(source: finish(writer, section))
    }

    /// A coder on the rewritten state; `nil` before the first step.
    ///
    /// - Parameters:
    ///   - resolving: finds the objects of the original archive's records.
    ///   - holder: the record's number there.
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
        // Records have names; nobody looks at these.
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

    /// Numbers the references of the original.
    private final class Numbering: ReferenceNumbering {
        private let record: MigratedRecord
        init(_ record: MigratedRecord) { self.record = record }
        func number(of object: any Restorable) -> UInt32? { nil }
        func number(ofCopied reference: UInt32) -> UInt32 { record.position(of: reference) }
    }

    /// Keeps the numbers of the step before.
    private final class Kept: ReferenceNumbering {
        func number(of object: any Restorable) -> UInt32? { nil }
        func number(ofCopied reference: UInt32) -> UInt32 { reference }
    }
}

/// Finds the objects that rewritten state refers to.
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
