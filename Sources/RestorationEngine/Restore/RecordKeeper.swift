import RestorationCore

/// The records of one restore: gives coders on them, whichever generation has their bytes, and
/// keeps those that cannot be restored.
final class RecordKeeper {
    let archive: ArchiveReader
    let table: RecordTable
    let objects: RestoredObjects
    /// What a late restore brings back; `nil` if it is the restore itself.
    let late: LateRestore?
    let coders: RecordCoders
    private let recorder: (any RestorationRecorder)?
    private let older: () -> [ArchiveReader]
    /// Older generations, newest first, for records whose bytes are damaged in this one.
    private lazy var olderArchives = older()
    /// By record number: where bytes are read from that are damaged here.
    private let substitutes = Sparse<Source>()
    /// By record number: state of an older version, rewritten.
    let migrated = Sparse<Migrated>()
    /// By record number: what is, or was, retained.
    let kept = Sparse<UnavailableObject>()
    /// By record number: the keys, as the coder numbers them, that its creation asked for.
    let askedAtCreation = Sparse<[UInt32]>()
    /// What there is to say of the whole restore.
    var notes: [Diagnosis] = []

    /// Where the bytes of a record are.
    struct Source {
        let archive: ArchiveReader
        let record: Int
    }

    init(
        _ archive: ArchiveReader,
        _ table: RecordTable,
        _ objects: RestoredObjects,
        late: LateRestore?,
        older: @escaping () -> [ArchiveReader],
        recorder: (any RestorationRecorder)?
    ) {
        self.archive = archive
        self.table = table
        self.objects = objects
        self.late = late
        self.older = older
        self.recorder = recorder
        coders = RecordCoders(archive, resolving: objects)
    }

    // MARK: Steps

    /// Lets somebody's code run, if the recorder has nothing against it.
    func run<Result>(
        _ stage: RestorationStep.Stage,
        _ number: Int,
        _ body: () throws -> Result
    ) throws -> Result {
        try RestorationStep.run(stage, number, of: archive, recorder, body)
    }

    /// As ``run(_:_:_:)``, for code that is told something and has nothing to fail with.
    func tell(_ stage: RestorationStep.Stage, _ number: Int, _ body: () -> Void) {
        do {
            try run(stage, number, body)
        } catch {
            // Kept out: that nobody is told is all there is to it.
        }
    }

    // MARK: Keeping

    /// Nothing is retained of a record.
    ///
    /// - Parameter below: What that means for the objects below.
    func end(
        _ number: Int,
        _ outcome: RestorationReport.Outcome,
        _ reason: Diagnosis,
        below: Explanation.Below = .looksForThem
    ) {
        table.set(.ended(Explanation(outcome, reason, below: below)), of: number)
    }

    /// Retains a record: nobody else gets it.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether it may still come while the program runs.
    ///   - wasNotLookedUp: Whether the program's own object was not looked for.
    ///   - object: The object, where it is there all the same.
    func retain(
        _ number: Int,
        _ reason: Diagnosis,
        isAwaited: Bool = false,
        wasNotLookedUp: Bool = false,
        sparing object: (any Restorable)? = nil
    ) {
        guard table.keepsUnavailable || isAwaited else {
            objects[number] = nil
            let outcome = table.outcome(isThere: false)
            return end(number, outcome, table.asItIs(reason), below: .retainsThem)
        }
        do {
            let kept = try keptRecord(number, reason)
            kept.wasNotLookedUp = wasNotLookedUp
            table.set(
                isAwaited
                    ? .deferred(Deferred(kept, .following, for: object))
                    : .unavailable(Retained(kept, for: object)),
                of: number
            )
            objects[number] = kept
        } catch {
            end(number, .lost, Diagnosis(error), below: .retainsThem)
        }
    }

    /// Retains the state of an object that is there, unless nothing is retained.
    func withhold(
        _ number: Int,
        from object: any Restorable,
        of owner: (any RestorableElementOwner)?,
        because reason: Diagnosis,
        isOfOtherType: Bool = false
    ) {
        do {
            try table.withhold(
                keptRecord(number, reason),
                number,
                from: object,
                of: owner,
                because: reason,
                isOfOtherType: isOfOtherType
            )
        } catch {
            end(number, .lost, Diagnosis(error))
        }
    }

    /// A record as it is to be written back: from this generation, or where its bytes are damaged
    /// here, from an older one.
    func keptRecord(_ number: Int, _ reason: Diagnosis) throws -> UnavailableObject {
        if let known = kept[number] {
            known.reason = reason
            return known
        }
        let source = try intactSource(of: number)
        let kept = UnavailableObject(
            archive: source.archive,
            record: source.record,
            section: try source.archive.retainedSection(of: source.record),
            reason: reason
        )
        kept.home = number
        kept.homeNode = archive.records[number].path
        self.kept[number] = kept
        return kept
    }

    /// Goes on from what a restore has kept of a record.
    func adopt(_ known: UnavailableObject, _ number: Int) {
        kept[number] = known
        guard known.archive !== archive else { return }
        substitutes[number] = Source(archive: known.archive, record: known.number)
    }

    /// Keeps the state of an element by itself if its owner has not loaded it.
    func keepElement(_ number: Int, _ reason: Diagnosis) {
        if kept[number] != nil, table.outcome(of: number) == .awaited { retain(number, reason) }
    }

    /// Finds out what a retained record refers to.
    func findReferences(of kept: UnavailableObject, _ number: Int) {
        let source = source(of: number)
        kept.references = source.archive.references(of: source.record).map {
            RetainedReference(target($0, in: source.archive))
        }
    }

    /// The same for the application's own record.
    func findReferencesOfApplication() {
        guard let kept = table.application.retained else { return }
        kept.references = kept.archive.references(of: kept.number).map {
            RetainedReference(target($0, in: kept.archive))
        }
    }

    /// What a retained record of this or an older generation refers to, found by path.
    private func target(_ number: UInt32, in source: ArchiveReader) -> (any Restorable)? {
        guard number != ArchiveRecord.none else { return nil }
        let here =
            source === archive
            ? Int(number) : archive.record(at: source.path(of: source.records[Int(number)].path))
        return here.flatMap { objects[$0] ?? kept[$0] }
    }

    // MARK: Reading

    /// The coder on a record.
    func coder(for number: Int) throws -> RestorationCoder {
        if let migrated = migrated[number],
            let coder = try migrated.record.coder(resolving: resolving(number), holder: number)
        {
            return coder
        }
        if let substitute = substitutes[number] {
            return try substitute.archive.coder(
                for: substitute.record,
                resolving: resolving(number)
            )
        }
        do {
            return try coders.coder(for: number)
        } catch {
            guard let substitute = substitute(for: number) else { throw error }
            substitutes[number] = substitute
            notes.append(Self.substituted(archive, number, Diagnosis(error)))
            return try coder(for: number)
        }
    }

    /// The coder on the application's own record. The delegate is asked and told whatever has
    /// become of it; where no generation has it intact, the coder is empty, but for what it tells
    /// of the save.
    func applicationCoder() -> RestorationCoder {
        if let reason = recorder?.objectionToApplicationState {
            notes.append(reason)
            keepApplicationRecord(reason)
            return RestorationCoder.empty(archive.info)
        }
        do {
            return try coder(for: 0)
        } catch {
            notes.append(Diagnosis(error))
            return RestorationCoder.empty(archive.info)
        }
    }

    private func keepApplicationRecord(_ reason: Diagnosis) {
        do {
            let source = try intactSource(of: 0)
            table.application.retained = UnavailableObject(
                archive: source.archive,
                record: source.record,
                section: try source.archive.retainedSection(of: source.record),
                reason: reason
            )
        } catch {
            notes.append(Diagnosis(error))
        }
    }

    /// Finds the objects that the references of a record lead to.
    private func resolving(_ number: Int) -> any ReferenceResolving {
        substitutes[number].map { OlderReferences(from: $0.archive, to: archive, objects) }
            ?? objects
    }

    /// Where the bytes of a record are read, as far as that is known.
    func source(of number: Int) -> Source {
        substitutes[number] ?? Source(archive: archive, record: number)
    }

    /// Where the bytes of a record can be read: here, or in an older generation.
    private func intactSource(of number: Int) throws -> Source {
        if let known = substitutes[number] { return known }
        do {
            _ = try archive.retainedSection(of: number)
            return Source(archive: archive, record: number)
        } catch {
            guard let substitute = substitute(for: number) else { throw error }
            substitutes[number] = substitute
            notes.append(Self.substituted(archive, number, Diagnosis(error)))
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
    private func substitute(for number: Int) -> Source? {
        for older in olderArchives {
            guard let found = counterpart(of: number, in: older),
                (try? older.retainedSection(of: found)) != nil
            else { continue }
            return Source(archive: older, record: found)
        }
        return nil
    }

    private func counterpart(of number: Int, in older: ArchiveReader) -> Int? {
        guard number > 0 else { return older.records.isEmpty ? nil : 0 }
        let record = archive.records[number]
        guard let found = older.record(at: archive.path(of: record.path)),
            older.string(older.records[found].className) == archive.string(record.className),
            older.string(older.records[found].plugin) == archive.string(record.plugin)
        else { return nil }
        return found
    }
}

/// Turns the references of an older generation's record into the objects of this restore, by path.
private final class OlderReferences: ReferenceResolving {
    private let older: ArchiveReader
    private let archive: ArchiveReader
    private let objects: RestoredObjects

    init(from older: ArchiveReader, to archive: ArchiveReader, _ objects: RestoredObjects) {
        self.older = older
        self.archive = archive
        self.objects = objects
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
