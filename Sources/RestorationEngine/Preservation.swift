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
    private let leftovers: Leftovers
    let earlierState: (RestorationPath?) -> UnavailableObject?
    /// Whether the restore has found an object of the program's own at a path.
    let wasFound: (RestorationPath) -> Bool
    /// What tells the roots apart, for those that have it.
    let scopes: [ObjectIdentifier: Discriminator]
    /// The records kept for live objects, and what is to be added to objects' own references. Both
    /// are held by address for this capture alone, in which no object ends.
    private var heldBack: [ObjectIdentifier: UnavailableObject] = [:]
    /// Whether there are any: asked of every object, which a dictionary makes dear.
    private var hasHeldBack = false
    private var passedOver: [ObjectIdentifier: [PassedOverReference]] = [:]
    private var carried: [ObjectIdentifier: CarriedFields] = [:]
    /// Those among the held back whose state is awaited.
    private var awaiting: Set<ObjectIdentifier> = []
    /// Records that only an object has led to which failed to encode.
    private var orphans: [(records: Range<Int>, parent: Int)] = []
    private var keptAlive: [any Restorable] = []

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
    private(set) var absent: [ObjectIdentifier: [AbsentPart]] = [:]
    /// What is kept for elements that are gone, by address of the owner. Others may be in their
    /// place.
    private(set) var gone: [ObjectIdentifier: [UnavailableObject]] = [:]
    /// By path node: kept records of the program's own objects, which were not looked for.
    private var unsought: [UInt32: UnavailableObject] = [:]
    private var hasUnsought = false
    /// Those that were met.
    package private(set) var found: [(object: any Restorable, kept: UnavailableObject)] = []
    /// What was kept for elements that have come without anybody's saying so.
    package var outrun: [(object: any Restorable, kept: UnavailableObject)] = []
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
    /// What the records led to that are kept for live objects. What these hold no more is alive for
    /// the sake of the record.
    lazy var formerlyHeld = Set(
        heldBack.values.flatMap(\.references).compactMap { reference in
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
        leftovers: Leftovers,
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
        for object in unavailable { meetRetained(object) }
        encodeQueue()

        reportUnsaved()
        reportOrphans()
        reportBereft()
        reportUnlisted()
        report.objectCount = writer.recordCount - 1
        report.sizeInBytes = sections.sizeInBytes
        return (writer.finish(info), report)
    }

    /// Sorts the leftovers by the objects they belong to. Returns the records without a live
    /// object.
    private func takeLeftovers() -> [UnavailableObject] {
        var unavailable = Array(leftovers.unavailable)
        for held in leftovers.heldBack {
            if let object = held.object {
                holdBack(object, keeping: held.kept)
                if held.isAwaited { awaiting.insert(ObjectIdentifier(object)) }
                keptAlive.append(object)
            } else {
                unavailable.append(held.kept)
                held.owner.map { gone[ObjectIdentifier($0), default: []].append(held.kept) }
            }
        }
        for reference in leftovers.passedOver {
            guard let holder = reference.holder else { continue }
            passedOver[ObjectIdentifier(holder), default: []].append(reference)
            keptAlive.append(holder)
        }
        for fields in leftovers.carried {
            guard let holder = fields.holder else { continue }
            carried[ObjectIdentifier(holder)] = fields
            keptAlive.append(holder)
        }
        for part in leftovers.absent {
            guard let holder = part.holder else { continue }
            absent[ObjectIdentifier(holder), default: []].append(part)
            keptAlive.append(holder)
        }
        return unavailable
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
    private func encodeQueue() {
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
        carried.forget { coder.holdsField($0.key) }
        write(carried.fields, coder)
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

    /// Keeps the record at a path for the live object that was not looked for there.
    func holdUnsought(_ object: any Restorable, at node: UInt32) {
        guard hasUnsought, let kept = unsought.removeValue(forKey: node) else { return }
        kept.contents = .added
        holdBack(object, keeping: kept)
        found.append((object, kept))
        let parts = kept.parts(of: object)
        guard !parts.isEmpty else { return }
        absent[ObjectIdentifier(object), default: []] += parts
        slotLists[ObjectIdentifier(object)] = nil
        lastParent = nil
    }

    /// Keeps state for an object that cannot take it yet, or has not been told to.
    func holdBack(_ object: any Restorable, keeping kept: UnavailableObject) {
        heldBack[ObjectIdentifier(object)] = kept
        hasHeldBack = true
    }

    /// The record that is kept for an object that is there.
    func recordHeldBack(for object: any Restorable) -> UnavailableObject? {
        hasHeldBack ? heldBack[ObjectIdentifier(object)] : nil
    }

    /// Keeps state for an object that is there, and whose state is still to come.
    func holdBack(_ object: any Restorable, awaiting kept: UnavailableObject) {
        awaiting.insert(ObjectIdentifier(object))
        holdBack(object, keeping: kept)
    }

    /// Writes the record that is kept for what is encoding, with what that holds and presents by
    /// now where it was given back what it held.
    private func writeBack(_ kept: UnavailableObject, for object: any Restorable) {
        let traits = traits.traits(of: object)
        guard kept.contents != .former, !traits.isDisjoint(with: [.container, .presenter]) else {
            writeBack(kept, at: encoding)
            return meetElements(of: object)
        }
        var contents = meetContents(of: object, traits)
        // What it was saved with, which it may know only when it has its state.
        contents.group = nil
        writeBack(kept, at: encoding, contents)
        guard kept.contents == .added else { return }
        // What there is no place for any more.
        for reference in kept.references { _ = number(ofRetained: reference) }
    }

    /// Writes a retained record as it was; only the numbers of its keys are this archive's.
    ///
    /// - Parameter contents: What is to stand in it now of what the session itself encodes.
    private func writeBack(
        _ kept: UnavailableObject,
        at number: Int,
        _ contents: Contents? = nil
    ) {
        let section = contents.flatMap { copy(kept, with: $0) } ?? copy(kept)
        writer.place(section, inRecord: number)
        let className = writer.stringNumber(kept.className)
        let plugin = writer.stringNumber(kept.pluginIdentifier)
        let typeName = writer.stringNumber(kept.archive.string(kept.record.typeName))
        writer.update(number) {
            $0.className = className
            $0.plugin = plugin
            $0.typeName = typeName
            $0.schemaVersion = kept.record.schemaVersion
            $0.flags = kept.record.flags.union(.isRetained)
        }
    }

    private func copy(_ kept: UnavailableObject) -> WrittenSection {
        // Meeting the objects first: they get numbers, but nothing is written until their turn.
        let references = kept.references.map { self.number(ofRetained: $0) }
        return sections.copySection(
            kept.section,
            references: references,
            keysOf: kept.archive
        )
    }

    /// What the object itself has encoded, with other contents; `nil` if the record is damaged.
    private func copy(_ kept: UnavailableObject, with contents: Contents) -> WrittenSection? {
        guard let reader = try? kept.archive.coder(for: kept.number, resolving: nil),
            let fields = try? reader.unaskedFields()
        else { return nil }
        let targets = Dictionary(
            zip(kept.archive.references(of: kept.number), kept.references),
            uniquingKeysWith: { first, _ in first }
        )
        let own = fields.map { field in
            (field, field.value.references.map { targets[$0] ?? RetainedReference(nil) })
        }
        var contents = contents
        complete(&contents, as: kept)
        return try? sections.writeSection { coder in
            for (field, references) in own {
                coder.encode(field, references: references.map { number(ofRetained: $0) })
            }
            contents.write(to: coder)
        }.get()
    }

    /// Adds what a kept record has and the object, as it is, says nothing of.
    private func complete(_ contents: inout Contents, as kept: UnavailableObject) {
        guard let held = try? HeldParts(of: kept) else { return }
        func number(_ object: (any Restorable)?) -> UInt32 {
            self.number(ofRetained: RetainedReference(object))
        }
        if contents.children == nil, let children = held.children {
            contents.children = children.map { number($0.object) }
            contents.keys = children.map(\.key)
            contents.selected = held.selected.map { number($0) }
        } else if kept.contents == .added, let selected = held.selected.map({ number($0) }),
            contents.children?.contains(selected) == true
        {
            contents.selected = selected
        }
        if contents.presented == nil { contents.presented = held.presented.map { number($0) } }
        if contents.group == nil { contents.group = held.group }
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

    private func meetRetained(_ object: UnavailableObject) {
        let owner = writer.owner(of: node(of: object))
        if owner != ArchiveRecord.none, isOwn(owner, object) { return }
        let isTaken = owner != ArchiveRecord.none && object.arrived == nil
        if isTaken || knownNumber(of: object) == nil {
            report.issues.append(.supersededRetained(object.path))
            givenUp.append(object)
        }
    }

    /// Whether a record is that of a kept one, or of the live object that it is kept for.
    func isOwn(_ number: UInt32, _ kept: UnavailableObject) -> Bool {
        guard let object = writer.object(ofRecord: Int(number)) else { return false }
        return object === kept || recordHeldBack(for: object) === kept
    }
}
