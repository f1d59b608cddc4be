import RestorationCore

/// Leaf state: only the owner has it, and it may not be there yet.
extension Lookup {
    /// Finds the element of a record among its owner's.
    func resolveElement(_ number: Int, node: UInt32) {
        if let found = live.object(at: node, known: known) { return bind(found, number) }
        guard !isElementOfOtherType(archive.records[number]) else {
            return retain(number, Self.ownerIsAnother)
        }
        guard let owner = owner(of: node),
            owner.awaitsElements || !hasElements(owner)
        else { return bind(nil, number) }
        do {
            let omission = (owner as? any SelectiveElementOwner)?.omission
            let reason = omission ?? (owner.awaitsElements ? Self.notThere : Self.notLoaded)
            let kept = try keeper.keptRecord(number, reason)
            table.set(.deferred(Deferred(kept, .element(isMissing: false), of: owner)), of: number)
            // References to it are kept like those to whatever else is not there.
            objects[number] = kept
        } catch {
            keeper.end(number, .lost, Diagnosis(error))
        }
    }

    /// As long as objects are looked for, the answer is the same for each: so is what was found.
    private func hasElements(_ owner: any RestorableElementOwner) -> Bool {
        if let known = hasElements[ObjectIdentifier(owner)] { return known }
        let answer = owner.restorationElements != nil
        hasElements[ObjectIdentifier(owner)] = answer
        return answer
    }

    /// Whose element the object of a record is; `nil` if it is none.
    func owner(ofElement number: Int) -> (any RestorableElementOwner)? {
        let record = archive.records[number]
        return record.isElement ? owner(of: record.path) : nil
    }

    /// Whether a record is that of an element whose owner is of another type than the saved one: it
    /// is not what the saved one had.
    func isElementOfOtherType(_ record: ArchiveRecord) -> Bool {
        guard record.isElement, !ofOtherType.isEmpty else { return false }
        let owner = archive.record(ofNode: archive.paths[Int(record.path)].parent)
        return owner.map { ofOtherType.contains($0) } ?? false
    }

    /// The owner of the element at a node.
    func owner(of node: UInt32) -> (any RestorableElementOwner)? {
        known(archive.paths[Int(node)].parent) as? any RestorableElementOwner
    }

    private static let notLoaded = Diagnosis(
        problem: "Its owner has not loaded its elements yet",
        advice: "Call applyAwaitedState(to:) with the owner when it has",
        outlook: "; the state is retained until then."
    )

    private static let notThere = Diagnosis(
        problem: "Its owner does not have it yet",
        advice: "Call applyAwaitedState(to:) with the owner when it has",
        outlook: "; the state is retained until then."
    )
}
