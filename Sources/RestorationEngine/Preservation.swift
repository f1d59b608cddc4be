package import RestorationCore

/// One capture of the object graph: follows encoded references from the roots and writes a record
/// for every object met (PRES-9).
///
/// An object is met when something refers to it: it then gets its number, and later, in the order
/// of numbers, its turn to encode (PRES-11). So an object has one record however many references
/// there are, and circles end (PRES-20, PRES-21). Cost: O(objects + references + bytes).
package final class Preservation {
    let writer: ArchiveWriter
    let sections: SectionWriterHandle
    let registry: ObjectRegistry
    let classes: any RestorationClassSource
    private let roots: [RestorationRoot]
    let leftovers: RecordTable
    let earlierState: (RestorationPath?) -> UnavailableObject?
    /// Whether the restore has found an object of the program's own at a path.
    let wasFound: (RestorationPath) -> Bool
    /// What tells the roots apart, for those that have it.
    let scopes: [ObjectIdentifier: Discriminator]
    /// The records kept for live objects, and what is to be added to objects' own references. Both
    /// are held by address for this capture alone, in which no object ends.
    var heldBack: [ObjectIdentifier: UnavailableObject] = [:]
    /// Whether there are any: asked of every object, which a dictionary makes dear.
    var hasHeldBack = false
    var passedOver: [ObjectIdentifier: [PassedOverReference]] = [:]
    var carried: [ObjectIdentifier: CarriedFields] = [:]
    /// Those among the held back whose state is awaited, and records for such that have ended.
    var awaiting: Set<ObjectIdentifier> = []
    /// Kept records that are not saved, with what they were below.
    var unsavedParts: [UnavailableObject] = []
    /// Records that only an object has led to which failed to encode.
    private var orphans: [(records: Range<Int>, parent: Int)] = []
    var keptAlive: [any Restorable] = []

    /// The children of the object that is encoding, if they were asked for.
    var listed = (record: 0, children: Set<ObjectIdentifier>())
    /// Objects that have no record, or none yet, and whether there are any.
    var asides = Asides()
    var hasAsides = false
    let classNumbers = Remembered<ClassKey, ClassNumbers>()
    let traits = TraitTable()
    /// The children of containers, by address; and the parent asked about last.
    var slotLists: [ObjectIdentifier: SlotList] = [:]
    var lastParent: (address: ObjectIdentifier, slots: SlotList?)?
    /// What containers and owners had that is not there now, by address of the holder.
    var absent: [ObjectIdentifier: [AbsentPart]] = [:]
    /// What is kept for elements that are not loaded, by address of the owner.
    var elementsNotLoaded: [ObjectIdentifier: [Deferred]] = [:]
    /// What is kept for elements that are gone, by address of the owner. Others may be in their
    /// place.
    var gone: [ObjectIdentifier: [UnavailableObject]] = [:]
    /// By path node: kept records of the program's own objects, which were not looked for.
    var unsought: [UInt32: UnavailableObject] = [:]
    var hasUnsought = false
    /// By the records of what kept ones were below: its nodes. And the nodes of those that were
    /// told not to be saved.
    var holderNodes: [Int: UInt32] = [:]
    var toldNodes: Set<UInt32> = []
    /// What the session is to take note of when this is durable.
    package var changes = CaptureChanges()
    /// Kept records that live objects were met for, and those whose elements have come by
    /// themselves: in this capture, which changes nothing of them.
    var metNow: Set<ObjectIdentifier> = []
    var outrunNow: [ObjectIdentifier: any Restorable] = [:]
    /// Those whose owners have ended before they had loaded their elements.
    var notLoaded: Set<ObjectIdentifier> = []
    /// Nodes of kept records' paths, by archive and by their number there.
    var keptNodes: [ObjectIdentifier: Sparse<UInt32>] = [:]
    lazy var firstRegistered = registry.firstRegistered()
    /// Objects without an identifier that something tagged may be hidden below.
    var hiding: [any Restorable] = []
    /// Records that have been given up, or give way, with what they may be the last to hold.
    var givenUp: [UnavailableObject]
    /// Children that nothing had referred to when their parent had encoded, by its record.
    var unmet: [(child: any Restorable, parent: Int)] = []
    /// Whether nobody but the program's own lists could find what no class makes; by record,
    /// whether these name its object; and the lists that were looked into for others.
    var mayTellUnlisted = false
    var listedRecords: [Bool] = []
    var listings: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    /// Objects with an identifier of which nothing is written that they hold now.
    var unsaved: [any Restorable] = []
    /// Those whose path is another's.
    var duplicates: Set<ObjectIdentifier> = []
    /// Those told apart by what cannot be in a path.
    var refused: Set<ObjectIdentifier> = []
    /// What the records led to that are kept for live objects, or not saved. What these hold no
    /// more is alive for the sake of the record.
    lazy var formerlyHeld = Set(
        (Array(heldBack.values) + unsavedParts).flatMap(\.references).compactMap { reference in
            reference.object.map { ObjectIdentifier($0) }
        }
    )
    /// Objects at the top since what contained them has ended, and nothing else holds them.
    var bereft: [any Restorable] = []
    /// Elements that an owner lists, and that name another as nearer.
    var strayElements: [any Restorable] = []
    /// How many of the objects that the registry can list have a record.
    var knownCount = 0
    /// Tells what objects hold by their own account.
    lazy var holdings = LivePath(registry: registry, roots: roots)
    /// Finds what holds objects that name no parent, and that are referred to from elsewhere first.
    lazy var holders = HolderSearch(holdings)
    /// The record whose turn it is.
    private(set) var encoding = 0
    /// Where a value is being copied from that was saved before.
    var copied: RestorationCoder?
    var report = PreservationReport()

    /// - Parameters:
    ///   - writer: Emptied first; its memory is used again.
    ///   - classes: Tells the schema version of a host's class.
    ///   - leftovers: What the restore could not bring back: written back, referred to or not.
    ///   - earlierState: What was saved before at a path, for an object that now fails to encode;
    ///     without a path the application's own record.
    ///   - wasFound: Whether the restore has found an object of the program's own at a path.
    package init(
        writer: ArchiveWriter,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        classes: any RestorationClassSource,
        leftovers: RecordTable,
        earlierState: @escaping (RestorationPath?) -> UnavailableObject?,
        wasFound: @escaping (RestorationPath) -> Bool
    ) {
        self.writer = writer
        sections = writer.sections
        self.registry = registry
        self.roots = roots
        self.classes = classes
        self.leftovers = leftovers
        givenUp = leftovers.givenUp
        self.earlierState = earlierState
        self.wasFound = wasFound
        scopes = Dictionary(
            roots.map { (ObjectIdentifier($0.object), $0.scope) },
            uniquingKeysWith: { $1 }
        )
    }

    /// Captures everything.
    ///
    /// - Returns: The image, or `nil` if the delegate declined to be preserved.
    package func run(
        delegate: (any RestorationDelegate)?,
        info: PreservationInfo
    ) -> (image: ArchiveImage, report: PreservationReport)? {
        writer.removeAll()
        sections.numbering = self
        defer {
            sections.numbering = nil
            writer.releaseObjects()
        }
        mayTellUnlisted = delegate == nil
        let unavailable = takeLeftovers()
        for kept in unavailable where kept.isUnsought {
            unsought[node(of: kept)] = kept
            hasUnsought = true
        }

        guard encodeApplicationRecord(delegate) else { return nil }
        for root in roots where knownNumber(of: root.object) == nil { reportUntaggedRoot(root) }
        encodeQueue()
        meet(unavailable)

        reportUnsaved()
        reportOrphans()
        reportBereft()
        reportUnlisted()
        changes.told = leftovers.givenUp.map { CaptureChanges.Pair(kept: $0) }
        report.objectCount = writer.recordCount - 1
        report.sizeInBytes = sections.sizeInBytes
        return (writer.finish(info), report)
    }

    // MARK: Encoding

    private func encodeApplicationRecord(_ delegate: (any RestorationDelegate)?) -> Bool {
        writer.append(ArchiveRecord(), for: nil)
        var isWanted = true
        // What is kept from the delegate is written again. What it stores without knowing that goes
        // nowhere.
        let kept = leftovers.application
        let sections = kept == nil ? self.sections : ArchiveWriter().sections
        let result = sections.writeSection { coder in
            if let delegate {
                isWanted = delegate.shouldPreserveState(to: coder)
                if isWanted { delegate.willEncodeState(to: coder) }
            }
            guard isWanted else { return }
            write(leftovers.applicationPassedOver, coder)
            write(leftovers.applicationFields.filter { !coder.holdsField($0.field.key) }, coder)
        }
        if let kept {
            if isWanted { writer.place(copy(kept), inRecord: 0) }
            return isWanted
        }
        switch result {
        case .success(let section): writer.place(section, inRecord: 0)
        case .failure(let error):
            let earlier = earlierState(nil)
            if let earlier { writer.place(copy(earlier), inRecord: 0) } else { leaveEmpty(0) }
            report.issues.append(
                .encodingFailed(nil, reason: Diagnosis(error), keptEarlierState: earlier != nil)
            )
        }
        return isWanted
    }

    /// Lets every object encode that has a number and has not had its turn.
    func encodeQueue() {
        // What is found to be left over is known before anything is encoded.
        let carried = carried
        while encoding + 1 < writer.recordCount {
            encoding += 1
            guard let object = writer.object(ofRecord: encoding) else { continue }
            if type(of: object) == UnavailableObject.self {
                writeBack(object as! UnavailableObject, at: encoding)
            } else if let kept = recordHeldBack(for: object) {
                writeBack(kept, for: object)
                if !awaiting.contains(ObjectIdentifier(object)) { reportKeptInstead(of: object) }
                unsaved.append(object)
            } else {
                encode(
                    object,
                    passedOver.isEmpty ? nil : passedOver[ObjectIdentifier(object)],
                    carried.isEmpty ? nil : carried[ObjectIdentifier(object)]
                )
            }
        }
    }

    private func encode(
        _ object: any Restorable,
        _ passedOver: [PassedOverReference]?,
        _ carried: CarriedFields?
    ) {
        let number = encoding
        let traits = traits.traits(of: object)
        if traits.contains(.element), isSecret(object) { return leaveEmpty(number) }
        let firstMet = writer.recordCount
        // Before the object encodes, so that its children are met even if it fails to.
        let contents = traits.isEmpty ? nil : meetContents(of: object, traits)
        let firstEncoded = writer.recordCount
        let result = sections.writeSection { coder in
            try object.encodeRecord(with: coder)
            if traits.contains(.pluginHeld) { keepUnreadValues(of: object, number, coder) }
            contents?.write(to: coder)
            if let passedOver { write(passedOver, coder) }
            if let carried { write(carried, coder) }
        }
        switch result {
        case .success(let section):
            writer.place(section, inRecord: number)
            noteUnmetChildren(of: object, metFrom: firstMet)
        case .failure(let error):
            keepEarlierState(of: number, because: Diagnosis(error), contents)
            orphans.append((firstEncoded..<writer.recordCount, number))
            unsaved.append(object)
        }
    }

    /// Writes references again that the object was given as nil.
    private func write(_ passedOver: [PassedOverReference], _ coder: RestorationCoder) {
        for reference in passedOver where !coder.holdsValue(forKey: reference.key) {
            coder.encode(reference.object, forKey: reference.key)
        }
    }

    private func write(_ fields: [CarriedFields.Field], _ coder: RestorationCoder) {
        for (field, references) in fields {
            let numbers = references.map { number(ofRetained: RetainedReference($0.object)) }
            coder.encode(field, references: numbers)
        }
    }

    /// Writes what the object's class does not know again.
    private func write(_ carried: CarriedFields, _ coder: RestorationCoder) {
        let known = Set(carried.fields.map(\.field.key).filter { coder.holdsField($0) })
        if !known.isEmpty {
            changes.known.append(CaptureChanges.KnownKeys(fields: carried, keys: known))
        }
        write(carried.fields.filter { !known.contains($0.field.key) }, coder)
    }

    /// - Parameter contents: What the session itself encodes of the object, in whose code nothing
    ///   of that has failed (PRES-29).
    private func keepEarlierState(
        of number: Int,
        because reason: Diagnosis,
        _ contents: Contents?
    ) {
        let path = writer.path(of: writer.node(ofRecord: number))
        let earlier = earlierState(path)
        report.issues.append(
            .encodingFailed(path, reason: reason, keptEarlierState: earlier != nil)
        )
        guard let earlier else { return leaveEmpty(number) }
        writeBack(earlier, at: number, contents)
    }

    private func leaveEmpty(_ number: Int) {
        let start = UInt32(sections.referenceCount)
        writer.update(number) {
            $0.flags.insert(.isEmpty)
            $0.referencesStart = start
        }
    }

    /// Names what has a record to which nothing leads: only the code of an object knew of it that
    /// failed to encode.
    func reportOrphans() {
        let last = orphans.map(\.records.upperBound).max() ?? 0
        guard let first = orphans.map(\.records.lowerBound).min(), first < last else { return }
        var isMet = [Bool](repeating: false, count: last - first)
        sections.forEachReference { number in
            if (first..<last).contains(Int(number)) { isMet[Int(number) - first] = true }
        }
        for (records, parent) in orphans {
            guard let ancestor = writer.object(ofRecord: parent) else { continue }
            for number in records where !isMet[number - first] {
                guard let object = writer.object(ofRecord: number), let name = name(of: object),
                    type(of: object) != UnavailableObject.self, !isKnownOtherwise(object)
                else { continue }
                report.issues.append(
                    .belowUnsaved(name, type: typeName(object), ancestor: typeName(ancestor))
                )
            }
        }
    }

    /// Whether a launch finds an object although nothing refers to it.
    private func isKnownOtherwise(_ object: any Restorable) -> Bool {
        scopes[ObjectIdentifier(object)] != nil
    }
}
