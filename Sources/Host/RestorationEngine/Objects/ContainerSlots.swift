import RestorationCore

/// A container's live and owed children with their discriminators. Computed once for all children:
/// O(children).
struct ContainerSlots {
    enum Child {
        case live(any Restorable)
        case owed(Int)
    }

    /// `mark` is the position of an owed child in a container that distinguishes children by
    /// position.
    let children: [(child: Child, key: String?, mark: Mark?)]
    let untagged: [any Restorable]
    private var told: [ObjectIdentifier: Told] = [:]

    /// The live children, under the identifiers that they report themselves.
    init(of container: any RestorableContainer) {
        self.init(
            container.restorationSlots.map { (.live($0.child), $0.key) },
            countsPositions: container.distinguishesChildrenByPosition,
            name: { child in
                if case .live(let object) = child { object.restorationIdentifier } else { nil }
            }
        )
    }

    fileprivate init(
        _ children: [(child: Child, key: String?)],
        untagged: [any Restorable] = [],
        countsPositions: Bool,
        name: (Child) -> String?
    ) {
        self.untagged = untagged
        var counts: [String: Int] = [:]
        var marked: [(child: Child, key: String?, mark: Mark?)] = []
        for (child, key) in children {
            var told = Told(key)
            if told.mark == .none, countsPositions, let name = name(child) {
                let count = counts[name, default: 0] + 1
                counts[name] = count
                // The first child with a name keeps its path when a second one appears.
                if count > 1 { told.mark = .position(count) }
            }
            switch child {
            case .live(let object):
                if told != Told() { self.told[ObjectIdentifier(object)] = told }
                marked.append((child, key, nil))
            case .owed:
                marked.append((child, key, countsPositions && key == nil ? told.mark : nil))
            }
        }
        self.children = marked
    }

    subscript(child: any Restorable) -> Told {
        told.isEmpty ? Told() : told[ObjectIdentifier(child)] ?? Told()
    }
}

extension RecordSet {
    func slots(of container: any RestorableContainer) -> ContainerSlots {
        var live: [RestorationSlot] = []
        var untagged: [any Restorable] = []
        for slot in container.restorationSlots {
            if name(of: slot.child) == nil {
                untagged.append(slot.child)
            } else {
                live.append(slot)
            }
        }
        return ContainerSlots(
            weave(live, into: container),
            untagged: untagged,
            countsPositions: container.distinguishesChildrenByPosition,
            name: { [self] child in
                switch child {
                case .live(let object): name(of: object)
                case .owed(let row): identifier(row)?.rawValue
                }
            }
        )
    }

    private func weave(
        _ live: [RestorationSlot],
        into container: any RestorableContainer
    ) -> [(child: ContainerSlots.Child, key: String?)] {
        guard let debt = row(of: container).flatMap({ details($0)?.debt }), debt.owesChildren
        else {
            return live.map { (.live($0.child), $0.key) }
        }
        var objects: [Int: any Restorable] = [:]
        var children: [Debt.Child] = []
        for (position, slot) in live.enumerated() {
            let row = self.row(of: slot.child) ?? owed(slot, below: container) ?? -2 - position
            if objects[row] == nil { objects[row] = slot.child }
            children.append(Debt.Child(row: row, key: slot.key))
        }
        let woven = debt.woven(
            children,
            isStack: container.restorationArrangement == .stack,
            isStillOwed: { isOwed($0) }
        )
        return woven.map { child in
            (objects[child.row].map { .live($0) } ?? .owed(child.row), child.key)
        }
    }

    /// The retained record for a child that the program built and that has no row yet.
    private func owed(
        _ slot: RestorationSlot,
        below container: any RestorableContainer
    ) -> Int? {
        guard slot.child.restorationClass == nil, let parent = row(of: container),
            let name = identifier(of: slot.child)
        else { return nil }
        let place = Place(
            parent: parent,
            name: names.number(of: name),
            mark: Told(slot.key).mark
        )
        return retainedRow(at: place, for: slot.child)
    }

    /// Whether a record can still be owed: it has not ended, or its object exists.
    func isOwed(_ row: Int) -> Bool { rows[row].fate != .ended || object(row) != nil }
}
