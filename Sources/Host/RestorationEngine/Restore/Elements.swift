import RestorationCore

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
            !live.hasAllElements(parent)
        else {
            guard set.details(row)?.wait != nil else { return bind(nil, row) }
            // An element that was already waited for stays retained until the next save.
            return set.setFate(
                .retained,
                of: row,
                outcome: .missing,
                because: RecordSet.notOwned
            )
        }
        let omission = (owner as? any SelectiveElementOwner)?.omission
        let reason = omission ?? (owner.awaitsElements ? Self.notThere : Self.notLoaded)
        retain(row, reason, isAwaited: true)
        if set.rows[row].fate == .retained { set.setWait(Wait(), of: row) }
    }

    /// Decodes elements, including those loaded since they were first looked up.
    func decodeElements() {
        var waiting = order.filter { row in
            set.rows[row].flags.contains(.isElement) && !has(.hadTurn, row)
        }
        while !waiting.isEmpty {
            // All are found before the first one decodes, so each owner is asked once.
            live.forget()
            for row in waiting where set.isNotLoaded(row) {
                tell(.create, row) { resolveElement(row) }
            }
            let found = waiting.filter { !set.isNotLoaded($0) }
            guard !found.isEmpty else { return }
            for row in found { decode(row) }
            waiting = waiting.filter(set.isNotLoaded)
        }
    }

    static let ownerIsAnother = Diagnosis(
        problem: "Its owner is of another type than the saved one",
        advice: "See the report's entry for the owner",
        outlook: "; the saved state is retained until there is one of that type."
    )

    static let notLoaded = notReady("Its owner has not loaded its elements yet")
    private static let notThere = notReady("Its owner does not have it yet")

    private static func notReady(_ problem: String) -> Diagnosis {
        Diagnosis(
            problem: problem,
            advice: "Call applyAwaitedState(to:) with the owner when it has",
            outlook: "; the state is retained until then."
        )
    }
}
