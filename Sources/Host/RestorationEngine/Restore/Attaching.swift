import RestorationCore

/// Gives containers and presenters their contents, outermost first. Children have decoded by now,
/// so a failed one is not put into the tree.
///
/// Contents are owed until they are given. An object of this restore is owed all its contents, one
/// from before only those that it was not given then.
extension Restoration {
    func attach() {
        for (row, object) in owedHolders() {
            guard var debt = debt(to: row) else { continue }
            let isOfOtherType = !wasThere(row) && set.details(row)?.isOfOtherType == true
            let isTold =
                !isOfOtherType
                && tell(.attach, row) {
                    if debt.hasChildren, let container = object as? any RestorableContainer {
                        give(&debt, to: container, row)
                    }
                    if let presented = debt.presented,
                        let presenter = object as? any RestorablePresenter
                    {
                        give(&debt, presented, to: presenter, row)
                    }
                }
            guard isTold || set.keepsUnavailable else { continue }
            if !debt.isEmpty || set.details(row)?.debt != nil {
                set.makeDetails(row).debt = debt.isEmpty ? nil : debt
            }
        }
        if !isLaunch { tellParents() }
    }

    /// Whether an object got its contents before this restore.
    private func wasThere(_ row: Int) -> Bool { !isLaunch && !has(.isBound, row) }

    /// The containers and presenters from before this restore that are owed one of its objects,
    /// then those of this restore.
    private func owedHolders() -> [(row: Int, object: any Restorable)] {
        var rows = holders.filter { !wasThere($0) }
        if !isLaunch {
            let owing = possibleHolders().filter { row in
                wasThere(row)
                    && set.details(row)?.debt?.rows.contains { has(.isIncluded, $0) } == true
            }
            rows = owing + rows
        }
        return rows.compactMap { row in set.object(row).map { (row, $0) } }
    }

    /// The parents of the rows of this restore. A registered object's container may be another.
    private func possibleHolders() -> [Int] {
        if order.contains(where: { set.rows[$0].flags.contains(.isRegistered) }) {
            return Array(set.rowsWithDetails)
        }
        return Set(order.compactMap { set.parentOfRecord($0) }).sorted()
    }

    private func debt(to row: Int) -> Debt? {
        wasThere(row) ? set.details(row)?.debt : values.contents(of: row)
    }

    /// An object to be given; `nil` if there is none, or if a class made it and it failed to
    /// decode.
    private func given(_ row: Int) -> (any Restorable)? {
        row < 0 || has(.isFailed, row) ? nil : set.object(row)
    }

    /// Whether an owed object leaves no gap.
    private func isExpected(_ row: Int) -> Bool {
        set.isOwed(row) && (set.rows[row].fate == .retained || !has(.isFailed, row))
    }

    private func give(
        _ debt: inout Debt,
        _ presented: Int,
        to presenter: any RestorablePresenter,
        _ row: Int
    ) {
        guard let object = given(presented) else {
            if !isExpected(presented) { debt.presented = nil }
            return
        }
        let present = presenter.restorationPresented
        // A late object displaces nothing.
        guard !wasThere(row) || present == nil && has(.isBound, presented) else { return }
        if present !== object { presenter.presentRestored(object) }
        debt.presented = nil
    }

    // MARK: Containers

    private func give(_ debt: inout Debt, to container: any RestorableContainer, _ row: Int) {
        let isNew = !wasThere(row)
        let slots = container.restorationSlots
        let live = children(in: slots)
        var objects = Dictionary(
            zip(live, slots).map { child, slot in
                // A stand-in is replaced by its object.
                let arrived = slot.child.asStandIn != nil ? given(child.row) : nil
                return (child.row, arrived ?? slot.child)
            },
            uniquingKeysWith: { first, _ in first }
        )
        let owed = debt
        // Of several children with one slot, the first one has it. A late one displaces none.
        var taken = isNew ? [] : Set(slots.compactMap(\.key))
        for (position, child) in owed.children.enumerated() where child.isOwed {
            let isLive = objects[child.row] != nil
            if isLive || isExpected(child.row) {
                guard let object = objects[child.row] ?? given(child.row) else { continue }
                let hasSlot =
                    isLive && !isNew || child.key.map { taken.insert($0).inserted } ?? true
                guard hasSlot else { continue }
                objects[child.row] = object
            }
            debt.children[position].isOwed = false
        }
        let isStack = container.restorationArrangement == .stack
        let arranged =
            isNew && isStack
            ? stacked(debt, live, objects) : placed(owed, live, isStack, isNew, paid: debt)
        let merged = arranged.compactMap { child in
            objects[child.row].map { RestorationSlot($0, key: child.key) }
        }
        let present = container.restorationSelection
        let isFree = isNew || present == nil || present === debt.leftSelection
        var selected = debt.selected.flatMap { row in
            isFree ? merged.first { $0.child === set.object(row) }?.child : nil
        }
        if let wanted = debt.selected, selected != nil || set.rows[wanted].fate == .ended {
            debt.selected = nil
        }
        let isSame = slots.elementsEqual(merged) { $0.child === $1.child && $0.key == $1.key }
        if isSame, selected == nil || selected === present { return }
        // Else the container may select for itself.
        if !isNew, selected == nil, let present {
            let child = set.row(of: present).flatMap { objects[$0] } ?? present
            selected = merged.first { $0.child === child }?.child
        }
        container.attachRestored(merged, selecting: selected)
    }

    private func children(in slots: [RestorationSlot]) -> [Debt.Child] {
        slots.enumerated().map { position, slot in
            Debt.Child(row: set.row(of: slot.child) ?? -2 - position, key: slot.key)
        }
    }

    /// The restored members of a stack in the saved order. A child without identifier stays above
    /// its former neighbour (CONT-4).
    private func stacked(
        _ paid: Debt,
        _ live: [Debt.Child],
        _ objects: [Int: any Restorable]
    ) -> [Debt.Child] {
        let untagged = live.map { child in
            let isTagged = objects[child.row].map { set.name(of: $0) != nil } ?? true
            return Debt.Child(row: child.row, key: child.key, isOwed: !isTagged)
        }
        let members = paid.children.filter { !$0.isOwed && objects[$0.row] != nil }
        return Debt(children: untagged).woven(members, isStack: false) { _ in true }
    }

    /// The present children with those that are given, each in its slot or after the sibling that
    /// it followed. A container of this restore gets saved children in place of others.
    private func placed(
        _ owed: Debt,
        _ live: [Debt.Child],
        _ isStack: Bool,
        _ isNew: Bool,
        paid: Debt
    ) -> [Debt.Child] {
        let restored = Set(paid.children.filter { !$0.isOwed }.map(\.row))
        let woven = owed.woven(live, isStack: isStack, isStillOwed: isExpected)
            .filter { !$0.isOwed || restored.contains($0.row) }
        guard isNew else { return woven }
        let keys = Set(woven.filter(\.isOwed).compactMap(\.key))
        return woven.filter { child in
            restored.contains(child.row) || child.key.map(keys.contains) != true
        }
    }

    /// Records the selection, and the children in owed slots, for containers that are still owed
    /// contents. Until then the container may choose for itself.
    func recordShownChildren() {
        for row in order where !wasThere(row) {
            guard var debt = set.details(row)?.debt,
                let container = set.object(row) as? any RestorableContainer
            else { continue }
            tell(.attach, row) {
                debt.leftSelection = container.restorationSelection
                let shown = Dictionary(
                    container.restorationSlots.compactMap { slot in
                        slot.key.map { ($0, slot.child) }
                    },
                    uniquingKeysWith: { first, _ in first }
                )
                var before: Set<Int> = []
                for (position, child) in debt.children.enumerated() {
                    if child.isOwed, let object = child.key.flatMap({ shown[$0] }) {
                        let present = set.row(meeting: object)
                        // One before the owed child was put into the slot in an earlier launch.
                        if !before.contains(present) { debt.children[position].shown = present }
                    }
                    before.insert(child.row)
                }
            }
            set.details(row)?.debt = debt
        }
    }

    /// Tells parents that hold their children themselves to replace the stand-in.
    private func tellParents() {
        for row in order where has(.isBound, row) && !has(.isFailed, row) {
            guard let object = set.object(row), let standIn = set.details(row)?.standIn,
                let parent = set.parentOfRecord(row), wasThere(parent),
                let holder = set.object(parent) as? any ForeignObject
            else { continue }
            tell(.attach, parent) { holder.hold(object, insteadOf: standIn) }
        }
    }

    // MARK: Gaps

    /// Leaves out the members of a stack above one that its class declined or that the program did
    /// not build, with all below them.
    func closeGaps() {
        for (row, object) in owedHolders() {
            guard let container = object as? any RestorableContainer else { continue }
            // A container left out of attaching gets no children, so it has no gap.
            tell(.attach, row) {
                guard container.restorationArrangement == .stack, let debt = debt(to: row)
                else { return }
                let live = children(in: container.restorationSlots)
                let woven = debt.woven(live, isStack: true, isStillOwed: isExpected)
                let above = Set(debt.owed.filter(isExpected)).subtracting(woven.lazy.map(\.row))
                leaveOut(above)
            }
        }
    }

    private func leaveOut(_ above: Set<Int>) {
        guard !above.isEmpty else { return }
        let rows = (order + set.retained).filter { set.isBelow($0, above) }
        // Objects and other retained records may refer to one that comes late.
        var referred: Set<Int> = []
        if !isLaunch {
            let targets = Set(
                set.retained.subtracting(rows).flatMap { row -> [Int] in
                    guard let values = set.details(row)?.values else { return [] }
                    // A save writes the present contents of an object.
                    return set.isLive(row) ? values.references : values.targets
                }
            )
            referred = Set(
                rows.filter { set.details($0)?.standIn != nil || targets.contains($0) }
            )
        }
        for row in rows where set.rows[row].fate != .ended && !set.isBelow(row, referred) {
            set.endWait(of: row)
            // Its deinit must not run within the container's step.
            if let object = set.object(row) { held.append(object) }
            end(row, .skipped, Self.aboveGap)
            set.removeObject(of: row)
        }
    }

    private static let aboveGap = Diagnosis(
        problem:
            "An earlier member of its stack was not restored, so the stack ends before that member",
        remedy: "See the outcome of that member."
    )
}
