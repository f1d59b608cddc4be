import RestorationTesting
import TestSupport

/// Placing, moving and removing objects.
extension Life {
    struct Place {
        let holder: Page
        /// `nil` to present it.
        let index: Int?
        var key: String?
    }

    private func place(
        _ random: inout SeededGenerator,
        for page: Page? = nil
    ) -> Place? {
        let closed = page.map { expected.subtree(of: $0.token) } ?? []
        let holders = changeable.filter { !closed.contains($0.token) }
        guard let holder = random.pick(holders), let item = expected.items[holder.token],
            isAllowed(situations(of: holder))
        else { return nil }
        if holder is any RestorablePresenter, item.presented == nil,
            !holder.kind.hasMembers || random.chance(25)
        {
            return Place(holder: holder, index: nil)
        }
        switch holder.kind {
        case .stack: return Place(holder: holder, index: holder.slots.count)
        case .tabs:
            let index = Int.random(in: 0...holder.slots.count, using: &random)
            let shown = Set(holder.slots.compactMap(\.key))
            var free = ["k1", "k2", "k3", "k4"].filter { !shown.contains($0) }
            // The slot of an unavailable child looks free.
            let displaced = free.filter(item.keys.values.contains)
            if !displaced.isEmpty, !LeftOut.contains(.displace), random.chance(50) {
                free = displaced
            } else {
                free.removeAll(where: displaced.contains)
            }
            return random.pick(free).map { Place(holder: holder, index: index, key: $0) }
        case .list where !holder.hasState: return nil
        case .box, .list:
            let index = Int.random(in: 0...holder.slots.count, using: &random)
            return Place(holder: holder, index: index)
        default: return nil
        }
    }

    /// Records an object's new place in the expected state.
    private func put(_ token: Int, at place: Place, in expected: inout ExpectedState) {
        let holder = place.holder.token
        guard let index = place.index else {
            expected.items[holder]!.presented = token
            return
        }
        let next = place.holder.slots.dropFirst(index).first?.child as? Page
        var position = expected.items[holder]!.children.count
        if place.holder.kind == .list {
            position = index
        } else if let next, let found = expected.items[holder]!.children.firstIndex(of: next.token)
        {
            position = found
        }
        expected.items[holder]!.children.insert(token, at: position)
        if let key = place.key {
            let others = expected.items[holder]!.keys.filter { $0.value == key }.keys
            if !others.isEmpty { counters.note(.displace, Array(others)) }
            expected.items[holder]!.displaced.formUnion(others)
            expected.items[holder]!.keys[token] = key
        }
        let shown = Set(place.holder.members.map(\.token) + [token])
        expected.loosen(holder) { shown.contains($0) }
    }

    private func put(_ page: Page, at place: Place) {
        if let index = place.index {
            place.holder.insert(page, at: index, key: place.key)
        } else {
            place.holder.presented = page
            page.parent = place.holder
        }
        session.invalidate(place.holder)
    }

    // MARK: Making

    func make(_ step: Step, _ random: inout SeededGenerator) throws -> [Int]? {
        let kind = random.pick(Kind.made)!
        let name = random.pick(LifeClass.names(of: kind))!
        guard launchFaults.registration(of: name) != .missing, let place = place(&random) else {
            return nil
        }
        let token = step.token
        let page = try session.make(
            newName(of: token, &random),
            under: place.holder,
            as: Page.self,
            className: name,
            parameters: ["token": .integer(Int64(token))]
        )
        page.text = "t\(token)"
        if launchFaults.knowsNotes, random.chance(50) { page.note = "n\(token)" }
        var item = ExpectedObject(kind: kind, className: name, name: page.name, text: page.text)
        item.note = page.note
        if kind == .form { item.elements = ["", ""] }
        expected.items[token] = item
        put(token, at: place, in: &expected)
        put(page, at: place)
        return [token, place.holder.token]
    }

    // MARK: Taking

    /// An object that can be taken from a container or presenter.
    private func taken(_ random: inout SeededGenerator) -> (page: Page, holder: Page)? {
        let pages = visible.filter { page in
            // Saves skip a blamed object, whose values end with a save that does not have it.
            guard let holder = page.parent, page.kind != .model,
                !blamed.contains(holder.token),
                blamed.isDisjoint(with: expected.subtree(of: page.token))
            else { return false }
            return holder.presented === page
                || holder.slots.contains { $0.child === page }
                    && (holder.kind != .list || holder.hasState)
        }
        guard let page = random.pick(pages), let holder = page.parent else { return nil }
        return isAllowed(situations(of: holder, without: page)) ? (page, holder) : nil
    }

    /// The unavailable members of a stack directly above one of its members.
    private func hiddenAbove(_ page: Page, in holder: Page) -> [Int] {
        guard holder.kind == .stack, let item = expected.items[holder.token],
            let index = item.children.firstIndex(of: page.token)
        else { return [] }
        let shown = Set(holder.members.map(\.token))
        return Array(item.children[(index + 1)...].prefix { !shown.contains($0) })
    }

    private func take(_ token: Int, from holder: Page, in expected: inout ExpectedState) {
        let shown = Set(holder.members.map(\.token))
        expected.take(token, from: holder.token) { shown.contains($0) }
    }

    func close(_ random: inout SeededGenerator) -> [Int]? {
        guard let (page, holder) = taken(&random) else { return nil }
        let above = hiddenAbove(page, in: holder)
        let closed = ([page.token] + above).reduce(into: Set<Int>()) {
            $0.formUnion(expected.subtree(of: $1))
        }
        let isKnown = change(closing: closed, mustEnd: above.isEmpty ? [] : [page.token]) {
            take(page.token, from: holder, in: &$0)
        }
        guard isKnown else { return nil }
        holder.remove(page)
        session.invalidate(holder)
        releaseClosed()
        return [page.token, holder.token]
    }

    func cut(_ random: inout SeededGenerator) -> [Int]? {
        guard let (page, holder) = taken(&random), hiddenAbove(page, in: holder).isEmpty else {
            return nil
        }
        let isKnown = change(closing: expected.subtree(of: page.token)) {
            take(page.token, from: holder, in: &$0)
        }
        guard isKnown else { return nil }
        holder.remove(page)
        session.invalidate(holder)
        clipboard = page
        releaseClosed()
        return [page.token, holder.token]
    }

    func paste(_ random: inout SeededGenerator) throws -> [Int]? {
        guard let page = clipboard, let place = place(&random, for: page),
            try place.holder.kind != .list
                || !isRefused({ try session.move(page, under: place.holder) })
        else { return nil }
        clipboard = nil
        put(page.token, at: place, in: &expected)
        put(page, at: place)
        return [page.token, place.holder.token]
    }

    func move(_ random: inout SeededGenerator) throws -> [Int]? {
        guard let (page, holder) = taken(&random), hiddenAbove(page, in: holder).isEmpty,
            let place = place(&random, for: page), place.holder !== holder
        else { return nil }
        // Only a call of `move` tells the session the parent of an object in a plain list.
        if place.holder.kind == .list || random.chance(30),
            try isRefused({ try session.move(page, under: place.holder) })
        {
            return nil
        }
        let isKnown = change(mustStay: page.token) {
            take(page.token, from: holder, in: &$0)
            put(page.token, at: place, in: &$0)
        }
        guard isKnown else { return nil }
        holder.remove(page)
        session.invalidate(holder)
        put(page, at: place)
        return [page.token, holder.token, place.holder.token]
    }
}
