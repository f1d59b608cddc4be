import RestorationCore

/// Coders on records, and what to do about damaged ones.
extension Restoration {
    /// The coder on a record.
    func coder(for number: Int) throws -> RestorationCoder {
        let resolving = resolving(number)
        if let coder = try migrated[number]?.record.coder(resolving: resolving, holder: number) {
            return coder
        }
        if let substitute = substitutes[number] {
            return try substitute.archive.coder(
                for: substitute.record,
                resolving: resolving
            )
        }
        do {
            return try coders.coder(for: number)
        } catch {
            guard let substitute = substitute(for: number) else { throw error }
            substitutes[number] = substitute
            outcome.report.notes.append(Self.substituted(archive, number, Diagnosis(error)))
            return try coder(for: number)
        }
    }

    /// The coder on the application's own record. The delegate is asked and told whatever has
    /// become of it; where no generation has it intact, the coder is empty, but for what it tells
    /// of the save.
    func applicationCoder() -> RestorationCoder {
        if let reason = recorder?.objectionToApplicationState {
            outcome.report.notes.append(reason)
            keepApplicationRecord(reason)
            return RestorationCoder.empty(archive.info)
        }
        do {
            return try coder(for: 0)
        } catch {
            outcome.report.notes.append(Diagnosis(error))
            return RestorationCoder.empty(archive.info)
        }
    }

    private func keepApplicationRecord(_ reason: Diagnosis) {
        do {
            let source = try intactSource(of: 0)
            table.application = UnavailableObject(
                archive: source.archive,
                record: source.record,
                section: try source.archive.retainedSection(of: source.record),
                reason: reason
            )
        } catch {
            outcome.report.notes.append(Diagnosis(error))
        }
    }

    /// Finds the objects that the references of a record lead to.
    private func resolving(_ number: Int) -> any ReferenceResolving {
        substitutes[number].map { OlderReferences(from: $0.archive, to: self) } ?? objects
    }

    /// Where the bytes of a record can be read: here, or in an older generation.
    func intactSource(of number: Int) throws -> Substitute {
        if let known = substitutes[number] { return known }
        do {
            _ = try archive.retainedSection(of: number)
            return Substitute(archive: archive, record: number)
        } catch {
            guard let substitute = substitute(for: number) else { throw error }
            substitutes[number] = substitute
            outcome.report.notes.append(Self.substituted(archive, number, Diagnosis(error)))
            return substitute
        }
    }

    private static func substituted(
        _ archive: ArchiveReader,
        _ number: Int,
        _ reason: Diagnosis
    ) -> Diagnosis {
        Diagnosis(
            problem: "\(reason.problem); the object's state comes from an older generation",
            place: number == 0
                ? "the application's own record"
                : archive.path(of: archive.records[number].path).description,
            remedyOf: reason
        )
    }

    /// The same object's record in the newest older generation that has it intact.
    private func substitute(for number: Int) -> Substitute? {
        for older in olderArchives {
            guard let found = counterpart(of: number, in: older),
                (try? older.retainedSection(of: found)) != nil
            else { continue }
            return Substitute(archive: older, record: found)
        }
        return nil
    }

    private func counterpart(of number: Int, in older: ArchiveReader) -> Int? {
        guard number > 0 else { return older.records.isEmpty ? nil : 0 }
        let record = archive.records[number]
        guard let found = older.record(at: archive.path(of: record.path)),
            older.string(older.records[found].className) == archive.string(record.className)
        else { return nil }
        return found
    }
}

/// Turns the references of an older generation's record into the objects of this restore, by path.
private final class OlderReferences: ReferenceResolving {
    private let older: ArchiveReader
    private let archive: ArchiveReader
    private let objects: RestoredObjects

    init(from older: ArchiveReader, to restoration: Restoration) {
        self.older = older
        archive = restoration.archive
        objects = restoration.objects
    }

    func object(for number: UInt32) -> (any Restorable)? {
        let node = older.records[Int(number)].path
        guard node != ArchiveRecord.none else { return nil }
        return archive.record(at: older.path(of: node)).flatMap { objects[$0] }
    }

    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {
        let node = older.records[holder].path
        guard node != ArchiveRecord.none, let here = archive.record(at: older.path(of: node)) else {
            return
        }
        objects.notePassedOver(object, key: key, holder: here)
    }
}
