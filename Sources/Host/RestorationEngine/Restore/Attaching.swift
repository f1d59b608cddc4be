import RestorationCore

/// Attaches contents to containers and presenters, outermost first. Children have decoded by now,
/// so a failed one is not put into the tree.
extension Restoration {
    func attach() {
        attachArrived()
        for (row, traits) in special
        where !traits.isDisjoint(with: [.container, .presenter]) && !wasThere(row) {
            guard let object = set.object(row), let contents = values.contents(of: row) else {
                continue
            }
            if set.details(row)?.isOfOtherType == true {
                owe(contents, to: row)
                continue
            }
            let isTold = tell(.attach, row) { attach(contents, to: object, row, traits) }
            if !isTold { owe(contents, to: row) }
        }
    }

    /// Whether an object got its contents before this restore.
    func wasThere(_ row: Int) -> Bool { !isLaunch && !has(.isBound, row) }

    /// The child for a container; `nil` if there is none, or if a class made it and it failed to
    /// decode.
    private func given(_ row: Int, besides held: Set<ObjectIdentifier>) -> (any Restorable)? {
        guard set.rows[row].fate != .ended || set.object(row) != nil,
            let child = set.object(row)
        else { return nil }
        let isFailed = has(.isFailed, row) && !held.contains(ObjectIdentifier(child))
        return isFailed ? nil : child
    }

    private func attach(
        _ contents: Contents,
        to object: any Restorable,
        _ row: Int,
        _ traits: ClassTraits
    ) {
        if traits.contains(.container), let container = object as? any RestorableContainer,
            let children = contents.children
        {
            attach(children, contents.selected, to: container, row)
        }
        if traits.contains(.presenter), let presenter = object as? any RestorablePresenter,
            let presented = contents.presented
        {
            present(presented, by: presenter, row)
        }
    }

    private func attach(
        _ children: [Debt.Child],
        _ selected: Int?,
        to container: any RestorableContainer,
        _ row: Int
    ) {
        let current = container.restorationSlots
        let held = Set(current.map { ObjectIdentifier($0.child) })
        var restored: [RestorationSlot] = []
        var debt = set.details(row)?.debt ?? Debt()
        debt.children = []
        var taken: Set<String> = []
        for var child in children {
            let object = given(child.row, besides: held)
            guard object != nil || set.rows[child.row].fate == .retained else { continue }
            // Of several children with one slot, the first one has it.
            let hasSlot = child.key.map { taken.insert($0).inserted } ?? true
            child.isOwed = !hasSlot || object == nil
            debt.children.append(child)
            if let object, hasSlot { restored.append(RestorationSlot(object, key: child.key)) }
        }
        let merged = container.restorationArrangement.merge(current, with: restored) {
            set.name(of: $0) != nil
        }
        let selection = selected.flatMap { given($0, besides: held) }.flatMap { selected in
            merged.contains { $0.child === selected } ? selected : nil
        }
        if selection == nil, let selected, set.rows[selected].fate != .ended {
            missingSelections.append((row, selected))
        }
        if !debt.isEmpty { set.setDebt(debt, of: row) }
        let isSelected = selection == nil || selection === container.restorationSelection
        if isSelected, isSame(current, merged) { return }
        container.attachRestored(merged, selecting: selection)
    }

    private func present(_ row: Int, by presenter: any RestorablePresenter, _ holder: Int) {
        guard let object = set.object(row), !has(.isFailed, row) else {
            if set.rows[row].fate == .retained { owePresented(row, to: holder) }
            return
        }
        if presenter.restorationPresented !== object { presenter.presentRestored(object) }
    }

    private func owePresented(_ row: Int, to holder: Int) {
        var debt = set.details(holder)?.debt ?? Debt()
        debt.presented = row
        set.setDebt(debt, of: holder)
    }

    private func owe(_ contents: Contents, to row: Int) {
        guard set.keepsUnavailable else { return }
        set.owe(contents, to: row)
        if let selected = contents.selected { missingSelections.append((row, selected)) }
    }

    /// Stores the owed selections, each with the selection that the container has at the end of
    /// the restore. Until then the container may choose for itself.
    func keepMissingSelections() {
        for (row, selected) in missingSelections {
            var debt = set.details(row)?.debt ?? Debt()
            debt.selected = selected
            tell(.attach, row) {
                debt.leftSelection =
                    (set.object(row) as? any RestorableContainer)?.restorationSelection
            }
            set.setDebt(debt, of: row)
        }
    }

    // MARK: Live containers

    /// Attaches late contents to containers and presenters that existed before this restore, beside
    /// their present contents. A late object displaces nothing.
    private func attachArrived() {
        guard !isLaunch else { return }
        forEachOwing { row, object, debt in
            if let container = object as? any RestorableContainer {
                attachLate(debt, to: container, row)
            }
            if let presenter = object as? any RestorablePresenter {
                presentLate(debt, by: presenter, row)
            }
        }
        tellParents()
    }

    /// Calls `body`, in a step, with each object from before this restore that is owed one of its
    /// objects.
    private func forEachOwing(_ body: (_ row: Int, any Restorable, Debt) -> Void) {
        for row in Array(set.rowsWithDetails) where wasThere(row) {
            guard let debt = set.details(row)?.debt, let object = set.object(row),
                debt.rows.contains(where: { has(.isIncluded, $0) })
            else { continue }
            tell(.attach, row) { body(row, object, debt) }
        }
    }

    private func attachLate(_ debt: Debt, to container: any RestorableContainer, _ row: Int) {
        let before = container.restorationSlots
        var objects: [Int: any Restorable] = [:]
        var live: [Debt.Child] = []
        for (position, slot) in before.enumerated() {
            let child = set.row(of: slot.child) ?? -2 - position
            // A stand-in is replaced by its object.
            let arrived = (slot.child as? UnavailableObject).flatMap { _ in given(child) }
            objects[child] = arrived ?? slot.child
            live.append(Debt.Child(row: child, key: slot.key))
        }
        for child in debt.owed { if let object = given(child) { objects[child] = object } }
        let woven = debt.woven(
            live,
            isStack: container.restorationArrangement == .stack,
            isStillOwed: { set.isOwed($0) }
        )
        var taken = Set(before.compactMap(\.key))
        let merged = woven.compactMap { child -> RestorationSlot? in
            let hasSlot = !child.isOwed || child.key.map { taken.insert($0).inserted } ?? true
            return hasSlot ? objects[child.row].map { RestorationSlot($0, key: child.key) } : nil
        }
        let selected = container.restorationSelection
        let arrived = debt.selected.flatMap { given($0) }.flatMap { object in
            (selected == nil || selected === debt.leftSelection)
                && merged.contains { $0.child === object } ? object : nil
        }
        var paid = debt
        let shown = Set(merged.map { ObjectIdentifier($0.child) })
        for (position, child) in debt.children.enumerated() {
            let isShown = objects[child.row].map { shown.contains(ObjectIdentifier($0)) }
            if isShown == true { paid.children[position].isOwed = false }
        }
        if arrived != nil { paid.selected = nil }
        set.setDebt(paid, of: row)
        guard !isSame(before, merged) || arrived != nil && arrived !== selected else { return }
        let present = selected.flatMap { present in
            (present as? UnavailableObject).flatMap { set.row(of: $0) }.flatMap { given($0) }
                ?? present
        }
        container.attachRestored(
            merged,
            selecting: arrived
                ?? present.flatMap { present in
                    merged.contains { $0.child === present } ? present : nil
                }
        )
    }

    private func given(_ row: Int) -> (any Restorable)? {
        guard row >= 0, !has(.isFailed, row) else { return nil }
        return set.object(row)
    }

    private func presentLate(_ debt: Debt, by presenter: any RestorablePresenter, _ row: Int) {
        guard let presented = debt.presented, let object = given(presented),
            has(.isBound, presented)
        else { return }
        guard presenter.restorationPresented == nil else { return }
        presenter.presentRestored(object)
        set.details(row)?.debt?.presented = nil
    }

    /// Tells parents that hold their children themselves to replace the stand-in.
    private func tellParents() {
        for row in order where has(.isBound, row) && !has(.isFailed, row) {
            guard let object = set.object(row), let standIn = set.details(row)?.standIn,
                let parent = set.parentOfRecord(row), wasThere(parent),
                let holder = set.object(parent) as? any KnownByHandle
            else { continue }
            tell(.attach, parent) { holder.hold(object, insteadOf: standIn) }
        }
    }

    // MARK: Gaps

    /// Leaves out the members of a stack above one that its class declined or that the program did
    /// not build, with all below them, before any of them decodes.
    func closeGaps() {
        if !isLaunch { closeLiveStacks() }
        for (row, traits) in special where traits.contains(.container) && !wasThere(row) {
            guard let container = set.object(row) as? any RestorableContainer else { continue }
            // A container left out of attaching gets no children, so it has no gap.
            tell(.attach, row) {
                guard container.restorationArrangement == .stack,
                    let children = values.contents(of: row)?.children
                else { return }
                leaveOutAboveGap(children, container)
            }
        }
    }

    private func leaveOutAboveGap(
        _ children: [Debt.Child],
        _ container: any RestorableContainer
    ) {
        let held = Set(container.restorationSlots.map { ObjectIdentifier($0.child) })
        let gap = children.firstIndex { child in
            given(child.row, besides: held) == nil
                && set.rows[child.row].fate != .retained
        }
        guard let gap else { return }
        let above = Set(children[(gap + 1)...].map(\.row)).filter { row in
            set.object(row).map { !held.contains(ObjectIdentifier($0)) } ?? true
        }
        leaveOut(above, among: order)
    }

    /// Leaves out the owed members above one that has ended, in stacks from before this restore.
    func closeLiveStacks() {
        forEachOwing { row, object, debt in
            guard let container = object as? any RestorableContainer,
                container.restorationArrangement == .stack
            else { return }
            let live = container.restorationSlots.compactMap { slot in
                set.row(of: slot.child).map { Debt.Child(row: $0, key: nil) }
            }
            let woven = debt.woven(live, isStack: true) { set.isOwed($0) }
            let above = Set(debt.owed).subtracting(woven.map(\.row))
            leaveOut(above, among: order + set.retained)
        }
    }

    private func leaveOut(_ above: Set<Int>, among rows: [Int]) {
        guard !above.isEmpty else { return }
        for row in rows
        where above.contains(row) || set.rowsAbove(row).contains(where: above.contains) {
            // Other objects may refer to one that comes late.
            guard set.rows[row].fate != .ended, isLaunch || set.details(row)?.standIn == nil
            else { continue }
            set.endWait(of: row)
            end(row, .skipped, Self.aboveGap)
            set.removeObject(of: row)
        }
    }

    private static let aboveGap = Diagnosis(
        problem:
            "An earlier member of its stack was not restored, so the"
            + " stack ends before that member",
        remedy: "See the outcome of that member."
    )
}

extension RestorationArrangement {
    /// The children of a container after a restore: the restored ones beside the present ones.
    ///
    /// Linear in both.
    ///
    /// - Parameters:
    ///   - current: The present children.
    ///   - restored: The restored children in the saved order.
    ///   - isTagged: Whether a child has an identifier.
    func merge(
        _ current: [RestorationSlot],
        with restored: [RestorationSlot],
        isTagged: (any Restorable) -> Bool
    ) -> [RestorationSlot] {
        switch self {
        case .stack: Self.stack(current, restored, isTagged)
        case .places: Self.places(current, restored)
        }
    }

    /// The restored members in order. A child without identifier stays above its former neighbour
    /// (CONT-4).
    private static func stack(
        _ current: [RestorationSlot],
        _ restored: [RestorationSlot],
        _ isTagged: (any Restorable) -> Bool
    ) -> [RestorationSlot] {
        let known = Set(restored.map { ObjectIdentifier($0.child) })
        var untagged: [ObjectIdentifier?: [RestorationSlot]] = [:]
        var below: ObjectIdentifier?
        for slot in current {
            if known.contains(ObjectIdentifier(slot.child)) {
                below = ObjectIdentifier(slot.child)
            } else if !isTagged(slot.child) {
                untagged[below, default: []].append(slot)
            }
        }
        return (untagged[nil] ?? [])
            + restored.flatMap { [$0] + (untagged[ObjectIdentifier($0.child)] ?? []) }
    }

    /// The present children. Missing ones are added in their slots, or after the sibling that they
    /// followed.
    private static func places(
        _ current: [RestorationSlot],
        _ restored: [RestorationSlot]
    ) -> [RestorationSlot] {
        let known = Set(restored.map { ObjectIdentifier($0.child) })
        var positions: [ObjectIdentifier: Int] = [:]
        var holders: [String: Int] = [:]
        for (position, slot) in current.enumerated() {
            positions[ObjectIdentifier(slot.child)] = position
            let isFree = !known.contains(ObjectIdentifier(slot.child))
            if let key = slot.key, isFree { holders[key] = position }
        }
        var merged = current
        var added: [Int: [RestorationSlot]] = [:]
        var last = -1
        for slot in restored {
            if let position = positions[ObjectIdentifier(slot.child)] {
                last = position
            } else if let key = slot.key, let position = holders[key] {
                merged[position] = slot
                last = position
            } else {
                added[last, default: []].append(slot)
            }
        }
        guard !added.isEmpty else { return merged }
        return (added[-1] ?? []) + merged.indices.flatMap { [merged[$0]] + (added[$0] ?? []) }
    }
}
