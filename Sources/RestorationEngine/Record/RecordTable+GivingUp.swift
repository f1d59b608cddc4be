package import RestorationCore

/// State that is given up, since the object has one of its own again, or closed.
extension RecordTable {
    /// Remembers the objects of root records, to know later which of these go with a root.
    func noteRoots(_ roots: [(object: any Restorable, record: Int)]) {
        for (object, record) in roots { self.roots[record] = WeakObject(object) }
    }

    /// A root has been taken off, or added once more: what is retained for it and its parts goes
    /// with it, when a save without it is durable.
    package func note(_ root: any Restorable, isTakenOff: Bool) {
        for (record, known) in roots where known.object === root {
            if isTakenOff { takenOff.insert(record) } else { takenOff.remove(record) }
        }
    }

    /// Ends a record for good, whose window, page or stand-in the person has closed.
    func close(_ kept: UnavailableObject) { end(kept, Self.closed) }

    private func end(_ kept: UnavailableObject, _ reason: Diagnosis) {
        guard let home = kept.home, let retained = self[home].retained, retained.kept === kept
        else { return }
        (retained as? Deferred)?.ticket?.cancel()
        kept.references = []
        set(.ended(Explanation(.skipped, reason, below: .leavesThemOut)), of: home)
    }

    /// What is retained of the records that are meant, and of all below them. O(records retained).
    package func retained(where isMeant: (UnavailableObject) -> Bool) -> [UnavailableObject] {
        let all = retained.map(\.kept)
        let paths = Set(all.filter(isMeant).map(\.path))
        guard !paths.isEmpty else { return [] }
        return all.filter { kept in
            sequence(first: kept.path, next: \.parent).contains { paths.contains($0) }
        }
    }

    /// Ends retained records for good, since the program gives them up. An object that is there
    /// without its state is saved as it is from then on.
    package func giveUp(_ records: [UnavailableObject]) {
        let meant = Set(records.map { ObjectIdentifier($0) })
        for retained in retained where meant.contains(ObjectIdentifier(retained.kept)) {
            guard retained.object != nil else {
                end(retained.kept, Self.givenUpByProgram)
                continue
            }
            (retained as? Deferred)?.ticket?.cancel()
            giveUp(retained)
        }
    }

    private static let givenUpByProgram = Diagnosis(
        problem: "The program has given up the state that was retained for the object",
        remedy: "Nothing needs to be done if that was intended; its state is only in the previous"
            + " generation."
    )

    private static let closed = Diagnosis(
        problem: "The object's place was closed, or its stand-in",
        remedy: "Nothing needs to be done if that was intended; its state is only in the previous"
            + " generation."
    )

    /// Forgets what is kept for an object that has state of its own again.
    ///
    /// - Parameter isGone: Whether the object is put away, so that it need not have changed.
    /// - Returns: the paths of the states that are given up.
    @discardableResult
    package func giveUpState(
        of object: any Restorable,
        isGone: Bool = false
    ) -> [RestorationPath] {
        defer { giveUpStateOfElement(object) }
        let all = retained(for: object) + replaced(by: object)
        let held = isGone ? all : all.filter { !noteInvalidated($0) }
        if !held.isEmpty, (object as? any RestorationFailureObserving)?.failure != nil {
            return []
        }
        givenUp += held.map(\.kept).filter(\.refersToObjects)
        for retained in held {
            if retained.isDeferredState { (retained as? Deferred)?.ticket?.cancel() }
            giveUp(retained)
        }
        if held.contains(where: { $0.kept.contents == .foreign }) {
            absent.removeAll { $0.holder === object }
        } else if held.contains(where: { $0.kept.contents == .added }) {
            absent.removeAll { $0.holder === object && $0.kept.isSpent }
        }
        for arrangement in arrangements { arrangement.noteChange(of: object) }
        return held.map(\.kept.path)
    }

    /// Remembers that the program says that an object has changed whose state is still to come.
    ///
    /// - Returns: Whether it is such an object, and there is a way to find out.
    private func noteInvalidated(_ retained: Retained) -> Bool {
        guard let deferred = retained as? Deferred, case .state(var decoding) = deferred.wait,
            decoding.fingerprint != nil, let object = deferred.object,
            let home = deferred.kept.home
        else { return false }
        decoding.isInvalidated = true
        let changed = Deferred(deferred.kept, .state(decoding), for: object, of: deferred.owner)
        set(.deferred(changed), of: home, isNews: false)
        return true
    }

    /// Gives up the state that waits for an object which has changed since.
    func giveUpDeferred(_ kept: UnavailableObject, of object: any Restorable) {
        guard let home = kept.home, let deferred = self[home].retained as? Deferred,
            deferred.kept === kept, deferred.object === object, deferred.isDeferredState
        else { return }
        if kept.refersToObjects { givenUp.append(kept) }
        deferred.ticket?.cancel()
        giveUp(deferred)
    }

    /// What counts from now on is what the program has.
    func giveUp(_ retained: Retained) {
        if let home = retained.kept.home { set(.live(nil), of: home, isNews: false) }
        // What was its place, such as that above a gap in a stack, is the object's.
        if let object = retained.object { retained.kept.end(replacedBy: object) }
    }

    private func giveUpStateOfElement(_ object: any Restorable) {
        guard let key = object.elementKey else { return }
        for case let element as Deferred in retained(key) {
            guard element.isOfElement, let owner = element.owner,
                element.kept.isState(of: object, among: owner)
            else { continue }
            giveUp(element)
        }
    }

    /// What is kept for elements that are gone, and that an object has come in place of.
    private func replaced(by object: any Restorable) -> [Retained] {
        guard let key = object.elementKey else { return [] }
        return retained(key).filter { retained in
            guard retained.object == nil, !retained.isOfElement, let owner = retained.owner
            else { return false }
            return retained.kept.isState(of: object, among: owner)
        }
    }

    /// Lets go of what a record refers to that ends while the program runs. The next save tells of
    /// what nothing else holds, where what is retained is told of at all.
    func giveUpReferences(of kept: UnavailableObject) {
        if keepsUnavailable, kept.refersToObjects {
            givenUp.append(kept)
        } else {
            kept.references = []
        }
    }

    /// Lets go of what was given up where a save has named what that was the last to hold.
    func forgetGivenUp(where isTold: (UnavailableObject) -> Bool) {
        givenUp.removeAll(where: isTold)
    }

    /// Whether something of the program's own was not looked for that is called `identifier`.
    package func hasNotLookedUp(called identifier: RestorationIdentifier) -> Bool {
        hasAny(.notLookedUp(identifier))
    }

    /// Forgets what is kept for an object of the program's own that was not looked for. Whatever
    /// refers to the record refers to the object from now on.
    ///
    /// - Returns: the path, if something was kept for it.
    package func giveUpNotLookedUp(
        at path: RestorationPath,
        for object: any Restorable,
        in graph: LiveGraph
    ) -> [RestorationPath] {
        let found = retained(.notLookedUp(path.last)).filter { retained in
            retained.object == nil && self.path(of: retained.kept, in: graph) == path
        }
        for retained in found {
            giveUp(retained)
            retained.kept.end(replacedBy: object)
        }
        return found.isEmpty ? [] : [path]
    }

    /// Whether state is retained of an object of that name that is not there.
    package func keepsState(called name: RestorationIdentifier) -> Bool { hasAny(.name(name)) }

    /// Whether saves write state at a path whose object is not there.
    package func keepsState(at path: RestorationPath, in graph: LiveGraph) -> Bool {
        retained(.name(path.last)).contains { retained in
            retained.object == nil && self.path(of: retained.kept, in: graph) == path
        }
    }

    /// Where a record is saved: below what was above it, wherever that is by now.
    private func path(of kept: UnavailableObject, in graph: LiveGraph) -> RestorationPath {
        guard let holder = kept.holder, let above = holder.object.flatMap({ graph.path(of: $0) })
        else { return kept.path }
        let steps = kept.path.components.suffix(holder.steps)
        return RestorationPath(above.components + steps) ?? kept.path
    }

    /// Lets go of what belonged to objects that are gone.
    ///
    /// - Parameter isDeselected: Whether something else has been selected in place of a child.
    func removeStale(where isDeselected: (AbsentPart) -> Bool) {
        if !carried.isEmpty { carried.removeAll { !$0.isNeeded } }
        for kept in withoutOwner {
            guard let home = kept.home else { continue }
            kept.wasNotLoaded = true
            set(.unavailable(Retained(kept)), of: home, isNews: false)
        }
        guard !absent.isEmpty else { return }
        absent.removeAll { part in
            part.holder == nil || part.isOver || part.role == .selected && isDeselected(part)
        }
    }

    /// What waits for elements of owners that have ended. It may come back with the owner, or with
    /// another in its place.
    var withoutOwner: [UnavailableObject] {
        guard keepsUnavailable else { return [] }
        return elementsNotLoaded.filter { $0.owner == nil && !$0.isMissingElement }.map(\.kept)
    }
}

extension Retained {
    /// Whether an object is there that is to be given the state once more.
    var isDeferredState: Bool {
        if case .state? = (self as? Deferred)?.wait { true } else { false }
    }

    /// Whether it is retained for an object that was there.
    var wasForAnObject: Bool { address != nil }

    /// Whether it waits for an element that its owner has not loaded.
    var isOfElement: Bool {
        if case .element? = (self as? Deferred)?.wait { true } else { false }
    }
}

extension Restorable {
    /// What is kept for an element is found by this: by its nearest owner, where it names one
    /// (VIEW-3). `nil` of anything else.
    fileprivate var elementKey: RecordTable.Key? {
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
    /// Whether it refers to anything that is there.
    fileprivate var refersToObjects: Bool {
        references.contains { $0.object.map { !($0 is UnavailableObject) } ?? false }
    }

    /// Whether it is kept for an object, if that is an element of `owner`.
    fileprivate func isState(
        of object: any Restorable,
        among owner: any RestorableElementOwner
    ) -> Bool {
        identifier.rawValue == object.restorationIdentifier
            && owner.restorationElements?.contains { $0 === object } == true
    }
}
