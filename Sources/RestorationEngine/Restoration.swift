package import RestorationCore

/// One restore: brings back every object of an archive.
///
/// 1. Asks the delegate whether to restore at all.
/// 2. Creation: finds or creates the object of every record, parents first.
/// 3. Decoding: every object that was found decodes its record, parents first.
/// 4. The delegate, then every restored object, hear that it is done.
///
/// So a reference can always be decoded: the object referred to exists, even if it has not decoded
/// itself (REST-21, REST-23). Identity comes before decoding, and circles need nothing special.
///
/// Cost: O(records + bytes decoded), and one look-up per record.
package final class Restoration {
    let archive: ArchiveReader
    let classes: any RestorationClassSource
    let registry: ObjectRegistry
    let delegate: (any RestorationDelegate)?
    let reason: RestorationReason
    let live: LiveGraph
    /// Older generations, newest first, for records whose bytes are damaged in this one.
    let older: () -> [ArchiveReader]

    /// By record number.
    var objects: [(any Restorable)?]
    var results: [Result]
    /// The record at each path node, and what became of the node, by node number.
    var recordOfNode: [UInt32]
    var fates: [Fate]
    var classCache: [ClassKey: ClassAnswer] = [:]
    var kindCache: [KindKey: Bool] = [:]
    var boundObjects = AddressTable()
    var spareCoder: RestorationCoder?
    lazy var olderArchives = older()

    /// What became of one record.
    struct Result {
        var outcome = RestorationReport.Outcome.missing
        var reason: Diagnosis?
        var duration: Duration?
        var decodes = false
        /// The plugin that the object now comes from.
        var restorationClass: (any RestorationClass)?
        /// Where its bytes are read from if they are damaged here.
        var substitute: (archive: ArchiveReader, record: Int)?
    }

    /// What a path node means for the nodes below it.
    enum Fate {
        case open
        /// Left out on purpose, and with it everything below (REST-9).
        case abandoned
        /// Kept for later, and with it everything below.
        case retained(Diagnosis)
    }

    struct ClassKey: Hashable {
        let name: UInt32
        let plugin: UInt32
    }
    enum ClassAnswer {
        case found(any RestorationClass)
        case unavailable(Diagnosis)
    }
    struct KindKey: Hashable {
        let saved: UInt32
        let type: ObjectIdentifier
    }

    /// What a restore leaves behind for the session.
    package struct Outcome {
        package var report: RestorationReport
        /// What could not be brought back, and is to be written back at every save.
        package var leftovers = Leftovers()
        /// Whether the delegate agreed to restore.
        package var wasWanted = true
    }
    var outcome: Outcome
    /// By record number: the stand-in for an object that could not be restored.
    var unavailable: [UInt32: UnavailableObject] = [:]

    package init(
        archive: ArchiveReader,
        older: @escaping () -> [ArchiveReader],
        classes: any RestorationClassSource,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        delegate: (any RestorationDelegate)?,
        reason: RestorationReason
    ) {
        self.archive = archive
        self.older = older
        self.classes = classes
        self.registry = registry
        self.delegate = delegate
        self.reason = reason
        live = LiveGraph(archive: archive, roots: roots, registry: registry)
        objects = Array(repeating: nil, count: archive.records.count)
        results = Array(repeating: Result(), count: archive.records.count)
        recordOfNode = Array(repeating: ArchiveRecord.none, count: archive.paths.count)
        fates = Array(repeating: .open, count: archive.paths.count)
        outcome = Outcome(report: RestorationReport(reason: reason))
    }

    /// Runs the whole restore, once.
    package func run() -> Outcome {
        guard !archive.records.isEmpty else { return outcome }
        let application = applicationCoder()
        if let delegate, let application, !delegate.shouldRestoreState(from: application) {
            outcome.wasWanted = false
            outcome.report.notes.append(
                Diagnosis(
                    problem: "The application declined to restore its saved state",
                    remedy: "Nothing needs to be done; the state is set aside."
                ))
            return outcome
        }
        create()
        decode()
        if let delegate, let application { delegate.didDecodeState(from: application) }
        for number in results.indices where results[number].outcome == .restored {
            objects[number]?.restorationDidFinish()
        }
        resolveRetainedReferences()
        writeReport()
        // A coder that somebody kept keeps this restore, and must not keep the program's objects.
        objects = []
        spareCoder = nil
        return outcome
    }

    private func applicationCoder() -> RestorationCoder? {
        guard !archive.records[0].flags.contains(.isEmpty) else { return nil }
        do {
            return try archive.coder(for: 0, resolving: self)
        } catch {
            outcome.report.notes.append(Diagnosis(error))
            return nil
        }
    }

    // MARK: Creation

    private func create() {
        for number in archive.records.indices.dropFirst() {
            let node = Int(archive.records[number].path)
            if recordOfNode[node] == ArchiveRecord.none { recordOfNode[node] = UInt32(number) }
        }
        // Nodes are numbered parents first, so that going through them in order meets a parent
        // before its children, and its fate is known.
        for node in archive.paths.indices {
            let parent = archive.paths[node].parent
            if parent != ArchiveRecord.none { fates[node] = fates[Int(parent)] }
            let record = recordOfNode[node]
            guard record != ArchiveRecord.none else { continue }
            switch fates[node] {
            case .open: resolve(Int(record), node: UInt32(node))
            case .abandoned: skip(Int(record), Self.parentDeclined)
            case .retained(let reason): retain(Int(record), Self.parentUnavailable(reason))
            }
        }
    }

    private static let parentDeclined = Diagnosis(
        problem: "An object above it was left out by its restoration class",
        remedy: "Nothing needs to be done if that was intended."
    )

    private static func parentUnavailable(_ reason: Diagnosis) -> Diagnosis {
        let problem =
            reason.problem.hasPrefix("An object above it") ? reason.problem
            : "An object above it could not be restored: \(reason.problem)"
        return Diagnosis(problem: problem, place: reason.place, remedy: reason.remedy)
    }

    func skip(_ number: Int, _ reason: Diagnosis) {
        results[number].outcome = .skipped
        results[number].reason = reason
    }

    /// Keeps a record for later: nobody else gets it.
    func retain(_ number: Int, _ reason: Diagnosis) {
        fates[Int(archive.records[number].path)] = .retained(reason)
        results[number].outcome = .retained
        results[number].reason = reason
        do {
            let kept = UnavailableObject(
                archive: archive,
                record: number,
                section: try archive.retainedSection(of: number),
                reason: reason
            )
            unavailable[UInt32(number)] = kept
            outcome.leftovers.unavailable.append(kept)
            objects[number] = kept
        } catch {
            results[number].outcome = .lost
            results[number].reason = Diagnosis(error)
        }
    }

    // MARK: Decoding

    private func decode() {
        for node in archive.paths.indices {
            let record = recordOfNode[node]
            guard record != ArchiveRecord.none, results[Int(record)].decodes,
                let object = objects[Int(record)]
            else { continue }
            decode(object, Int(record))
        }
    }

    private func decode(_ object: any Restorable, _ number: Int) {
        let isForeign = results[number].restorationClass?.plugin != nil
        let start = isForeign ? ContinuousClock.now : nil
        let coder: RestorationCoder
        do {
            coder = try self.coder(for: number)
        } catch {
            results[number].outcome = .lost
            results[number].reason = Diagnosis(error)
            return
        }
        do {
            try object.decodeRestorableState(with: coder)
            reuse(coder, for: number)
            results[number].outcome = .restored
        } catch {
            holdBack(object, number, because: Diagnosis(error))
        }
        if let start { results[number].duration? += ContinuousClock.now - start }
    }

    /// An object whose state could not be applied keeps its record until the program changes it.
    private func holdBack(_ object: any Restorable, _ number: Int, because reason: Diagnosis) {
        let place = [archive.path(of: archive.records[number].path).description, reason.place]
        let reason = Diagnosis(
            problem: "Its state could not be applied: \(reason.problem)",
            place: place.compactMap(\.self).joined(separator: ", "),
            remedy: reason.remedy
        )
        results[number].outcome = .retained
        results[number].reason = reason
        (object as? any RestorationFailureObserving)?.restorationDidFail(reason)
        guard let section = try? archive.retainedSection(of: number) else { return }
        let kept = UnavailableObject(
            archive: archive, record: number, section: section, reason: reason)
        unavailable[UInt32(number)] = kept
        outcome.leftovers.heldBack.append(HeldBackObject(object, kept: kept))
    }

    /// The coder on a record, used again when nobody kept it.
    func coder(for number: Int) throws -> RestorationCoder {
        if let substitute = results[number].substitute {
            return try substitute.archive.coder(
                for: substitute.record,
                resolving: OlderReferences(from: substitute.archive, to: self)
            )
        }
        do {
            if var spare = spareCoder.take(), isKnownUniquelyReferenced(&spare) {
                try spare.move(to: number)
                return spare
            }
            return try archive.coder(for: number, resolving: self)
        } catch {
            guard let substitute = substitute(for: number) else { throw error }
            results[number].substitute = substitute
            outcome.report.notes.append(Self.substituted(archive, number, Diagnosis(error)))
            return try coder(for: number)
        }
    }

    func reuse(_ coder: RestorationCoder, for number: Int) {
        // A coder on an older generation cannot turn to records of this one.
        if results[number].substitute == nil { spareCoder = coder }
    }

    private static func substituted(
        _ archive: ArchiveReader,
        _ number: Int,
        _ reason: Diagnosis
    ) -> Diagnosis {
        Diagnosis(
            problem: "\(reason.problem); the object's state comes from an older generation",
            place: archive.path(of: archive.records[number].path).description,
            remedy: reason.remedy
        )
    }

    /// The same object's record in the newest older generation that has it intact.
    private func substitute(for number: Int) -> (archive: ArchiveReader, record: Int)? {
        let record = archive.records[number]
        let path = archive.path(of: record.path)
        for older in olderArchives {
            guard let found = older.record(at: path),
                older.string(older.records[found].className) == archive.string(record.className),
                (try? older.retainedSection(of: found)) != nil
            else { continue }
            return (older, found)
        }
        return nil
    }

    // MARK: Afterwards

    private func resolveRetainedReferences() {
        for (number, kept) in unavailable {
            kept.references = archive.references(of: Int(number)).map { target in
                guard target != ArchiveRecord.none else { return RetainedReference(nil) }
                return RetainedReference(objects[Int(target)] ?? unavailable[target])
            }
        }
    }

    private func writeReport() {
        let notes = outcome.report.notes
        let rows = archive.paths.indices.compactMap { node -> RestorationReport.Row? in
            let number = recordOfNode[node]
            guard number != ArchiveRecord.none else { return nil }
            let record = archive.records[Int(number)]
            let result = results[Int(number)]
            return RestorationReport.Row(
                node: UInt32(node), className: record.className, plugin: record.plugin,
                outcome: result.outcome, reason: result.reason, duration: result.duration)
        }
        outcome.report = RestorationReport(reason: reason, archive: archive, rows: rows)
        outcome.report.notes = notes
    }
}

extension Restoration: ReferenceResolving {
    package func object(for number: UInt32) -> (any Restorable)? {
        number < UInt32(objects.count) ? objects[Int(number)] : nil
    }

    package func notePassedOver(_ object: any Restorable, key: String, holder: Int) {
        guard object is UnavailableObject, let holder = objects[holder] else { return }
        outcome.leftovers.passedOver.append(
            PassedOverReference(holder: holder, key: key, object: object))
    }
}

/// Turns the references of an older generation's record into the objects of this restore, by path.
private final class OlderReferences: ReferenceResolving {
    private let older: ArchiveReader
    private let restoration: Restoration

    init(from older: ArchiveReader, to restoration: Restoration) {
        self.older = older
        self.restoration = restoration
    }

    func object(for number: UInt32) -> (any Restorable)? {
        let path = older.path(of: older.records[Int(number)].path)
        return restoration.archive.record(at: path).flatMap { restoration.objects[$0] }
    }

    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}
