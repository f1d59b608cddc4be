import RestorationCore

/// Objects that the program has built itself, where looking for a record's object leads to none or
/// to another: the record is that of what is there.
extension Lookup {
    /// Keeps a record whose object could not be found or created: for the object that the program
    /// has built at its path, if there is one, as if that had failed to decode; else for itself.
    func keep(_ number: Int, _ reason: Diagnosis) {
        guard let object = builtObject(of: archive.records[number]),
            bind(object, number, isKnownKind: true)
        else { return retain(number, reason) }
        // One without state has been told of.
        if table.isPlain(number) { keepForBuilt(object, number, reason) }
    }

    /// An object of another type than the saved one is placed, but not given its state (REST-19).
    /// The record is kept until the program changes the object: a type that was only renamed must
    /// not cost what a person typed.
    func keepAside(_ object: any Restorable, _ number: Int, _ reason: Diagnosis) {
        let owner = owner(ofElement: number)
        keeper.withhold(number, from: object, of: owner, because: reason, isOfOtherType: true)
    }

    /// An object of the program's own that looking for it has not led to, and that is there: it
    /// keeps its record until the program changes it, and is what it was.
    private func keepForBuilt(_ object: any Restorable, _ number: Int, _ reason: Diagnosis) {
        let reason = reason.notApplied(at: archive.path(of: archive.records[number].path))
        keeper.withhold(number, from: object, of: owner(ofElement: number), because: reason)
    }

    /// What the program has built at the path of a record. Of those that name a class only roots
    /// are looked for.
    private func builtObject(of record: ArchiveRecord) -> (any Restorable)? {
        guard record.className == ArchiveRecord.none else { return builtRoot(of: record) }
        let found =
            record.isRegistered
            ? live.registeredObject(at: record.path) : live.object(at: record.path, known: known)
        guard case .object(let object) = found else { return nil }
        return object
    }

    /// The root that the program has built at the path of a record. If its class makes another
    /// object (REST-11), the root is what is saved, so it is the one to be restored; the other one
    /// is let go. Looked for among roots alone: that is the common mistake, and there are few of
    /// them.
    func builtRoot(of record: ArchiveRecord) -> (any Restorable)? {
        guard archive.paths[Int(record.path)].parent == ArchiveRecord.none,
            case .object(let root) = live.object(at: record.path, known: { _ in nil })
        else { return nil }
        return root
    }

    static let rootAwaited = Diagnosis(
        problem:
            "The root's restoration class waits for data, and the program has built the root"
            + " itself",
        advice: "Let the root have no restoration class, and take its state when it is ready",
        outlook: "; the state is retained until the root is changed."
    )

    static let secondRoot = Diagnosis(
        problem: "The root's restoration class made a second object beside the root at this path",
        remedy: "Let the root have no restoration class, or let the class return the root. The"
            + " root has been given the state, and the second object is not used."
    )
}
