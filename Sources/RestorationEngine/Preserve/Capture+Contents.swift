import RestorationCore

/// Meeting what containers, presenters and owners of elements hold, which the session itself
/// encodes.
extension Capture {
    /// Gives numbers to everything that the object holds.
    func meetContents(of object: any Restorable, _ traits: ClassTraits) -> RecordContents {
        var contents = RecordContents()
        let node = writer.node(ofRecord: encoding)
        if traits.contains(.container), let container = object as? any RestorableContainer {
            meetChildren(of: container, at: node, &contents)
        }
        if traits.contains(.presenter), let presenter = object as? any RestorablePresenter {
            contents.presented = meetPresented(by: presenter, at: node) ?? ArchiveRecord.none
        }
        meetElements(of: object)
        return contents
    }

    /// Gives an object its number; one that names no parent is below whoever holds it.
    private func meet(
        _ object: any Restorable,
        under node: UInt32,
        _ discriminator: Discriminator = .none,
        isElement: Bool = false
    ) -> UInt32? {
        if let kept = object as? UnavailableObject { return knownNumber(of: kept) }
        if let known = sections.number(of: object) {
            // What refers to it may have been met before its owner.
            if isElement { writer.update(Int(known)) { $0.flags.insert(.isElement) } }
            return known
        }
        let registered = registry.position(of: object)
        let hasParent = paths.parent(of: object, registered) != nil || paths.isRoot(object)
        guard !hasParent || isElement else { return number(of: object) }
        var place = paths.place(object, registered, under: node, discriminator: discriminator)
        place.isElement = isElement && place.isTagged
        return number(of: object, at: place)
    }

    // MARK: Children

    private func meetChildren(
        of container: any RestorableContainer,
        at node: UInt32,
        _ contents: inout RecordContents
    ) {
        guard let list = paths.graph.slots(of: container) else { return }
        var numbers: [UInt32] = []
        var seen: Set<UInt32> = []
        for slot in list.slots {
            // What has no identifier is neither saved nor in the way (CONT-4).
            guard registry.name(of: slot.child) != nil else {
                untagged.append((slot.child, .held))
                continue
            }
            let discriminator = list.discriminator(of: slot.child)
            guard let number = meet(slot.child, under: node, discriminator),
                number != ArchiveRecord.none, seen.insert(number).inserted
            else { continue }
            numbers.append(number)
            contents.keys.append(slot.key)
        }
        contents.children = numbers
        contents.selected =
            retainedSelection(of: container, among: seen)
            ?? container.restorationSelection
            // What stands for an object may have been met as that.
            .flatMap { $0 is UnavailableObject ? knownNumber(of: $0) : sections.number(of: $0) }
            .flatMap { seen.contains($0) ? $0 : nil }
    }

    /// The child that was selected and could not be restored, unless another has been since.
    private func retainedSelection(
        of container: any RestorableContainer,
        among children: Set<UInt32>
    ) -> UInt32? {
        guard let part = retained.parts(of: container).last(where: { $0.role == .selected })
        else { return nil }
        if part.isOverridden {
            retained.noteDeselected(part.kept, in: container)
            return nil
        }
        return knownNumber(of: part.child).flatMap { children.contains($0) ? $0 : nil }
    }

    // MARK: What is presented

    private func meetPresented(
        by presenter: any RestorablePresenter,
        at node: UInt32
    ) -> UInt32? {
        guard let presented = presenter.restorationPresented else {
            return retained.parts(of: presenter).first { $0.role == .presented }
                .flatMap { knownNumber(of: $0.kept) }
        }
        guard registry.name(of: presented) != nil else {
            untagged.append((presented, .held))
            return nil
        }
        return meet(presented, under: node)
    }

    // MARK: Elements

    /// Gives numbers to the elements of an object, if it has any: they have records of their own.
    func meetElements(of object: any Restorable) {
        guard traits.traits(of: object).contains(.elementOwner),
            let owner = object as? any RestorableElementOwner
        else { return }
        let notLoaded = retained.elements(of: owner)
        guard let elements = owner.restorationElements else {
            for element in notLoaded { _ = knownNumber(of: element.kept) }
            return
        }
        let mayCome = owner.awaitsElements
        var waiting: [String: UnavailableObject] = [:]
        for kept in notLoaded.map(\.kept) + retained.replacedElements(of: owner) {
            waiting[kept.identifier.rawValue] = kept
        }
        var names: Set<String> = []
        let node = writer.node(ofRecord: encoding)
        for element in elements {
            guard !element.isSecret, let name = registry.name(of: element) else { continue }
            guard isNearest(owner, to: element) else {
                facts?.strays.append(element)
                continue
            }
            _ = meet(element, under: node, isElement: true)
            guard let kept = waiting[name] else { continue }
            names.insert(name)
            if mayCome {
                retained.noteOvertaken(kept, by: element)
            } else {
                // Loaded, and nobody has said yet that it may have its state.
                retained.hold(kept, for: element)
            }
        }
        for element in notLoaded where !names.contains(element.kept.identifier.rawValue) {
            if mayCome {
                _ = knownNumber(of: element.kept)
            } else if !element.isMissingElement {
                issues.append(.elementNotLoaded(element.kept.path))
            }
        }
    }

    /// Whether no other owner lies between (VIEW-3).
    private func isNearest(_ owner: any RestorableElementOwner, to element: any Restorable) -> Bool
    {
        var next = element.restorationParent
        var steps = 0
        while let object = next, object !== owner {
            steps += 1
            // Deeper than any interface: a circle perhaps, which is reported elsewhere.
            if traits.traits(of: object).contains(.elementOwner) || steps > 10_000 { return false }
            next = object.restorationParent
        }
        return true
    }
}
