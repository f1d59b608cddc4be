import RestorationCore

/// What the session itself encodes of containers, presenters, owners of elements and groups.
extension Preservation {
    /// What goes into an object's record beside what it encodes itself.
    struct Contents {
        var children: [UInt32]?
        var keys: [String?] = []
        var selected: UInt32?
        var presented: UInt32?
        var group: String?

        func write(to coder: RestorationCoder) {
            if let children {
                coder.encode(records: children, forReservedKey: ReservedKey.children)
            }
            if keys.contains(where: { $0 != nil }), coder.begin(reserved: ReservedKey.slots) {
                keys.encode(into: coder)
            }
            if let selected { coder.encode(record: selected, forReservedKey: ReservedKey.selected) }
            if let presented {
                coder.encode(record: presented, forReservedKey: ReservedKey.presented)
            }
            if let group, coder.begin(reserved: ReservedKey.group) { group.encode(into: coder) }
        }
    }

    /// Gives numbers to everything that the object holds.
    func meetContents(of object: any Restorable, _ traits: ClassTraits) -> Contents {
        var contents = Contents()
        let node = writer.node(ofRecord: encoding)
        if traits.contains(.container), let container = object as? any RestorableContainer {
            meetChildren(of: container, at: node, &contents)
        }
        if traits.contains(.presenter), let presenter = object as? any RestorablePresenter {
            meetPresented(by: presenter, at: node, &contents)
        }
        meetElements(of: object)
        if traits.contains(.transactional) {
            contents.group = (object as? any TransactionalRestorable)?.restorationGroup
        }
        return contents
    }

    func isSecret(_ object: any Restorable) -> Bool {
        (object as? any RestorableElement)?.isSecret == true
    }

    /// What an object is called by the registry or by itself; `nil` if it has no identifier.
    func name(of object: any Restorable) -> String? {
        if let position = registry.position(of: object) {
            return registry.identity(at: position).identifier.rawValue
        }
        if let kept = object as? UnavailableObject { return kept.identifier.rawValue }
        return object.restorationIdentifier.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Children

    private func meetChildren(
        of container: any RestorableContainer,
        at node: UInt32,
        _ contents: inout Contents
    ) {
        let list = slotList(of: container)
        var numbers: [UInt32] = []
        var seen: Set<UInt32> = []
        for slot in list.slots {
            // What has no identifier is neither saved nor in the way (CONT-4).
            guard name(of: slot.child) != nil else {
                hiding.append(slot.child)
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
            selection(of: container, among: seen)
            ?? container.restorationSelection
            .flatMap { writer.sections.number(of: $0) }
            .flatMap { seen.contains($0) ? $0 : nil }
    }

    /// The child that was selected and could not be restored, unless another has been since.
    private func selection(
        of container: any RestorableContainer,
        among children: Set<UInt32>
    ) -> UInt32? {
        guard !absent.isEmpty,
            let part = absent[ObjectIdentifier(container)]?.last(where: { $0.role == .selected })
        else { return nil }
        if part.isOverridden {
            changes.deselected.append(CaptureChanges.Pair(kept: part.kept, object: container))
            return nil
        }
        let number = number(ofRetained: RetainedReference(part.child))
        return children.contains(number) ? number : nil
    }

    /// Gives an object its number; one that names no parent is below whoever holds it.
    private func meet(
        _ object: any Restorable,
        under node: UInt32,
        _ discriminator: Discriminator = .none,
        isElement: Bool = false
    ) -> UInt32? {
        if let kept = object as? UnavailableObject {
            return number(ofRetained: RetainedReference(kept))
        }
        if let known = writer.sections.number(of: object) {
            // What refers to it may have been met before its owner.
            if isElement { writer.update(Int(known)) { $0.flags.insert(.isElement) } }
            return known
        }
        let registered = registry.position(of: object)
        let hasParent =
            parent(of: object, registered) != nil || scopes[ObjectIdentifier(object)] != nil
        guard !hasParent || isElement else { return number(of: object) }
        var place = place(object, registered, under: node, discriminator: discriminator)
        place.isElement = isElement && place.isTagged
        return number(of: object, at: place)
    }

    /// The children of a container, those among them that could not be restored, and what tells
    /// them apart.
    func slotList(of container: any RestorableContainer) -> SlotList {
        let key = ObjectIdentifier(container)
        if let known = slotLists[key] { return known }
        let list = SlotList(of: container, absent: absent.isEmpty ? [] : absent[key] ?? []) {
            [self] in name(of: $0)
        }
        slotLists[key] = list
        return list
    }

    /// Where `object` is below its parent. Siblings mostly follow each other.
    func placeBelow(
        _ parent: any Restorable,
        of object: any Restorable
    ) -> (above: [RestorationPath.Component], discriminator: Discriminator) {
        let address = ObjectIdentifier(parent)
        if lastParent?.address != address {
            let container =
                traits.traits(of: parent).contains(.container)
                ? parent as? any RestorableContainer : nil
            lastParent = (address, container.map { slotList(of: $0) })
        }
        return registry.place(of: object, in: parent, lastParent?.slots)
    }

    // MARK: What is presented

    private func meetPresented(
        by presenter: any RestorablePresenter,
        at node: UInt32,
        _ contents: inout Contents
    ) {
        guard let presented = presenter.restorationPresented else {
            let part = absent[ObjectIdentifier(presenter)]?.first { $0.role == .presented }
            contents.presented =
                part.map { number(ofRetained: RetainedReference($0.kept)) } ?? ArchiveRecord.none
            return
        }
        if name(of: presented) == nil { hiding.append(presented) }
        contents.presented =
            (name(of: presented) == nil ? nil : meet(presented, under: node))
            ?? ArchiveRecord.none
    }

    // MARK: Elements

    /// The elements of an object that is written as it was before: they have records of their own.
    func meetElements(of object: any Restorable) {
        guard traits.traits(of: object).contains(.elementOwner),
            let owner = object as? any RestorableElementOwner
        else { return }
        meetElements(of: owner, at: writer.node(ofRecord: encoding))
    }

    private func meetElements(of owner: any RestorableElementOwner, at node: UInt32) {
        let notLoaded =
            elementsNotLoaded.isEmpty ? [] : elementsNotLoaded[ObjectIdentifier(owner)] ?? []
        let awaited = notLoaded.map(\.kept)
        guard let elements = owner.restorationElements else {
            for kept in awaited { _ = number(ofRetained: RetainedReference(kept)) }
            return
        }
        let mayCome = owner.awaitsElements
        var waiting: [String: UnavailableObject] = [:]
        let replaced = gone.isEmpty ? [] : gone[ObjectIdentifier(owner)] ?? []
        for kept in awaited + replaced { waiting[kept.identifier.rawValue] = kept }
        var names: Set<String> = []
        for element in elements {
            guard !element.isSecret, let name = name(of: element) else { continue }
            guard isNearest(owner, to: element) else {
                strayElements.append(element)
                continue
            }
            _ = meet(element, under: node, isElement: true)
            guard let kept = waiting[name] else { continue }
            names.insert(name)
            if mayCome {
                // It has come by itself, and what the person did to it counts.
                changes.outrun.append(CaptureChanges.Pair(kept: kept, object: element))
                outrunNow[ObjectIdentifier(kept)] = element
            } else {
                // Loaded, and nobody has said yet that it may have its state.
                holdBack(element, awaiting: kept)
            }
        }
        for element in notLoaded where !names.contains(element.kept.identifier.rawValue) {
            let kept = element.kept
            if mayCome {
                _ = number(ofRetained: RetainedReference(kept))
            } else if !element.isMissingElement {
                report.issues.append(.elementNotLoaded(kept.path))
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
