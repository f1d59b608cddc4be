import RestorationCore

/// Meets the contents of containers, presenters and element owners, which the session itself
/// writes.
extension Capture {
    /// Numbers all objects in the contents.
    func meetContents(
        of object: any Restorable,
        _ row: Int,
        _ traits: ClassTraits
    ) -> RecordContents {
        var contents = RecordContents()
        if traits.contains(.container), let container = object as? any RestorableContainer {
            meetChildren(of: container, row, &contents)
        } else if let debt = set.details(row)?.debt, !debt.children.isEmpty {
            // The object is no longer a container.
            contents.children = debt.children.compactMap { child in
                meet(row: child.row).map { RecordContents.Child($0, key: child.key) }
            }
            contents.selected = debt.selected.flatMap { meet(row: $0) }
        }
        let presenter = traits.contains(.presenter) ? object as? any RestorablePresenter : nil
        meetPresented(by: presenter, row, &contents)
        if traits.contains(.elementOwner), let owner = object as? any RestorableElementOwner {
            meetElements(of: owner, row, &contents)
        }
        return contents
    }

    // MARK: Children

    /// A container's live and owed children, in order. Computed once.
    func slots(of container: any RestorableContainer) -> ContainerSlots {
        if let known = knownSlots[ObjectIdentifier(container)] { return known }
        let slots = set.slots(of: container)
        knownSlots[ObjectIdentifier(container)] = slots
        return slots
    }

    private func meetChildren(
        of container: any RestorableContainer,
        _ row: Int,
        _ contents: inout RecordContents
    ) {
        let holder = UInt32(encoding)
        let slots = slots(of: container)
        let debt = set.details(row)?.debt?.children.filter(\.isOwed) ?? []
        let owed = Dictionary(debt.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        var children: [RecordContents.Child] = []
        var all: [Debt.Child] = []
        var seen: Set<UInt32> = []
        for child in slots.children {
            let number: UInt32?
            if let object = child.object {
                // Children without an identifier are not saved, and do not disturb others (CONT-4).
                guard child.name != nil else {
                    audit?.untagged.append(object)
                    continue
                }
                number = meet(object, in: holder, told: child.told)
            } else {
                number = meet(row: child.row)
                if slots.countsPositions, child.key == nil, set.object(child.row) == nil {
                    var place = set.rows[child.row].place
                    place.mark = child.told.mark
                    set.setPlace(place, of: child.row)
                }
            }
            let met = number.map { members[Int($0)].row } ?? child.row
            if !owed.isEmpty, met >= 0 {
                all.append(owed[child.row] ?? .init(row: met, key: child.key))
            }
            guard let number, seen.insert(number).inserted else { continue }
            children.append(.init(number, key: child.key))
        }
        contents.children = children
        contents.selected = selection(of: container, row, among: seen)
            .flatMap { seen.contains($0) ? $0 : nil }
        guard !owed.isEmpty else { return }
        changes.children.append((row, all))
        if container.restorationArrangement == .stack {
            changes.cut.formUnion(Set(owed.keys).subtracting(all.map(\.row)))
        }
    }

    /// The selected child, or the owed selection if the container has not selected another
    /// since.
    private func selection(
        of container: any RestorableContainer,
        _ row: Int,
        among children: Set<UInt32>
    ) -> UInt32? {
        let present = container.restorationSelection
        if let debt = set.details(row)?.debt, let selected = debt.selected {
            if present == nil || present === debt.leftSelection {
                // A selection that ended with the stack member below it is not met.
                let record = set.rows[selected]
                if record.capture == set.captureNumber, children.contains(record.imageNumber) {
                    return record.imageNumber
                }
            } else {
                changes.deselected.append(row)
            }
        }
        return present.flatMap { selected in
            sections.number(of: selected)
                ?? selected.asStandIn?.row(in: set).flatMap { meet(row: $0) }
        }
    }

    // MARK: Presented objects

    /// - Parameter presenter: The object; `nil` if it is no presenter.
    private func meetPresented(
        by presenter: (any RestorablePresenter)?,
        _ row: Int,
        _ contents: inout RecordContents
    ) {
        guard let presented = presenter?.restorationPresented else {
            contents.presented = set.details(row)?.debt?.presented.flatMap { meet(row: $0) }
            return
        }
        guard set.name(of: presented) != nil else {
            audit?.untagged.append(presented)
            return
        }
        contents.presented = meet(presented, in: UInt32(encoding))
        if let owed = set.details(row)?.debt?.presented, owed == set.row(of: presented) {
            changes.presented.append(row)
        }
    }

    // MARK: Elements

    /// Numbers an object's elements, which have records of their own, and then the records of those
    /// that it has not loaded, or has unloaded again.
    private func meetElements(
        of owner: any RestorableElementOwner,
        _ row: Int,
        _ contents: inout RecordContents
    ) {
        let holder = UInt32(encoding)
        let elements = owner.restorationElements
        set.releaseReplaced(by: elements ?? [], below: row)
        for element in elements ?? [] where set.name(of: element) != nil {
            guard isNearest(owner, to: element) else {
                audit?.strays.append(element)
                continue
            }
            guard let number = meet(element, in: holder) else { continue }
            set.rows[members[Int(number)].row].flags.insert(.isElement)
            contents.elements.append(number)
        }
        members[encoding].hasAllElements = elements != nil && !owner.awaitsElements
        if elements != nil, set.retained.isEmpty { return }
        let listed = Set(contents.elements)
        for element in knownElements[row] ?? []
        where elements == nil || isUnloaded(element) && !isLackedByOwner(element) {
            if let number = meet(row: element), !listed.contains(number) {
                contents.elements.append(number)
            }
        }
    }

    private func isUnloaded(_ row: Int) -> Bool {
        set.rows[row].fate == .retained && !set.isLive(row)
    }

    /// Whether no other owner is between (VIEW-3).
    private func isNearest(_ owner: any RestorableElementOwner, to element: any Restorable) -> Bool
    {
        var above = element.restorationParent
        // Parents may form a cycle, which is reported elsewhere.
        for _ in 0..<10_000 {
            guard let object = above, object !== owner else { break }
            if set.kinds.traits(of: object).contains(.elementOwner) { return false }
            above = object.restorationParent
        }
        return true
    }
}
