import RestorationTesting
import TestSupport

/// The actions of the user.
extension Life {
    /// All visible objects, in order.
    var visible: [Page] {
        var pages: [Page] = windows
        var seen = Set(pages.map { ObjectIdentifier($0) })
        var next = 0
        while next < pages.count {
            for target in pages[next].targets {
                guard let page = target as? Page, seen.insert(ObjectIdentifier(page)).inserted
                else { continue }
                pages.append(page)
            }
            next += 1
        }
        return pages
    }

    /// The visible objects that the user may change.
    var changeable: [Page] {
        blamed.isEmpty ? visible : visible.filter { !blamed.contains($0.token) }
    }

    /// - Returns: The objects that the event concerned, or `nil` if it was impossible.
    func perform(_ event: Event, _ step: Step, _ random: inout SeededGenerator) throws -> [Int]? {
        switch event {
        case .make: try make(step, &random)
        case .type: type(step, &random)
        case .refer: refer(&random)
        case .drop: drop(&random)
        case .dismiss: try dismiss(&random)
        case .select: select(&random)
        case .reorder: reorder(&random)
        case .rename: try rename(&random)
        case .move: try move(&random)
        case .close: close(&random)
        case .cut: cut(&random)
        case .paste: try paste(&random)
        case .openWindow: openWindow(step)
        case .closeWindow: closeWindow(&random)
        default: try performLater(event, &random)
        }
    }

    // MARK: Values

    private func type(_ step: Step, _ random: inout SeededGenerator) -> [Int]? {
        let pages = changeable
        let waiting = random.chance(40) ? pages.filter { !$0.hasState } : []
        guard let page = random.pick(waiting.isEmpty ? pages : waiting) else { return nil }
        let token = page.token
        let text = "t\(token).\(step.launch).\(step.number)"
        if let element = random.pick((page as? Form)?.elements ?? []), random.chance(60) {
            element.text = text
            element.hasState = true
            expected.items[token]!.elements[element.number] = text
            session.invalidate(element)
            return [token]
        }
        // The script does not predict the losses of a list without its state.
        guard page.hasState || page.kind != .list else { return nil }
        let note = launchFaults.knowsNotes ? "n\(token).\(step.number)" : nil
        let takesOver = !page.hasState
        guard isAllowed(takesOver ? [.takeOver] : []) else { return nil }
        let isKnown = change { expected in
            expected.items[token]!.text = text
            if takesOver { expected.items[token]!.references = [] }
            if note != nil { expected.items[token]!.note = note }
            if takesOver || note != nil { expected.items[token]!.isNoteOpen = note == nil }
        }
        guard isKnown else { return nil }
        (page.text, page.hasState) = (text, true)
        if takesOver { takenOver.insert(token) }
        if let note { page.note = note }
        session.invalidate(page)
        return [token]
    }

    private func refer(_ random: inout SeededGenerator) -> [Int]? {
        let pages = visible
        let holders = changeable.filter {
            $0.hasState && $0.kind != .model && $0.references.count < 3
        }
        guard let holder = random.pick(holders), let target = random.pick(pages) else { return nil }
        holder.references.append(target)
        expected.items[holder.token]!.references.append(target.token)
        session.invalidate(holder)
        return [holder.token, target.token]
    }

    private func drop(_ random: inout SeededGenerator) -> [Int]? {
        let holders = changeable.filter { $0.hasState && !$0.references.isEmpty }
        guard let holder = random.pick(holders) else { return nil }
        let index = Int.random(in: 0..<holder.references.count, using: &random)
        let token = expected.items[holder.token]!.references[index]
        let isKnown = change { $0.items[holder.token]!.references.remove(at: index) }
        guard isKnown else { return nil }
        holder.references.remove(at: index)
        session.invalidate(holder)
        releaseClosed()
        return [holder.token, token]
    }

    /// Removes the stand-in of a member of a list. The session knows a list's references only from
    /// a save of this launch, and learns of their removal at the next save. So a save comes before.
    private func dismiss(_ random: inout SeededGenerator) throws -> [Int]? {
        let lists = changeable.filter { $0.kind == .list && $0.hasState }
        let members = lists.flatMap { list in
            list.slots.indices.filter { list.slots[$0].child is UnavailableObject }
                .map { (list, $0) }
        }
        guard let (list, index) = random.pick(members), isAllowed([.hiddenBelow]) else {
            return nil
        }
        try save(.succeeds)
        applyDurableSaves()
        let token = expected.items[list.token]!.children[index]
        let isKnown = change(closing: expected.subtree(of: token)) {
            $0.items[list.token]!.children.remove(at: index)
        }
        guard isKnown else { return nil }
        list.slots.remove(at: index)
        session.invalidate(list)
        releaseClosed()
        _ = try saveTwice()
        return [token, list.token]
    }

    private func rename(_ random: inout SeededGenerator) throws -> [Int]? {
        guard let page = random.pick(changeable.filter { $0.className != nil }) else { return nil }
        let name = newName(of: page.token, &random)
        if try isRefused({ try session.rename(page, to: name) }) { return nil }
        // The session does not need the object's own name to change.
        if random.chance(50) { page.name = name }
        expected.items[page.token]!.name = name
        return [page.token]
    }

    /// Whether the session refuses a move because the place is taken or inside the object's own
    /// subtree.
    func isRefused(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch SessionError.pathTaken {
            return true
        } catch SessionError.belowItself {
            return true
        }
    }

    /// A name that siblings may share.
    func newName(of token: Int, _ random: inout SeededGenerator) -> String {
        let name = random.pick(["a", "b", "c", "d", "e"])!
        // Saves may skip a new object at the place of one that crashed before it was saved.
        return blamed.isEmpty && isAllowed([.sameName]) ? name : "\(name)\(token)"
    }

    // MARK: Containers

    private func select(_ random: inout SeededGenerator) -> [Int]? {
        let containers = changeable.compactMap { $0 as? Container }
        guard let container = random.pick(containers.filter { !$0.members.isEmpty }),
            let child = random.pick(container.members), isAllowed(situations(of: container))
        else { return nil }
        container.selected = child
        expected.items[container.token]!.selected = child.token
        session.invalidate(container)
        return [container.token, child.token]
    }

    private func reorder(_ random: inout SeededGenerator) -> [Int]? {
        let holders = changeable.filter { $0.kind != .stack && $0.slots.count > 1 }
        guard let holder = random.pick(holders), isAllowed(situations(of: holder)) else {
            return nil
        }
        let shown = Set(holder.members.map(\.token))
        holder.slots.reverse()
        let children = expected.items[holder.token]!.children
        if holder.kind == .list {
            expected.items[holder.token]!.children = children.reversed()
        } else {
            expected.items[holder.token]!.children =
                holder.members.map(\.token) + children.filter { !shown.contains($0) }
            expected.loosen(holder.token) { shown.contains($0) }
        }
        session.invalidate(holder)
        return [holder.token]
    }

    // MARK: Windows

    private func openWindow(_ step: Step) -> [Int]? {
        guard windows.count < 3 else { return nil }
        addWindow(step.token, to: session)
        session.invalidate(windows.last!)
        return [step.token]
    }

    private func closeWindow(_ random: inout SeededGenerator) -> [Int]? {
        guard windows.count > 1, let window = random.pick(windows) else { return nil }
        // An object of the window that is referenced from elsewhere would outlive it.
        let closed = expected.subtree(of: window.token)
        let isKnown = change(closing: closed, mustEnd: Array(closed)) { expected in
            expected.windows.removeAll { $0 == window.token }
        }
        guard isKnown else { return nil }
        windows.removeAll { $0 === window }
        session.removeRoot(window)
        releaseClosed()
        return [window.token]
    }
}

extension Page {
    /// The children that exist.
    var members: [Page] { slots.compactMap { $0.child as? Page } }
}
