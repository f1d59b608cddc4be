package import RestorationCore

/// A late restore: of what has arrived when the restore had returned, and of nothing else.
///
/// It goes through the same steps in the same archive. What is outside takes part as what it is
/// now: references lead to it, and containers there are given their late children.
extension Restoration {
    /// Brings back what `plan` has, once.
    func bringBack(_ plan: ArrivalPlan) -> Outcome {
        prepare(plan)
        forEachNode { create($0) }
        giveStateAndPlaces()
        tellParents(plan)
        tellDelegate(plan)
        tellFinished()
        outcome.failed = failedMembers(plan)
        outcome.givenUp = plan.awaited.filter { awaited in
            !askedAgain.contains(awaited.number)
        }
        finish()
        return outcome
    }

    /// Holds nothing of what has come when it returns: what nobody takes ends.
    private func tellDelegate(_ plan: ArrivalPlan) {
        let regrouped = Set(outcome.regrouped.compactMap(\.home))
        let came = plan.records.filter { table.isPlain($0) || regrouped.contains($0) }
            .compactMap { objects[$0] }
        if !came.isEmpty { tell(.delegate, 0) { delegate?.didRestoreAwaited(came) } }
    }

    /// What others of a group wait for and that does not come, though nobody meant that.
    private func failedMembers(_ plan: ArrivalPlan) -> [UnavailableObject] {
        plan.records.compactMap { number in
            guard let kept = plan.kept[number], kept.group != nil,
                let obstacle = table.obstacle(of: number),
                ![.awaited, .skipped].contains(table.outcome(of: number))
            else { return nil }
            kept.reason = obstacle
            return kept
        }
    }

    private func prepare(_ plan: ArrivalPlan) {
        for awaited in plan.awaited {
            knownAwaited[awaited.number] = awaited
            coders.tickets[awaited.node] = awaited.ticket
            if let record = awaited.parentRecord, let parent = awaited.parent {
                lend(parent, as: record, plan)
            }
        }
        for (number, object) in plan.spared { spared[number] = object }
        for (number, kept) in plan.kept {
            unavailable[number] = kept
            for (target, reference) in zip(
                kept.archive.references(of: kept.number),
                kept.references
            ) {
                guard let object = reference.object, target != ArchiveRecord.none else { continue }
                let source = kept.archive
                let here =
                    source === archive
                    ? Int(target)
                    : archive.record(at: source.path(of: source.records[Int(target)].path))
                if let here { lend(object, as: here, plan) }
            }
        }
    }

    /// Lets references lead to an object that is not restored now.
    private func lend(_ object: any Restorable, as record: Int, _ plan: ArrivalPlan) {
        guard plan.kept[record] == nil, objects[record] == nil else { return }
        lentRecords.append(record)
        let object = (object as? UnavailableObject)?.arrived ?? object
        if object is UnavailableObject {
            objects[record] = object
        } else {
            _ = objects.bind(object, to: record)
        }
    }

    func isHeldBack(_ kept: UnavailableObject) -> Bool {
        kept.home.flatMap { table[$0].retained }?.isForLiveObject ?? false
    }

    /// Those that hold what they contain by themselves, and have held a placeholder.
    private func tellParents(_ plan: ArrivalPlan) {
        for awaited in plan.awaited {
            guard let object = objects[awaited.number], object !== awaited.kept,
                let parent = awaited.parent as? any AwaitedChildHolding
            else { continue }
            tell(.attach, awaited.parentRecord ?? awaited.number) {
                parent.hold(object, insteadOf: awaited.kept)
            }
        }
    }

    // MARK: Places outside

    /// What a container outside is to hold: what it holds now of what was saved, and what has come.
    func contents(of list: AwaitingContainer) -> Contents {
        var contents = Contents()
        contents.hasChildren = true
        let isStack = list.container?.restorationArrangement == .stack
        let showsAll = list.container?.showsUnavailableChildren == true
        let current = Set(
            (list.container?.restorationSlots ?? []).map { ObjectIdentifier($0.child) }
        )
        contents.children = list.children.map { child in
            if let record = child.record, plan?.kept[record] != nil {
                return (objects[record], child.key)
            }
            guard let object = child.object else { return (nil, child.key) }
            // What was taken out since stays out.
            let isHeld =
                isStack || current.contains(ObjectIdentifier(object))
                || !showsAll && object is UnavailableObject
            return (isHeld ? object : nil, child.key)
        }
        contents.selected =
            list.selected.flatMap { objects[$0] }
            ?? plan?.selected[ObjectIdentifier(list)].flatMap { $0.isOverridden ? nil : $0.kept }
        return contents
    }

    /// Gives containers and presenters outside what has come for them.
    func attachArrived() {
        guard let plan else { return }
        for (list, container) in plan.containers {
            tell(.attach, list.record) { attach(list, container) }
        }
        for part in plan.presented {
            guard let record = part.kept.home, let object = objects[record],
                let presenter = part.holder as? any RestorablePresenter
            else { continue }
            if kept(for: object) != nil {
                table.absent.append(part)
            } else if failedRecord(of: object) == nil {
                tell(.attach, part.holderRecord ?? record) { presenter.presentRestored(object) }
            }
        }
    }

    private func attach(_ list: AwaitingContainer, _ container: any RestorableContainer) {
        let contents = contents(of: list)
        let before = container.restorationSlots
        let restored = restoredSlots(contents, container)
        let current = before.compactMap { replaced($0, container) }
        let merged = container.restorationArrangement.merge(current, with: restored) {
            paths.identifier(of: $0) != nil
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
                    ?? container.restorationSelection.flatMap { selection in
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

    private func hasAwaited(_ contents: Contents) -> Bool {
        contents.children.contains { child, _ in
            child.flatMap { kept(for: $0) }?.isAwaited == true
        }
    }

    private func restoredSlots(
        _ contents: Contents,
        _ container: any RestorableContainer
    ) -> [RestorationSlot] {
        var restored: [RestorationSlot] = []
        var hasGap = false
        let held = HeldChildren(of: container)
        for (position, (child, key)) in contents.children.enumerated() {
            if let given = given(child, besides: held) {
                // What is there by now stays, whatever has become of what it was put above.
                let isShown = !hasGap || held.members.contains(ObjectIdentifier(given))
                if isShown { restored.append(RestorationSlot(given, key: key)) }
                if isShown || !(given is UnavailableObject) { continue }
            }
            if container.restorationArrangement == .stack { hasGap = true }
            guard let kept = child.flatMap({ kept(for: $0) }), let home = kept.home,
                plan?.kept[home] != nil
            else { continue }
            let role = AbsentPart.Role.child(position: position, key: key)
            table.absent.append(AbsentPart(kept, of: container, as: role))
        }
        return restored
    }

    /// A slot that has shown a placeholder, with what has come for it.
    private func replaced(
        _ slot: RestorationSlot,
        _ container: any RestorableContainer
    ) -> RestorationSlot? {
        guard let kept = slot.child as? UnavailableObject, let record = kept.home,
            plan?.kept[record] != nil
        else { return slot }
        guard let object = objects[record] else { return nil }
        guard failedRecord(of: object) != nil else { return RestorationSlot(object, key: slot.key) }
        return keepsUnavailable ? slot : nil
    }
}

/// An object that holds what it contains by itself, such as a plugin's.
package protocol AwaitedChildHolding: AnyObject {
    /// Holds an object that has come in place of what stood for it, if it held that.
    func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject)
}
