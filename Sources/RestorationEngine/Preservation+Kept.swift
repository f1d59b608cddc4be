import RestorationCore

/// What a restore could not bring back: kept for objects that are there, or for themselves.
extension Preservation {
    // MARK: Taking it over

    /// Sorts the leftovers by the objects they belong to. Returns the records without a live
    /// object.
    func takeLeftovers() -> [UnavailableObject] {
        var unavailable = Array(leftovers.unavailable)
        for held in leftovers.heldBack {
            if let object = held.object {
                holdBack(object, keeping: held.kept)
                if held.isDeferredState { awaiting.insert(ObjectIdentifier(object)) }
                keptAlive.append(object)
            } else {
                unavailable.append(held.kept)
                if held.isDeferredState { awaiting.insert(ObjectIdentifier(held.kept)) }
                held.owner.map { gone[ObjectIdentifier($0), default: []].append(held.kept) }
            }
        }
        for reference in leftovers.passedOver {
            guard let holder = reference.holder else { continue }
            passedOver[ObjectIdentifier(holder), default: []].append(reference)
            keptAlive.append(holder)
        }
        for fields in leftovers.carried {
            guard let holder = fields.holder else { continue }
            carried[ObjectIdentifier(holder)] = fields
            keptAlive.append(holder)
        }
        for kept in leftovers.withoutOwner {
            notLoaded.insert(ObjectIdentifier(kept))
            unavailable.append(kept)
        }
        for part in leftovers.absent {
            guard let holder = part.holder, !part.isOver else { continue }
            absent[ObjectIdentifier(holder), default: []].append(part)
            keptAlive.append(holder)
        }
        for element in leftovers.elementsNotLoaded {
            guard let owner = element.owner else { continue }
            elementsNotLoaded[ObjectIdentifier(owner), default: []].append(element)
            keptAlive.append(owner)
        }
        return unavailable
    }

    /// Keeps the record at a path for the live object that was not looked for there.
    func holdUnsought(_ object: any Restorable, at node: UInt32) {
        guard hasUnsought, let kept = unsought.removeValue(forKey: node) else { return }
        metNow.insert(ObjectIdentifier(kept))
        holdBack(object, keeping: kept)
        changes.met.append(CaptureChanges.Pair(kept: kept, object: object))
        let parts = kept.parts(of: object)
        guard !parts.isEmpty else { return }
        absent[ObjectIdentifier(object), default: []] += parts
        slotLists[ObjectIdentifier(object)] = nil
        lastParent = nil
    }

    /// What of an object's own a record that is kept for it is written with.
    func contents(of kept: UnavailableObject) -> KeptContents {
        metNow.contains(ObjectIdentifier(kept)) ? .added : kept.contents
    }

    /// The object that has come in place of a kept one.
    func arrived(_ kept: UnavailableObject) -> (any Restorable)? {
        kept.arrived ?? (outrunNow.isEmpty ? nil : outrunNow[ObjectIdentifier(kept)])
    }

    /// Whether it stands for nothing any more.
    func isSpent(_ kept: UnavailableObject) -> Bool { kept.isSpent || arrived(kept) != nil }

    /// Whether it waited for an element of an owner that has ended since.
    func wasNotLoaded(_ kept: UnavailableObject) -> Bool {
        kept.wasNotLoaded || notLoaded.contains(ObjectIdentifier(kept))
    }

    /// Keeps state for an object that cannot take it yet, or has not been told to.
    func holdBack(_ object: any Restorable, keeping kept: UnavailableObject) {
        heldBack[ObjectIdentifier(object)] = kept
        hasHeldBack = true
    }

    /// The record that is kept for an object that is there.
    func recordHeldBack(for object: any Restorable) -> UnavailableObject? {
        hasHeldBack ? heldBack[ObjectIdentifier(object)] : nil
    }

    /// Keeps state for an object that is there, and whose state is still to come.
    func holdBack(_ object: any Restorable, awaiting kept: UnavailableObject) {
        awaiting.insert(ObjectIdentifier(object))
        holdBack(object, keeping: kept)
    }

    /// Whether a record is that of a kept one, or of the live object that it is kept for.
    func isOwn(_ number: UInt32, _ kept: UnavailableObject) -> Bool {
        guard let object = writer.object(ofRecord: Int(number)) else { return false }
        return object === kept || recordHeldBack(for: object) === kept
    }

    // MARK: Writing it

    /// Writes the record that is kept for what is encoding, with what that holds and presents by
    /// now where it was given back what it held.
    func writeBack(_ kept: UnavailableObject, for object: any Restorable) {
        let traits = traits.traits(of: object)
        guard contents(of: kept) != .former, !traits.isDisjoint(with: [.container, .presenter])
        else {
            writeBack(kept, at: encoding)
            return meetElements(of: object)
        }
        var held = meetContents(of: object, traits)
        // What it was saved with, which it may know only when it has its state.
        held.group = nil
        writeBack(kept, at: encoding, held)
        guard contents(of: kept).areAddedTo else { return }
        // What there is no place for any more.
        for reference in kept.references { _ = number(ofRetained: reference) }
    }

    /// Writes a retained record as it was; only the numbers of its keys are this archive's.
    ///
    /// - Parameter contents: What is to stand in it now of what the session itself encodes.
    func writeBack(
        _ kept: UnavailableObject,
        at number: Int,
        _ contents: Contents? = nil
    ) {
        let section = contents.flatMap { copy(kept, with: $0) } ?? copy(kept)
        writer.place(section, inRecord: number)
        let className = writer.stringNumber(kept.className)
        let plugin = writer.stringNumber(kept.pluginIdentifier)
        let typeName = writer.stringNumber(kept.archive.string(kept.record.typeName))
        writer.update(number) {
            $0.className = className
            $0.plugin = plugin
            $0.typeName = typeName
            $0.schemaVersion = kept.record.schemaVersion
            $0.flags = kept.record.flags.union(.isRetained)
        }
    }

    func copy(_ kept: UnavailableObject) -> WrittenSection {
        // Meeting the objects first: they get numbers, but nothing is written until their turn.
        let references = kept.references.map { self.number(ofRetained: $0) }
        return sections.copySection(
            kept.section,
            references: references,
            keysOf: kept.archive
        )
    }

    /// What the object itself has encoded, with other contents; `nil` if the record is damaged.
    private func copy(_ kept: UnavailableObject, with contents: Contents) -> WrittenSection? {
        guard let reader = try? kept.archive.coder(for: kept.number, resolving: nil),
            let fields = try? reader.unaskedFields()
        else { return nil }
        let targets = Dictionary(
            zip(kept.archive.references(of: kept.number), kept.references),
            uniquingKeysWith: { first, _ in first }
        )
        let own = fields.map { field in
            (field, field.value.references.map { targets[$0] ?? RetainedReference(nil) })
        }
        var contents = contents
        complete(&contents, as: kept)
        return try? sections.writeSection { coder in
            for (field, references) in own {
                coder.encode(field, references: references.map { number(ofRetained: $0) })
            }
            contents.write(to: coder)
        }.get()
    }

    /// Adds what a kept record has and the object, as it is, says nothing of.
    private func complete(_ contents: inout Contents, as kept: UnavailableObject) {
        guard let held = try? HeldParts(of: kept) else { return }
        func number(_ object: (any Restorable)?) -> UInt32 {
            self.number(ofRetained: RetainedReference(object))
        }
        if contents.children == nil, let children = held.children {
            contents.children = children.map { number($0.object) }
            contents.keys = children.map(\.key)
            contents.selected = held.selected.map { number($0) }
        } else if self.contents(of: kept).areAddedTo,
            let selected = held.selected.map({ number($0) }),
            contents.children?.contains(selected) == true
        {
            contents.selected = selected
        }
        if contents.presented == nil { contents.presented = held.presented.map { number($0) } }
        if contents.group == nil { contents.group = held.group }
    }
}
