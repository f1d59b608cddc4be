import RestorationCore

/// What a restore has left, as one capture asks for it: by object, by holder, by element.
///
/// This is the one place where a capture reads the ``RecordTable``. What the capture finds out
/// counts here at once, for itself alone; the session hears of it by ``changes``. Objects are known
/// by their addresses, and kept alive, so that none ends meanwhile.
final class RetainedState {
    /// The records without a live object.
    let unavailable: [UnavailableObject]
    /// The records that are retained for live objects, as the restore has left them.
    let ofObjects: [(object: any Restorable, kept: UnavailableObject)]
    /// Whether objects were given something as nil, or have what they do not know.
    let hasReturned: Bool
    private(set) var changes = CaptureChanges()

    /// Whether records that saves write back say so.
    var marksRetained: Bool { table.marksRetained }
    private let table: RecordTable
    private let registry: ObjectRegistry
    private let keptAlive: [any Restorable]
    /// The records that are retained for live objects; and whether there are any, which is asked of
    /// every object.
    private var records: [ObjectIdentifier: UnavailableObject] = [:]
    private var hasRecords = false
    /// The objects whose state is awaited, and records that wait for elements which are gone.
    private var awaited: Set<ObjectIdentifier> = []
    /// What objects encoded when their state was put off, of those that the program says to have
    /// changed since.
    private var invalidated: [ObjectIdentifier: Fingerprint] = [:]
    private var passedOver: [ObjectIdentifier: [PassedOverReference]] = [:]
    private var carried: [ObjectIdentifier: CarriedFields] = [:]
    /// What waits for elements that owners have not loaded, or do not have.
    private var elements: [ObjectIdentifier: [Deferred]] = [:]
    /// What containers and presenters had that is not there now.
    private var parts: [ObjectIdentifier: [AbsentPart]] = [:]
    private var replaced: [ObjectIdentifier: [UnavailableObject]] = [:]
    /// Records that wait for elements of owners which have ended.
    private let notLoaded: Set<ObjectIdentifier>
    /// Records that live objects were met for, and those whose elements have come by themselves.
    private var bound: Set<ObjectIdentifier> = []
    private var overtaken: [ObjectIdentifier: any Restorable] = [:]
    /// Live objects, by the records that are retained for them.
    private lazy var objects = Dictionary(
        ofObjects.map { (ObjectIdentifier($0.kept), $0.object) },
        uniquingKeysWith: { $1 }
    )

    init(_ table: RecordTable, _ registry: ObjectRegistry) {
        self.table = table
        self.registry = registry
        var unavailable = table.unavailable
        var ofObjects: [(object: any Restorable, kept: UnavailableObject)] = []
        var keptAlive: [any Restorable] = []
        for held in table.retainedForLiveObjects {
            if let object = held.object {
                ofObjects.append((object, held.kept))
                records[ObjectIdentifier(object)] = held.kept
                guard let deferred = (held as? Deferred)?.decoding else { continue }
                awaited.insert(ObjectIdentifier(object))
                if deferred.isInvalidated {
                    invalidated[ObjectIdentifier(object)] = deferred.fingerprint
                }
            } else if held is Withheld || held.isDeferredState {
                unavailable.append(held.kept)
                if held.isDeferredState { awaited.insert(ObjectIdentifier(held.kept)) }
                if let owner = held.owner {
                    replaced[ObjectIdentifier(owner), default: []].append(held.kept)
                }
            }
        }
        for reference in table.passedOver {
            guard let holder = reference.holder else { continue }
            passedOver[ObjectIdentifier(holder), default: []].append(reference)
            keptAlive.append(holder)
        }
        for fields in table.carried {
            guard let holder = fields.holder else { continue }
            carried[ObjectIdentifier(holder)] = fields
            keptAlive.append(holder)
        }
        for part in table.absent {
            guard let holder = part.holder, !part.isOver else { continue }
            parts[ObjectIdentifier(holder), default: []].append(part)
            keptAlive.append(holder)
        }
        for element in table.elementsNotLoaded {
            guard let owner = element.owner else { continue }
            elements[ObjectIdentifier(owner), default: []].append(element)
            keptAlive.append(owner)
        }
        let withoutOwner = table.withoutOwner
        notLoaded = Set(withoutOwner.map { ObjectIdentifier($0) })
        self.unavailable = unavailable + withoutOwner
        self.ofObjects = ofObjects
        self.keptAlive = keptAlive
        hasReturned = !passedOver.isEmpty || !carried.isEmpty
        hasRecords = !records.isEmpty
        changes.told = table.givenUp.map { CaptureChanges.Pair(kept: $0) }
    }

    // MARK: Of an object

    /// The record that is retained for an object that is there.
    func record(for object: any Restorable) -> UnavailableObject? {
        hasRecords ? records[ObjectIdentifier(object)] : nil
    }

    /// The live object that the restore has left a record for; `nil` if that has none.
    func object(for kept: UnavailableObject) -> (any Restorable)? {
        hasRecords ? objects[ObjectIdentifier(kept)] : nil
    }

    /// What an object encoded when its state was put off, if the program has said since that it has
    /// changed.
    func fingerprint(ofInvalidated object: any Restorable) -> Fingerprint? {
        invalidated.isEmpty ? nil : invalidated[ObjectIdentifier(object)]
    }

    /// Whether the state of an object that is there is on its way.
    func isAwaited(for object: any Restorable) -> Bool {
        awaited.contains(ObjectIdentifier(object))
    }

    /// What an object was given as nil, and what it does not know; asked only if there is any.
    func returned(
        by object: any Restorable
    ) -> (passedOver: [PassedOverReference], carried: CarriedFields?) {
        let key = ObjectIdentifier(object)
        return (passedOver[key] ?? [], carried[key])
    }

    /// What it had that is not there now.
    func parts(of holder: any Restorable) -> [AbsentPart] {
        parts.isEmpty ? [] : parts[ObjectIdentifier(holder)] ?? []
    }

    /// What a container had that is not there now, but for what lay above a member of a stack that
    /// the person has left since.
    ///
    /// - Parameter held: What is in the container.
    func parts(
        of container: any RestorableContainer,
        holding held: [RestorationSlot]
    ) -> [AbsentPart] {
        parts(of: container).filter { !isAboveLeft($0, in: held) }
    }

    /// Built anew under its name, a member is as good as the same.
    private func isAboveLeft(_ part: AbsentPart, in held: [RestorationSlot]) -> Bool {
        guard let base = part.baseName else { return false }
        return !held.contains { slot in
            slot.child === part.base || registry.name(of: slot.child) == base.rawValue
        }
    }

    /// What waits for elements that an owner has not loaded, or does not have.
    func elements(of owner: any Restorable) -> [Deferred] {
        elements.isEmpty ? [] : elements[ObjectIdentifier(owner)] ?? []
    }

    /// What is kept for elements of an owner that are gone. Others may be in their place.
    func replacedElements(of owner: any Restorable) -> [UnavailableObject] {
        replaced.isEmpty ? [] : replaced[ObjectIdentifier(owner)] ?? []
    }

    // MARK: Of a record

    /// Whether the object of a record is on its way, so that it is no surprise that it is not
    /// there.
    func isAwaited(_ kept: UnavailableObject) -> Bool {
        kept.isAwaited || wasNotLoaded(kept) || awaited.contains(ObjectIdentifier(kept))
    }

    /// Whether a record waits for an element of an owner that has ended since.
    func wasNotLoaded(_ kept: UnavailableObject) -> Bool {
        kept.wasNotLoaded || notLoaded.contains(ObjectIdentifier(kept))
    }

    /// What of an object's own a record that is retained for it is written with.
    func contents(of kept: UnavailableObject) -> RetainedContents {
        bound.contains(ObjectIdentifier(kept)) ? .added : kept.contents
    }

    /// The object that has come in place of a record.
    func arrived(for kept: UnavailableObject) -> (any Restorable)? {
        kept.successor ?? (overtaken.isEmpty ? nil : overtaken[ObjectIdentifier(kept)])
    }

    /// Whether a record stands for nothing any more.
    func isSpent(_ kept: UnavailableObject) -> Bool { kept.isSpent || arrived(for: kept) != nil }

    // MARK: All of it

    var application: ApplicationRecord { table.application }
    /// The records that have been given up, with what they may be the last to hold.
    var givenUp: [UnavailableObject] { table.givenUp }
    /// The records that are retained for live objects, with those that this capture has met.
    var recordsOfObjects: [UnavailableObject] { Array(records.values) }

    // MARK: What is closed

    /// The archive that was restored.
    var archive: ArchiveReader? { table.archive }

    /// The nodes of roots that were taken off.
    var nodesTakenOff: Set<UInt32> {
        guard let archive = table.archive else { return [] }
        return Set(table.takenOff.map { archive.records[$0].path })
    }

    /// Whether the person has left the member of a stack that it lay above.
    ///
    /// - Parameter isSaved: Whether what its container holds by now is saved.
    func isAboveLeft(
        _ kept: UnavailableObject,
        isSaved: (any RestorableContainer) -> Bool
    ) -> Bool {
        table.absent[.of(kept)].contains { part in
            guard part.baseName != nil, let container = part.holder as? any RestorableContainer
            else { return false }
            return isSaved(container) && isAboveLeft(part, in: container.restorationSlots)
        }
    }

    /// Who held the stand-in for an object at the last durable save; `nil` if nobody did, or that
    /// has ended.
    func holderOfStandIn(_ kept: UnavailableObject) -> (any Restorable)? {
        kept.home.flatMap { table.shownBy[$0]?.object }
    }

    /// Whether the session itself keeps a stand-in in its place, rather than an object.
    private func isHeldBySession(_ kept: UnavailableObject) -> Bool {
        !table.absent[.of(kept)].isEmpty || !table.passedOver[.of(kept)].isEmpty
    }

    /// An object has led to the stand-in for another one.
    func noteShown(_ kept: UnavailableObject, by holder: any Restorable) {
        guard record(for: holder) == nil, !isHeldBySession(kept) else { return }
        changes.shown.append(CaptureChanges.Pair(kept: kept, object: holder))
    }

    /// A record is not written, and ends.
    func noteClosed(_ kept: UnavailableObject, of object: (any Restorable)?) {
        changes.closed.append(CaptureChanges.Pair(kept: kept, object: object))
    }

    /// A new object has the path of a record.
    func noteSuperseded(_ kept: UnavailableObject) {
        changes.superseded.append(CaptureChanges.Pair(kept: kept))
    }

    // MARK: What the capture finds out

    /// Keeps the record of one of the program's own, which was not looked for, for the object at
    /// its path.
    func bind(_ kept: UnavailableObject, to object: any Restorable) {
        bound.insert(ObjectIdentifier(kept))
        records[ObjectIdentifier(object)] = kept
        hasRecords = true
        let parts = kept.parts(of: object)
        if !parts.isEmpty { self.parts[ObjectIdentifier(object), default: []] += parts }
        changes.met.append(CaptureChanges.Pair(kept: kept, object: object))
    }

    /// Keeps a record for an element that is loaded, and that nobody has given its state yet.
    func hold(_ kept: UnavailableObject, for element: any Restorable) {
        awaited.insert(ObjectIdentifier(element))
        records[ObjectIdentifier(element)] = kept
        hasRecords = true
    }

    /// An element has come by itself, and what the person did to it counts.
    func noteOvertaken(_ kept: UnavailableObject, by element: any Restorable) {
        overtaken[ObjectIdentifier(kept)] = element
        changes.overtaken.append(CaptureChanges.Pair(kept: kept, object: element))
    }

    /// An object is saved as it is, and the state that waits for it no more.
    func noteOverwritten(_ kept: UnavailableObject, by object: any Restorable) {
        records[ObjectIdentifier(object)] = nil
        changes.overwritten.append(CaptureChanges.Pair(kept: kept, object: object))
        changes.outdated.append(kept.path)
    }

    /// A container has selected something else than the child that could not be restored.
    func noteDeselected(_ kept: UnavailableObject, in container: any Restorable) {
        changes.deselected.append(CaptureChanges.Pair(kept: kept, object: container))
    }

    /// An object writes keys itself that were carried for it.
    func noteKnown(_ keys: Set<String>, of fields: CarriedFields) {
        changes.known.append(CaptureChanges.KnownKeys(fields: fields, keys: keys))
    }
}
