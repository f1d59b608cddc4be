import RestorationCore

/// Places outside a late restore, which come into containers and presenters that are there.
extension Attaching {
    /// What a container outside is to hold: what it holds now of what was saved, and what has come.
    func contents(of list: AwaitingContainer) -> SavedContents {
        let isStack = list.container?.restorationArrangement == .stack
        let current = Set(
            (list.container?.restorationSlots ?? []).map { ObjectIdentifier($0.child) }
        )
        let children = list.children.map { child -> (child: (any Restorable)?, key: String?) in
            if let record = child.record, late?.kept[record] != nil {
                return (objects[record], child.key)
            }
            guard let object = child.object else { return (nil, child.key) }
            // What was taken out since stays out.
            let isHeld =
                isStack || current.contains(ObjectIdentifier(object))
                || object is UnavailableObject
            return (isHeld ? object : nil, child.key)
        }
        // One that does not come now may be here as what others refer to: failed, perhaps.
        let selected =
            list.selected.flatMap { late?.kept[$0] != nil ? objects[$0] : nil }
            ?? late?.selected[ObjectIdentifier(list)].flatMap { $0.isOverridden ? nil : $0.kept }
        return SavedContents(children: children, selected: selected)
    }

    /// Gives containers and presenters outside what has come for them.
    func attachArrived() {
        guard let late else { return }
        for (list, container) in late.containers {
            keeper.tell(.attach, list.record) { attach(list, container) }
        }
        for part in late.presented {
            guard let record = part.kept.home, let object = objects[record],
                let presenter = part.holder as? any RestorablePresenter
            else { continue }
            if kept(for: object) != nil {
                table.absent.append(part)
            } else if decoding.failedRecord(of: object) == nil {
                keeper.tell(.attach, part.holderRecord ?? record) {
                    presenter.presentRestored(object)
                }
            }
        }
    }

    private func attach(_ list: AwaitingContainer, _ container: any RestorableContainer) {
        let contents = contents(of: list)
        let before = container.restorationSlots
        let held = HeldChildren(of: container)
        // What is there by now stays, whatever has become of what it was put above.
        let restored = restoredSlots(
            contents,
            container,
            held,
            stays: { held.members.contains(ObjectIdentifier($0)) },
            isNews: { kept in kept.home.map { late?.kept[$0] != nil } ?? false }
        )
        let current = before.compactMap { replaced($0, container) }
        let merged = container.restorationArrangement.merge(current, with: restored) {
            lookup.registry.identifier(of: $0) != nil
        }
        let isUntouched = list.isSelectionUntouched(in: container)
        let arrived = contents.selected.flatMap { selected in
            isUntouched && merged.contains { $0.child === selected } ? selected : nil
        }
        let isAttached = !isSame(before, merged)
        if isAttached || arrived != nil && arrived !== container.restorationSelection {
            container.attachRestored(
                merged,
                selecting: arrived
                    ?? container.restorationSelection
                    .flatMap { replaced(RestorationSlot($0), container)?.child }
                    .flatMap { selection in
                        merged.contains { $0.child === selection } ? selection : nil
                    }
            )
        }
        if isUntouched, arrived == nil { noteSelection(contents, container, list.record) }
        guard hasAwaited(contents) else { return }
        let next = waiting(container, list.record, contents)
        next.takeOver(from: list, wasAttached: isAttached, wasSelectionKept: isUntouched)
        table.arrangements.append(next)
    }

    private func hasAwaited(_ contents: SavedContents) -> Bool {
        (contents.children ?? []).contains { keptChild($0.child)?.isAwaited == true }
    }

    /// A slot that has shown a placeholder, with what has come for it.
    private func replaced(
        _ slot: RestorationSlot,
        _ container: any RestorableContainer
    ) -> RestorationSlot? {
        guard let kept = slot.child as? UnavailableObject, let record = kept.home,
            late?.kept[record] != nil
        else { return slot }
        guard let object = objects[record] else { return nil }
        guard decoding.failedRecord(of: object) != nil else {
            return RestorationSlot(object, key: slot.key)
        }
        return table.keepsUnavailable ? slot : nil
    }

    // MARK: Waiting

    /// Remembers how a container is left that waits for some of its children.
    func noteWaiting(
        _ container: any RestorableContainer,
        _ number: Int,
        _ contents: SavedContents
    ) {
        guard table.hasAwaited, hasAwaited(contents) else { return }
        table.arrangements.append(waiting(container, number, contents))
    }

    func waiting(
        _ container: any RestorableContainer,
        _ number: Int,
        _ contents: SavedContents
    ) -> AwaitingContainer {
        let held = HeldChildren(of: container)
        let children = contents.children ?? []
        let gap =
            container.restorationArrangement == .stack
            ? children.firstIndex { !isThere($0.child, held) } : nil
        return AwaitingContainer(
            container,
            record: number,
            children: children.map { child, key in
                // Of one that has failed to decode, what stands for it: later nobody knows that it
                // has.
                let kept = keptChild(child)
                let object = given(child, besides: held) ?? kept ?? child
                return AwaitingContainer.Child(object: object, key: key, record: kept?.home)
            },
            selected: keptChild(contents.selected)?.home,
            gap: gap.map { ($0, keptChild(children[$0].child)) }
        )
    }

    private func keptChild(_ child: (any Restorable)?) -> UnavailableObject? {
        child.flatMap { kept(for: $0) }
    }
}
