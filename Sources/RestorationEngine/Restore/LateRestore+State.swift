package import RestorationCore

/// What a late restore takes of state that waits for objects which are there.
extension RecordTable {
    /// Whether state waits for an object.
    package func hasDeferredState(_ object: any Restorable) -> Bool {
        guard hasRetained else { return false }
        return numbers(of: .object(ObjectIdentifier(object))).contains { number in
            self[number].retained.map { $0.isDeferredState && $0.object === object } ?? false
        }
    }

    /// The records of state that waits for an object which is there, and for its elements if it has
    /// loaded them.
    func waiting(for object: any Restorable) -> Set<Int> {
        guard hasRetained else { return [] }
        let states = numbers(of: .object(ObjectIdentifier(object))).filter { number in
            self[number].retained.map { $0.isDeferredState && $0.object === object } ?? false
        }
        // The getters are in nobody's step: the program, which runs already, has called for this.
        guard let owner = object as? any RestorableElementOwner,
            let elements = owner.restorationElements
        else { return Set(states) }
        let names = Set(elements.compactMap(\.restorationIdentifier))
        let absent = numbers(of: .elements(of: ObjectIdentifier(owner))).filter { number in
            noteLoaded(number, owner, names)
        }
        return elements.reduce(into: Set(states + absent)) { $0.formUnion(waiting(for: $1)) }
    }

    /// What waits for an element, or was kept for one that is gone since, waits to be looked for
    /// among those that the owner has loaded.
    ///
    /// - Returns: Whether it does.
    private func noteLoaded(
        _ number: Int,
        _ owner: any RestorableElementOwner,
        _ names: Set<String>
    ) -> Bool {
        guard let retained = self[number].retained, retained.owner === owner,
            retained.object == nil
        else { return false }
        if retained.isOfElement { return true }
        guard names.contains(retained.kept.identifier.rawValue) else { return false }
        let deferred = Deferred(retained.kept, .element(isMissing: false), of: owner)
        set(.deferred(deferred), of: number, isNews: false)
        return true
    }
}
