import RestorationCore

/// An owner's elements. Listing them is linear, so the list is reused until other code that may
/// load more has run.
final class LoadedElements {
    let owner: any RestorableElementOwner
    let areLoaded: Bool
    let byName: [String: any RestorableElement]

    init(of owner: any RestorableElementOwner) {
        self.owner = owner
        let elements = owner.restorationElements
        areLoaded = elements != nil
        byName = Dictionary(
            (elements ?? []).compactMap { element in
                element.restorationIdentifier.map { ($0, element) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// Leaf state, which only the owner can provide, and perhaps later. Elements decode after all other
/// objects, when their owners have been attached.
extension Restoration {
    func resolveElement(_ row: Int) {
        let parent = set.rows[row].place.parent
        if let found = live.object(at: row) { return bind(found, row) }
        guard parent > 0 else { return bind(nil, row) }
        guard set.details(parent)?.isOfOtherType != true else {
            return retain(row, Self.ownerIsAnother)
        }
        guard let owner = set.object(parent) as? any RestorableElementOwner,
            owner.awaitsElements || !elements(of: owner).areLoaded
        else {
            // An element that was already waited for stays retained until the next save.
            return set.details(row)?.wait == nil ? bind(nil, row) : ()
        }
        let omission = (owner as? any SelectiveElementOwner)?.omission
        let reason = omission ?? (owner.awaitsElements ? Self.notThere : Self.notLoaded)
        retain(row, reason, isAwaited: true)
        if set.rows[row].fate == .retained { set.setWait(Wait(subject: .elements), of: row) }
    }

    private func elements(of owner: any RestorableElementOwner) -> LoadedElements {
        if let loadedElements, loadedElements.owner === owner { return loadedElements }
        let elements = LoadedElements(of: owner)
        loadedElements = elements
        return elements
    }

    /// Decodes elements, including those loaded while others decode.
    func decodeElements() {
        loadedElements = nil
        defer { loadedElements = nil }
        let elements = order.filter { row in
            set.rows[row].flags.contains(.isElement) && !has(.hadTurn, row)
        }
        // All are found before the first one decodes, so each owner is asked once.
        for row in elements { findLoadedElement(row) }
        for row in elements { decode(row) }
        var waiting = elements.filter(isNotLoaded)
        while !waiting.isEmpty {
            for row in waiting { findLoadedElement(row) }
            let found = waiting.filter { !isNotLoaded($0) }
            guard !found.isEmpty else { return isLaunch ? () : noteMissing(waiting) }
            for row in found { decode(row) }
            waiting = waiting.filter(isNotLoaded)
        }
    }

    private func isNotLoaded(_ row: Int) -> Bool {
        guard set.object(row) == nil, case .elements? = set.details(row)?.wait?.subject else {
            return false
        }
        return true
    }

    /// Finds an element that its owner has loaded since, in its own decode or when it was attached.
    private func findLoadedElement(_ row: Int) {
        let parent = set.rows[row].place.parent
        guard isNotLoaded(row), parent > 0,
            let owner = set.object(parent) as? any RestorableElementOwner,
            let name = set.identifier(row)?.rawValue
        else { return }
        // Recorded as a lookup, as the first time.
        var found: (any RestorableElement)?
        tell(.create, row) { found = elements(of: owner).byName[name] }
        guard let loaded = found else { return }
        set.setWait(nil, of: row)
        set.setFate(.ended, of: row, outcome: nil)
        bind(loaded, row)
        mark(row, .isBound)
    }

    /// Reports the elements that owners lack after loading.
    private func noteMissing(_ rows: [Int]) {
        for row in rows {
            let parent = set.rows[row].place.parent
            guard parent > 0, let owner = set.object(parent) as? any RestorableElementOwner else {
                continue
            }
            var isMissing = false
            tell(.create, row) {
                isMissing = owner.restorationElements != nil && !owner.awaitsElements
            }
            guard isMissing else { continue }
            set.setFate(.retained, of: row, outcome: .missing, because: RecordSet.notOwned)
        }
    }

    static let ownerIsAnother = Diagnosis(
        problem: "Its owner is of another type than the saved one",
        advice: "See the report's entry for the owner",
        outlook: "; the saved state is retained until there is one of that type."
    )

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
