import RestorationCore

/// Brings back how objects are arranged: who contains and presents whom.
final class Attaching: RestorePass {
    let keeper: RecordKeeper
    let lookup: Lookup
    let decoding: Decoding
    /// Selections that are not there, with the container and its record.
    private var missingSelections: [(UnavailableObject, any RestorableContainer, Int)] = []
    /// Records of containers and presenters that were kept out of taking back what they held.
    private var unattached: Set<Int> = []

    init(_ keeper: RecordKeeper, _ lookup: Lookup, _ decoding: Decoding) {
        self.keeper = keeper
        self.lookup = lookup
        self.decoding = decoding
    }

    /// What the object of a record is to hold and present; `nil` for one of another type than the
    /// saved one.
    func contents(of number: Int) -> SavedContents? {
        guard !lookup.ofOtherType.contains(number) else { return nil }
        // A damaged record is reported when it is to be decoded.
        return try? SavedContents(from: keeper.coder(for: number))
    }

    func isThere(_ child: (any Restorable)?, _ held: HeldChildren) -> Bool {
        given(child, besides: held) != nil
    }

    /// What a container is given for a child: nothing where the child is not there, or where a
    /// class made it and it failed to decode.
    ///
    /// - Parameter held: What the container holds now.
    func given(
        _ child: (any Restorable)?,
        besides held: HeldChildren
    ) -> (any Restorable)? {
        guard let child, !(child is UnavailableObject) else { return nil }
        let isFailed = decoding.failedRecord(of: child) != nil
        return isFailed && !held.members.contains(ObjectIdentifier(child)) ? nil : child
    }

    /// The record that is retained for what is not there, if one is.
    func kept(for child: any Restorable) -> UnavailableObject? {
        if let kept = child as? UnavailableObject { return kept }
        guard let record = decoding.failedRecord(of: child), table.outcome(of: record) == .retained
        else {
            return nil
        }
        return keeper.kept[record]
    }

    /// Where nothing is kept, what no container takes is gone.
    private func giveUp(_ child: any Restorable) {
        guard let record = decoding.failedRecord(of: child), case .created(let why) = table[record]
        else {
            return
        }
        keeper.end(record, .missing, why.diagnosis)
    }

    /// Lets containers and presenters take back what they held, the outermost first. Children have
    /// decoded by now, so that one that failed to is not put into the tree.
    func attach() {
        attachArrived()
        for (number, traits) in lookup.special
        where !traits.isDisjoint(with: [.container, .presenter]) {
            guard let object = objects[number], !(object is UnavailableObject) else { continue }
            if lookup.ofOtherType.contains(number) {
                keeper.kept[number]?.contents = .foreign
                unattached.insert(number)
            }
            guard let contents = contents(of: number) else { continue }
            var isTold = false
            keeper.tell(.attach, number) {
                isTold = true
                attach(contents, to: object, number, traits)
            }
            keeper.kept[number]?.contents = isTold ? .current : .added
            if !isTold { unattached.insert(number) }
        }
    }

    /// Keeps what containers and presenters held that were kept out of taking it back.
    func keepUnattached() {
        for number in unattached {
            guard let retained = table[number].retained, retained.wasForAnObject,
                let object = objects[number]
            else { continue }
            table.absent.append(contentsOf: retained.kept.parts(of: object))
        }
    }

    private func attach(
        _ contents: SavedContents,
        to object: any Restorable,
        _ number: Int,
        _ traits: ClassTraits
    ) {
        if traits.contains(.container), let container = object as? any RestorableContainer,
            contents.children != nil
        {
            attach(contents, to: container, number)
        }
        if traits.contains(.presenter), let presenter = object as? any RestorablePresenter,
            let presented = contents.presented
        {
            present(presented, by: presenter, number)
        }
    }

    private func attach(
        _ contents: SavedContents,
        to container: any RestorableContainer,
        _ number: Int
    ) {
        let current = container.restorationSlots
        let held = HeldChildren(of: container)
        let restored = restoredSlots(contents, container, held)
        defer { noteWaiting(container, number, contents) }
        let merged = container.restorationArrangement.merge(current, with: restored) {
            lookup.registry.identifier(of: $0) != nil
        }
        let selection = given(contents.selected, besides: held).flatMap { selected in
            merged.contains { $0.child === selected } ? selected : nil
        }
        if selection == nil { noteSelection(contents, container, number) }
        let isSelected = selection == nil || selection === container.restorationSelection
        if isSelected, isSame(current, merged) { return }
        container.attachRestored(merged, selecting: selection)
    }

    /// What a container is given of what it held, in the saved order; of a stack, up to the first
    /// gap. What is not there is absent from then on.
    ///
    /// - Parameters:
    ///   - stays: Whether what is above a gap is there all the same.
    ///   - isNews: Whether it was not known before that something is not there.
    func restoredSlots(
        _ contents: SavedContents,
        _ container: any RestorableContainer,
        _ held: HeldChildren,
        stays: (any Restorable) -> Bool = { _ in false },
        isNews: (UnavailableObject) -> Bool = { _ in true }
    ) -> [RestorationSlot] {
        var restored: [RestorationSlot] = []
        var hasGap = false
        var base: (any Restorable)?
        for (position, (child, key)) in (contents.children ?? []).enumerated() {
            if let given = given(child, besides: held) {
                if !hasGap || stays(given) { restored.append(RestorationSlot(given, key: key)) }
                if !hasGap { base = given }
                continue
            }
            if container.restorationArrangement == .stack { hasGap = true }
            guard let child else { continue }
            guard let kept = kept(for: child) else {
                giveUp(child)
                continue
            }
            guard isNews(kept) else { continue }
            let role = AbsentPart.Role.child(position: position, key: key)
            table.absent.append(
                AbsentPart(kept, of: container, as: role, above: hasGap ? named(base) : nil)
            )
        }
        return restored
    }

    /// A member of a stack, with its name.
    private func named(
        _ base: (any Restorable)?
    ) -> (object: any Restorable, name: RestorationIdentifier)? {
        guard let base else { return nil }
        return lookup.registry.identifier(of: base).map { (base, $0) }
    }

    private func present(
        _ object: any Restorable,
        by presenter: any RestorablePresenter,
        _ number: Int
    ) {
        if presenter.restorationPresented === object { return }
        if let kept = kept(for: object) {
            let part = AbsentPart(kept, of: presenter, number, as: .presented)
            table.absent.append(part)
        } else if decoding.failedRecord(of: object) == nil {
            presenter.presentRestored(object)
        } else {
            giveUp(object)
        }
    }

    // MARK: Selections

    /// Remembers which child was selected, where that is not there to be.
    func noteSelection(
        _ contents: SavedContents,
        _ container: any RestorableContainer,
        _ number: Int
    ) {
        guard let kept = contents.selected.flatMap({ kept(for: $0) }) else { return }
        missingSelections.append((kept, container, number))
    }

    /// Keeps the selections that are not there, beside what is selected when the restore is
    /// complete: a container may choose for itself until then.
    func keepMissingSelections() {
        for (kept, container, number) in missingSelections {
            keeper.tell(.attach, number) {
                table.absent.append(AbsentPart(kept, of: container, as: .selected))
            }
        }
        missingSelections = []
    }
}
