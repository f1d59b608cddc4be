import TestSupport

/// The changes that a script may make, and the objects that they close.
extension Life {
    func situations(of holder: Page, without page: Page? = nil) -> Set<Event> {
        var found: Set<Event> = []
        if !holder.hasState { found.insert(.stateless) }
        let children = expected.items[holder.token]?.children ?? []
        if holder.kind == .stack, children.count > holder.members.count { found.insert(.stackGap) }
        if let page {
            let taken = expected.subtree(of: page.token)
            let pages = visible
            if !taken.isSubset(of: pages.map(\.token)) { found.insert(.hiddenBelow) }
            let isWithout = pages.contains { !$0.hasState && taken.contains($0.token) }
            if isWithout { found.insert(.stateless) }
        }
        return found
    }

    func isAllowed(_ situations: Set<Event>) -> Bool {
        guard !situations.contains(where: LeftOut.contains) else { return false }
        for situation in situations { counters.note(situation) }
        return true
    }

    /// Changes the expected state, if the script can then predict the fate of every visible object.
    ///
    /// - Parameters:
    ///   - closed: All objects that the user closes.
    ///   - mustEnd: Objects that must be deallocated, with nothing left of them.
    ///   - mustStay: An object that must stay open.
    func change(
        closing closed: Set<Int> = [],
        mustEnd: [Int] = [],
        mustStay: Int? = nil,
        _ body: (inout ExpectedState) -> Void
    ) -> Bool {
        var next = expected
        body(&next)
        let pages = visible
        let seen = Set(pages.map(\.token))
        let after = next.reachable
        guard after.isDisjoint(with: mustEnd) else { return false }
        if let mustStay, !after.contains(mustStay) { return false }
        let bound = pages.filter(\.hasState).map(\.token)
        // An object that is referenced only by an unavailable object, or by one without its state,
        // would be deallocated with its last value unsaved.
        // The same holds for one that its container does not show.
        var shown = next
        for page in pages {
            let children = page.restorationChildren.compactMap { ($0 as? Page)?.token }
            let hidden = Set(expected.items[page.token]?.contents ?? []).subtracting(children)
            if !hidden.isDisjoint(with: seen) { shown.items[page.token]?.remove(hidden) }
        }
        let live = shown.reachable(
            from: next.windows,
            referring: { bound.contains($0) },
            through: { seen.contains($0) }
        )
        guard seen.intersection(after).isSubset(of: live) else { return false }
        let gone = expected.reachable.subtracting(after)
        next.uncertain.formUnion(gone.subtracting(bound).subtracting(closed))
        expected = next
        return true
    }

    /// Drops closed objects. Objects on the clipboard stay alive.
    func releaseClosed() {
        var kept = expected.reachable
        if let clipboard {
            kept.formUnion(expected.reachable(from: [clipboard.token]) { _ in true })
        }
        for page in pages.compactMap(\.page) where !kept.contains(page.token) { page.letGo() }
        pages.removeAll { $0.page == nil }
    }
}
