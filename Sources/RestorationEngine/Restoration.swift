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
/// Cost: O(records + bytes decoded), and one look-up per record. What most objects do not have (a
/// reason, a plugin, a fate other than being restored) is kept only for those that have it.
package final class Restoration {
    let archive: ArchiveReader
    let classes: any RestorationClassSource
    let registry: ObjectRegistry
    let delegate: (any RestorationDelegate)?
    let recorder: (any RestorationRecorder)?
    let reason: RestorationReason
    let live: LiveGraph
    /// What is decided of every record; `nil` where nobody has made a plan.
    let planned: PlannedRecords?
    private let older: () -> [ArchiveReader]
    /// Older generations, newest first, for records whose bytes are damaged in this one.
    private(set) lazy var olderArchives = older()

    let objects: RestoredObjects
    let coders: RecordCoders
    /// What becomes of each record.
    let table: RecordTable
    /// By record number: where bytes are read from that are damaged here.
    let substitutes = Sparse<Substitute>()
    /// By record number: what is, or was, retained.
    let unavailable = Sparse<UnavailableObject>()
    /// By record number: state of an older version, rewritten.
    let migrated = Sparse<Migrated>()
    /// By their owners' records, those of elements.
    lazy var elementsByOwner = Dictionary(
        grouping: elements,
        by: { [archive] number in
            let parent = archive.paths[Int(archive.records[number].path)].parent
            return archive.record(ofNode: parent) ?? 0
        }
    )
    /// Records whose object a restoration class made, and that failed to decode. Whatever becomes
    /// of the record, no container is given the object.
    var failedRecords: Set<Int> = []
    /// Those of them for which their containers show what stands for them.
    var stoodFor: Set<Int> = []
    /// Selections that are not there, with the container and its record.
    var missingSelections: [(UnavailableObject, any RestorableContainer, Int)] = []
    /// Records of containers and presenters that were kept out of taking back what they held.
    var unattached: Set<Int> = []
    /// Records whose object is of another type than the one that was saved.
    var ofOtherType: Set<Int> = []
    /// Records of roots that the program has built, and that their class has made a second time.
    var secondRoots: Set<Int> = []
    /// By record number: the keys, as the coder numbers them, that its creation asked for.
    let askedAtCreation = Sparse<[UInt32]>()
    let paths: LivePath
    /// Whether what cannot be restored is written back at every save.
    var keepsUnavailable: Bool { table.keepsUnavailable }
    /// Whether objects of the program's own are put back to what they were if they fail to decode.
    let undoesFailedDecodes: Bool
    /// What remembers what they were, as long as nobody uses it. Mostly there is one; an object
    /// that lets others decode in its own decoding takes more.
    var snapshotWriters: [ArchiveWriter] = []
    var outcome: Outcome

    let traits = TraitTable()
    /// The objects that are more than restorable, parents first.
    var special: [(number: Int, traits: ClassTraits)] = []
    /// By record number: the objects that it decodes with.
    let groups = Sparse<TransactionGroup>()
    var namedGroups: [String: TransactionGroup] = [:]
    /// Whether transactional objects have been sorted by their groups.
    var hasGroups = false
    /// Whether it is too late for owners to load elements.
    var areElementsLoaded = false
    /// Records of elements, in the order of their nodes.
    private(set) var elements: [Int] = []
    /// Whether owners had elements when one was first looked for in vain, by address.
    var hasElements: [ObjectIdentifier: Bool] = [:]
    /// What an owner has, if nobody has decoded since it was asked.
    var loadedElements: LoadedElements?
    /// The path node whose turn it is to decode.
    private var decodingNode: UInt32 = 0

    /// Tells of data that arrives; `nil` where nothing can be waited for.
    let arrivals: (any ArrivalSource)?
    /// What a late restore brings back; `nil` if it is the restore itself.
    let plan: ArrivalPlan?
    /// Records that references of a late restore lead to and that it does not restore.
    var lentRecords: [Int] = []
    /// By path node: not looked for, since the recorder has something against it.
    let unsought = Sparse<Bool>()
    /// By record number: objects that were waited for before, which are asked for once more.
    let knownAwaited = Sparse<AwaitedObject>()
    /// Records whose class has been asked once more.
    var askedAgain: Set<Int> = []
    /// By record number: objects that were left out when they existed already.
    let spared = Sparse<any Restorable>()

    let classAnswers = Remembered<ClassKey, ClassAnswer>()
    let kindAnswers = Remembered<KindKey, Bool>()
    let knownClasses = Remembered<ObjectIdentifier, KnownClass>()

    struct Substitute {
        let archive: ArchiveReader
        let record: Int
    }

    /// A restoration class, by the numbers of its names.
    struct ClassKey: Hashable {
        let name: UInt32
        let plugin: UInt32
    }
    /// Asked for every object: one pointer, which costs next to nothing to copy.
    enum ClassAnswer {
        case found(KnownClass)
        case unavailable(Obstacle)
    }
    final class Obstacle {
        let reason: Diagnosis

        init(_ reason: Diagnosis) { self.reason = reason }
    }
    /// What a restoration class says of itself, asked once.
    final class KnownClass {
        let restorationClass: any RestorationClass
        let schemaVersion: Int
        let isForeign: Bool
        let hasCaptures: Bool
        /// Its number in the registry.
        let number: UInt32

        init(_ restorationClass: any RestorationClass, number: UInt32) {
            self.restorationClass = restorationClass
            schemaVersion = restorationClass.schemaVersion
            isForeign = restorationClass.plugin != nil
            hasCaptures = restorationClass.hasCaptures
            self.number = number
        }
    }

    /// A saved type, by the number of its name, and the type of a live object.
    struct KindKey: Hashable {
        let saved: UInt32
        let type: ObjectIdentifier
    }

    /// What a restore leaves behind for the session.
    package struct Outcome {
        package var report: RestorationReport
        /// Whether the delegate agreed to restore.
        package var wasWanted = true
        /// Of a late restore: the records of the objects that have come.
        package var arrived: [UnavailableObject] = []
        /// By what has stood for them, why some of these do not have their state.
        var failures: [ObjectIdentifier: Diagnosis] = [:]
        /// Of a late restore: records whose objects have come and take their state with others of
        /// their group.
        package var regrouped: [UnavailableObject] = []
        /// Records whose group fails: they have ended, or, in a late restore, have not come.
        var failed: [UnavailableObject] = []
        /// Of a late restore: objects whose class was not asked again, since what they belong to
        /// does not come.
        package var givenUp: [AwaitedObject] = []
    }

    package init(
        archive: ArchiveReader,
        older: @escaping () -> [ArchiveReader],
        classes: any RestorationClassSource,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        delegate: (any RestorationDelegate)?,
        table: RecordTable,
        undoesFailedDecodes: Bool = true,
        recorder: (any RestorationRecorder)? = nil,
        arrivals: (any ArrivalSource)? = nil,
        plan: ArrivalPlan? = nil,
        planned: PlannedRecords? = nil,
        reason: RestorationReason
    ) {
        self.archive = archive
        self.older = older
        self.classes = classes
        self.registry = registry
        self.delegate = delegate
        self.table = table
        self.undoesFailedDecodes = undoesFailedDecodes
        self.recorder = recorder
        self.arrivals = arrivals
        self.reason = reason
        paths = LivePath(registry: registry, roots: roots)
        live = LiveGraph(
            archive: archive,
            roots: roots,
            registry: registry,
            absent: plan.map { _ in KeyedList() }
        )
        self.plan = plan
        self.planned = planned
        objects = plan?.objects ?? RestoredObjects(count: archive.records.count)
        coders = RecordCoders(archive, resolving: objects)
        outcome = Outcome(report: RestorationReport(reason: reason))
        coders.makeTicket = { [weak arrivals] in arrivals?.makeTicket() }
    }

    /// Runs the whole restore, once.
    package func run() -> Outcome {
        if let plan { return bringBack(plan) }
        guard !archive.records.isEmpty else { return outcome }
        let application = applicationCoder()
        var isWanted = true
        tell(.delegate, 0) { isWanted = delegate?.shouldRestoreState(from: application) ?? true }
        if !isWanted {
            outcome.wasWanted = false
            outcome.report.notes.append(
                Diagnosis(
                    problem: "The application declined to restore its saved state",
                    remedy:
                        "Nothing needs to be done; the state is set aside, and restorectl archive"
                        + " list --set-aside shows it."
                )
            )
            return outcome
        }
        registry.onRegistration = { [unowned self] in noteRegistration($0) }
        defer { registry.onRegistration = nil }
        registry.reserve(archive.records.count { $0.className != ArchiveRecord.none })
        forEachNode { create($0) }
        if table.hasAwaited { waitForArrivals() }
        giveStateAndPlaces()
        tell(.delegate, 0) { delegate?.didDecodeState(from: application) }
        noteApplicationDecoded(application)
        tellFinished()
        finish()
        return outcome
    }

    /// Gives all objects that were found or created their state and their places.
    func giveStateAndPlaces() {
        let hasPlaces = !special.isEmpty || plan != nil
        if hasPlaces { closeGaps() }
        gatherGroups()
        decode()
        if hasPlaces {
            closeGaps()
            attach()
            leaveOutElementsOutOfReach()
        }
        decodeElements()
        decodePostponedGroups()
        loadedElements = nil
    }

    /// Goes through the path nodes that take part. They are numbered parents first, so that a
    /// parent is met before its children, and its fate is known.
    func forEachNode(_ body: (UInt32) -> Void) {
        if let plan {
            for node in plan.nodes { body(node) }
        } else {
            for node in 0..<UInt32(archive.paths.count) { body(node) }
        }
    }

    // MARK: Creation

    func create(_ node: UInt32) {
        let parent = archive.paths[Int(node)].parent
        if unsought[Int(parent)] != nil { unsought[Int(node)] = true }
        guard let record = archive.record(ofNode: node) else { return }
        switch fate(below: parent) {
        case nil: resolve(record, node: node)
        case .abandoned: end(record, .skipped, Self.parentDeclined, below: .leavesThemOut)
        case .retained(let reason): retain(record, Self.parentUnavailable(reason))
        case .awaited(let reason):
            retain(record, Self.parentAwaited(reason), isAwaited: true)
        }
    }

    /// What an object that is not there means for the nodes below it.
    enum Fate {
        /// Left out on purpose, and with it everything below (REST-9).
        case abandoned
        /// Kept for later, and with it everything below.
        case retained(Diagnosis)
        /// Kept until what it waits for arrives, and with it everything below.
        case awaited(Diagnosis)
    }

    /// What the nearest record from a node up means for the nodes below that.
    func fate(below node: UInt32) -> Fate? {
        var next = node
        while next != ArchiveRecord.none {
            if let record = archive.record(ofNode: next) { return fate(of: table[record]) }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }

    private func fate(of state: RecordState) -> Fate? {
        switch state {
        case .unavailable(let retained): .retained(retained.kept.reason)
        case .deferred(let deferred):
            deferred.isOfAbsentObject ? .awaited(deferred.kept.reason) : nil
        case .ended(let explanation):
            switch explanation.below {
            case .looksForThem: nil
            case .leavesThemOut: .abandoned
            case .retainsThem: .retained(explanation.diagnosis)
            }
        case .pending, .found, .live, .created, .withheld: nil
        }
    }

    private static let parentDeclined = Diagnosis(
        problem: "An object above it was left out by its restoration class",
        remedy: "Nothing needs to be done if that was intended."
    )

    static func parentUnavailable(_ reason: Diagnosis) -> Diagnosis {
        let problem =
            reason.problem.hasPrefix("An object above it")
            ? reason.problem
            : "An object above it could not be restored: \(reason.problem)"
        return Diagnosis(problem: problem, place: reason.place, remedyOf: reason)
    }

    private static func parentAwaited(_ reason: Diagnosis) -> Diagnosis {
        Diagnosis(problem: "It comes with an object above it", remedyOf: reason)
    }

    // MARK: Decoding

    private func decode() {
        forEachNode { node in
            decodingNode = node
            guard let record = archive.record(ofNode: node) else { return }
            if archive.records[record].isElement {
                elements.append(record)
            } else {
                decodeOnce(record)
            }
        }
        decodingNode = UInt32(archive.paths.count)
    }

    func isDecoded(_ node: UInt32) -> Bool { node < decodingNode }

    /// Decodes a record that is not done yet, with the objects of its group if it has one.
    func decodeOnce(_ record: Int) {
        guard table.isFound(record), let object = objects[record] else { return }
        if let group = groups[record] { return decode(group) }
        decode(object, record)
    }

    private func decode(_ object: any Restorable, _ number: Int) {
        loadedElements = nil
        defer { loadedElements = nil }
        guard table.durations[number] != nil else { return decodeUntimed(object, number) }
        let start = ContinuousClock.now
        decodeUntimed(object, number)
        table.durations[number]? += ContinuousClock.now - start
    }

    private func decodeUntimed(_ object: any Restorable, _ number: Int) {
        do {
            let coder = try coder(for: number)
            guard !isPutBack(object, number) else {
                return decodePuttingBack(object, number, coder)
            }
            var hasBegun = false
            do {
                try run(.decode, number) {
                    hasBegun = true
                    try object.decodeRecord(with: coder)
                }
                noteDecoded(object, number, coder)
            } catch is StateNotYetApplicable {
                keepForLater(object, number)
            } catch {
                var reason = Diagnosis(error)
                if hasBegun, let obstacle = putBackAsMade(object, number) {
                    reason = reason.andNotPutBack(because: obstacle)
                }
                holdBack(object, number, because: reason)
            }
        } catch {
            end(number, .lost, Diagnosis(error))
        }
    }

    /// Decodes an object that is put back to what it was if it fails.
    private func decodePuttingBack(
        _ object: any Restorable,
        _ number: Int,
        _ coder: RestorationCoder
    ) {
        let writer = snapshotWriters.popLast() ?? ArchiveWriter()
        defer { snapshotWriters.append(writer) }
        var transaction = Transaction(recorder)
        do {
            try transaction.take(object, number, of: archive, coder, using: writer)
            noteDecoded(object, number, coder)
        } catch is StateNotYetApplicable {
            // It may have taken what it could.
            keepForLater(object, number)
        } catch {
            holdBack(object, number, because: transaction.undo(after: error))
        }
    }

    private func noteDecoded(_ object: any Restorable, _ number: Int, _ coder: RestorationCoder) {
        table.noteDecoded(number)
        noteFailure(number, coder)
        if let fields = carriedFields(object, number, coder) {
            table.carried.append(fields)
        }
    }

    /// Whether an object that is by itself is put back to what it was if it fails to decode: one of
    /// the program's own. What a class makes can be had again, and a plugin ends its own.
    private func isPutBack(_ object: any Restorable, _ number: Int) -> Bool {
        undoesFailedDecodes && isOwn(number)
            && !traits.traits(of: object).contains(.pluginHeld)
            && !(object is any RestorationFailureObserving)
    }

    /// Tells of a value that could not be decoded where the object went on without it (SEC-12).
    func noteFailure(_ number: Int, _ coder: RestorationCoder) {
        guard let failure = coder.decodingFailure else { return }
        let path = archive.path(of: archive.records[number].path)
        let remark = failure.diagnosis.ofPassedOverValue(at: path)
        table.remark(Remark(remark, isFailure: true), on: number)
    }

    func tellFinished() {
        if let plan {
            for number in plan.records { tellFinished(number) }
        } else {
            for number in archive.records.indices.dropFirst() { tellFinished(number) }
        }
    }

    private func tellFinished(_ number: Int) {
        guard table.isPlain(number), let object = objects[number] else { return }
        tell(.finish, number) {
            let failure = object.hearFinish(traits.traits(of: object))
            // What has not been decoded says more.
            if let failure, table.reason(of: number) == nil {
                table.remark(Remark(failure, isFailure: true), on: number)
            }
        }
    }
}
