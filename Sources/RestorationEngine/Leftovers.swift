package import RestorationCore

/// What a restore could not bring back, for the saves that follow it.
package struct Leftovers {
    /// Retained records, each with the stand-in for its object.
    package internal(set) var unavailable = KeyedList<UnavailableObject>()
    package internal(set) var heldBack = KeyedList<HeldBackObject>()
    package internal(set) var passedOver = KeyedList<PassedOverReference>()
    /// The application's own record, if it was kept from the delegate. It has no path.
    package internal(set) var application: UnavailableObject?
    /// What the delegate was given as nil, and keys that it never asked for.
    var applicationPassedOver: [PassedOverReference] = []
    var applicationFields: [CarriedFields.Field] = []
    /// What objects hold of keys that their class does not know.
    package internal(set) var carried: [CarriedFields] = []
    /// What containers, presenters and owners held that is not there now.
    package internal(set) var absent = KeyedList<AbsentPart>()
    /// Records that were given up since the last save, with what they may be the last to hold.
    package private(set) var givenUp: [UnavailableObject] = []
    /// Objects that may still come after the restore.
    package internal(set) var awaited = KeyedList<AwaitedObject>()
    /// Containers that some of them belong to.
    var arrangements = KeyedList<AwaitingContainer>()
    /// The archive that they are records of, and what late restores find objects by.
    var archive: ArchiveReader?
    var lateObjects: RestoredObjects?
    /// No wait ends by itself before; `nil` if none does.
    var earliestDeadline: ContinuousClock.Instant?

    /// Whether what cannot be restored is written back at every save; given up otherwise.
    let keepsUnavailable: Bool

    package init(keepsUnavailable: Bool = true) { self.keepsUnavailable = keepsUnavailable }

    /// What becomes of an object whose state cannot be applied, during the restore and ever after.
    func outcome(isThere: Bool) -> RestorationReport.Outcome {
        if keepsUnavailable { return .retained }
        return isThere ? .created : .missing
    }

    /// What became of an object after the restore.
    package struct Change {
        package let node: UInt32
        package let outcome: RestorationReport.Outcome
        package let reason: Diagnosis?
    }

    /// - Parameter isThere: Whether the object is there, if without its state.
    func change(_ node: UInt32, _ reason: Diagnosis, isThere: Bool = false) -> Change {
        Change(node: node, outcome: outcome(isThere: isThere), reason: asItIs(reason))
    }

    /// A reason that promises nothing which is not kept.
    func asItIs(_ reason: Diagnosis) -> Diagnosis { keepsUnavailable ? reason : reason.ofGivenUp }

    /// Why the state of an object could not be applied, if it is kept for that reason.
    package func failure(of object: any Restorable) -> Diagnosis? {
        if let kept = object as? UnavailableObject { return kept.reason }
        if let failure = (object as? any RestorationFailureObserving)?.failure { return failure }
        return heldBack[.of(object)].first { $0.object === object && !$0.isAwaited }?.kept.reason
    }

    /// Whether a record is still kept, for an object or for itself.
    package func keeps(_ kept: UnavailableObject) -> Bool {
        !unavailable[.of(kept)].isEmpty || !heldBack[.of(kept)].isEmpty
    }

    /// Keeps the state of a live object that could not be applied, or gives it up.
    mutating func holdBack(
        _ object: any Restorable,
        _ kept: UnavailableObject,
        of owner: (any RestorableElementOwner)? = nil
    ) {
        if keepsUnavailable { heldBack.append(HeldBackObject(object, kept: kept, of: owner)) }
    }

    /// A root has been taken off: what is kept for it and its parts goes with it. O(records kept).
    package func noteTakenOff(_ root: any Restorable) {
        for held in heldBack[.of(root)] where held.object === root {
            guard let home = held.kept.home else { continue }
            held.kept.holder = KeptHolder(root, record: home)
        }
        note(root, isTakenOff: true)
    }

    /// A root may have been one before.
    package func noteAdded(_ root: any Restorable) { note(root, isTakenOff: false) }

    private func note(_ root: any Restorable, isTakenOff: Bool) {
        for kept in Array(unavailable) + heldBack.map(\.kept) where kept.holder?.object === root {
            kept.holder?.isTakenOff = isTakenOff
        }
    }

    /// Lets go of everything. Records that refer to each other would keep each other alive.
    package mutating func removeAll() {
        for kept in unavailable + heldBack.map(\.kept) + absent.map(\.kept) + givenUp {
            kept.references = []
        }
        for kept in (passedOver + applicationPassedOver).compactMap({
            $0.object as? UnavailableObject
        }) {
            kept.references = []
        }
        application?.references = []
        for fields in carried { fields.removeAll() }
        self = Leftovers(keepsUnavailable: keepsUnavailable)
    }

    /// Tells everybody who gets data that nobody waits for it.
    package func cancelAllTickets() {
        for object in awaited { object.ticket.cancel() }
        for held in heldBack { held.ticket?.cancel() }
    }

    /// Forgets what is kept for an object that has state of its own again.
    ///
    /// - Returns: the paths of the states that could not be applied; not of those that were
    ///   awaited, for which it is no surprise.
    @discardableResult
    package mutating func giveUpState(of object: any Restorable) -> [RestorationPath] {
        defer { giveUpStateOfElement(object) }
        let held = heldBack[.of(object)].filter { $0.object === object } + replaced(by: object)
        if !held.isEmpty, (object as? any RestorationFailureObserving)?.failure != nil {
            return []
        }
        givenUp += held.map(\.kept).filter { kept in
            kept.references.contains { $0.object.map { !($0 is UnavailableObject) } ?? false }
        }
        for held in held { unavailable.removeAll(of: .of(held.kept)) }
        for held in held { held.ticket?.cancel() }
        for held in held { heldBack.removeAll(of: .of(held.kept)) }
        if held.contains(where: { $0.kept.contents == .foreign }) {
            absent.removeAll { $0.holder === object }
        } else if held.contains(where: { $0.kept.contents == .added }) {
            absent.removeAll { $0.holder === object && $0.kept.isSpent }
        }
        for arrangement in arrangements { arrangement.noteChange(of: object) }
        return held.filter { !$0.isAwaited }.map(\.kept.path)
    }

    private mutating func giveUpStateOfElement(_ object: any Restorable) {
        guard !absent.isEmpty, let key = object.elementKey else { return }
        absent.removeAll(of: key) { part in
            guard part.role == .element, let owner = part.holder as? any RestorableElementOwner
            else { return false }
            return part.kept.isState(of: object, among: owner)
        }
    }

    /// What is kept for elements that are gone, and that an object has come in place of.
    private func replaced(by object: any Restorable) -> [HeldBackObject] {
        guard !heldBack.isEmpty, let key = object.elementKey else { return [] }
        return heldBack[key].filter { held in
            guard held.object == nil, let owner = held.owner else { return false }
            return held.kept.isState(of: object, among: owner)
        }
    }

    /// Keeps records for the live objects that a save has met at their paths.
    package mutating func hold(_ found: [(object: any Restorable, kept: UnavailableObject)]) {
        for (object, kept) in found {
            unavailable.removeAll(of: .of(kept))
            heldBack.append(HeldBackObject(object, kept: kept))
            absent.append(contentsOf: kept.parts(of: object))
        }
    }

    /// Lets go of what was given up: a save has named what that was the last to hold.
    package mutating func forgetGivenUp() { givenUp = [] }

    /// Forgets what was kept for elements that a save has met as they are.
    package mutating func giveUp(_ outrun: [(object: any Restorable, kept: UnavailableObject)]) {
        for (object, kept) in outrun {
            absent.removeAll(of: .of(kept)) { $0.role == .element }
            for held in heldBack[.of(kept)] { held.ticket?.cancel() }
            heldBack.removeAll(of: .of(kept))
            kept.end(replacedBy: object)
        }
    }

    /// Whether something of the program's own was not looked for that is called `identifier`.
    package func hasUnsought(called identifier: RestorationIdentifier) -> Bool {
        !unavailable[.unsought(identifier)].isEmpty
    }

    /// Forgets what is kept for an object of the program's own that was not looked for. Whatever
    /// refers to the record refers to the object from now on.
    ///
    /// - Returns: the path, if something was kept for it.
    package mutating func giveUpUnsought(
        at path: RestorationPath,
        for object: any Restorable
    ) -> [RestorationPath] {
        var found: [RestorationPath] = []
        unavailable.removeAll(of: .unsought(path.last)) { kept in
            guard kept.path == path else { return false }
            kept.end(replacedBy: object)
            found = [path]
            return true
        }
        return found
    }

    /// Lets go of what belonged to objects that are gone.
    ///
    /// - Parameter overridden: The selections that give way to others.
    package mutating func removeStale(_ overridden: Set<AbsentPart.Identity>) {
        if !carried.isEmpty { carried.removeAll { !$0.isNeeded } }
        guard !absent.isEmpty else { return }
        for part in absent where part.role == .element && part.holder == nil {
            guard keepsUnavailable, !part.isOver, !part.kept.isKnownMissing else { continue }
            // It may come back with the owner, or with another in its place.
            part.kept.wasNotLoaded = true
            unavailable.append(part.kept)
        }
        absent.removeAll { part in
            part.holder == nil || part.isOver
                || part.role == .selected && overridden.contains(part.identity)
        }
    }
}

extension Restorable {
    /// What is kept for an element is found by this: by its nearest owner, where it names one
    /// (VIEW-3). `nil` of anything else.
    fileprivate var elementKey: ElementKey? {
        guard self is any RestorableElement,
            let identifier = restorationIdentifier.flatMap({ RestorationIdentifier($0) })
        else { return nil }
        var next = restorationParent
        // Deeper than any interface: a circle perhaps.
        for _ in 0..<10_000 {
            guard let object = next, !(object is any RestorableElementOwner) else { break }
            next = object.restorationParent
        }
        let owner = (next as? any RestorableElementOwner).map { ObjectIdentifier($0) }
        return .element(identifier, of: owner)
    }
}

extension UnavailableObject {
    /// Whether it is kept for an object, if that is an element of `owner`.
    fileprivate func isState(
        of object: any Restorable,
        among owner: any RestorableElementOwner
    ) -> Bool {
        identifier.rawValue == object.restorationIdentifier
            && owner.restorationElements?.contains { $0 === object } == true
    }
}
