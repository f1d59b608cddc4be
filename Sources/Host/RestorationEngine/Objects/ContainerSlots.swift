import RestorationCore

/// A container's live and owed children with their discriminators. Computed once for all children:
/// O(children).
struct ContainerSlots {
    struct Child {
        /// `nil` for an owed child.
        var object: (any Restorable)?
        /// The row of an owed child.
        var row = -1
        let key: String?
        /// `nil` for a child without an identifier.
        let name: String?
        var told = Told()
    }

    private(set) var children: [Child]
    let countsPositions: Bool

    /// The live children, under the identifiers that they report themselves.
    init(of container: any RestorableContainer) {
        let children = container.restorationSlots.map { slot in
            Child(object: slot.child, key: slot.key, name: slot.child.restorationIdentifier)
        }
        self.init(children, countsPositions: container.distinguishesChildrenByPosition)
    }

    fileprivate init(_ children: [Child], countsPositions: Bool) {
        self.children = children
        self.countsPositions = countsPositions
        var counts: [String: Int] = [:]
        for (index, child) in children.enumerated() {
            var told = Told(child.key)
            if told.mark == .none, countsPositions, let name = child.name {
                let count = counts[name, default: 0] + 1
                counts[name] = count
                // The first child with a name keeps its path when a second one appears.
                if count > 1 { told.mark = .position(count) }
            }
            if told != Told() { self.children[index].told = told }
        }
    }

    /// `nil` for an object that is no child.
    subscript(child: any Restorable) -> Told? { children.first { $0.object === child }?.told }
}

extension RecordSet {
    func slots(of container: any RestorableContainer) -> ContainerSlots {
        let live = container.restorationSlots.map { slot in
            ContainerSlots.Child(object: slot.child, key: slot.key, name: name(of: slot.child))
        }
        return ContainerSlots(
            weave(live, into: container),
            countsPositions: container.distinguishesChildrenByPosition
        )
    }

    private func weave(
        _ live: [ContainerSlots.Child],
        into container: any RestorableContainer
    ) -> [ContainerSlots.Child] {
        guard let debt = row(of: container).flatMap({ details($0)?.debt }), !debt.owed.isEmpty
        else { return live }
        var slots: [Int: ContainerSlots.Child] = [:]
        var children: [Debt.Child] = []
        for (position, slot) in live.enumerated() {
            guard let object = slot.object else { continue }
            // Of several equal children, the first one takes the owed record.
            let row =
                self.row(of: object)
                ?? owed(object, slot.key, container).flatMap { slots[$0] == nil ? $0 : nil }
                ?? -2 - position
            if slots[row] == nil { slots[row] = slot }
            children.append(Debt.Child(row: row, key: slot.key))
        }
        let woven = debt.woven(
            children,
            isStack: container.restorationArrangement == .stack,
            isStillOwed: { isOwed($0) }
        )
        return woven.map { child in
            slots[child.row]
                ?? .init(row: child.row, key: child.key, name: identifier(child.row)?.rawValue)
        }
    }

    /// The retained record for a child that the program built and that has no row yet.
    private func owed(
        _ child: any Restorable,
        _ key: String?,
        _ container: any RestorableContainer
    ) -> Int? {
        guard child.restorationClass == nil, let parent = row(of: container),
            let name = identifier(of: child)
        else { return nil }
        let place = Place(parent: parent, mark: Told(key).mark, name: names.number(of: name))
        return retainedRow(at: place, for: child)
    }

    /// Whether a record can still be owed: it has not ended, or its object exists.
    func isOwed(_ row: Int) -> Bool { rows[row].fate != .ended || isLive(row) }
}
