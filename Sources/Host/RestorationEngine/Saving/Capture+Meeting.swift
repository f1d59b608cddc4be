package import RestorationCore

/// Meets objects and retained records. Each gets a number, and later a turn.
extension Capture: ReferenceNumbering {
    // Called for objects that have no number yet.
    package func number(of object: any Restorable) -> UInt32? {
        guard let standIn = object.asStandIn else { return meetFirst(object) }
        let number = meet(standIn: standIn)
        if let number, set.parentOfRecord(members[Int(number)].row) == members[encoding].row {
            findings[Int(number), default: Findings()].isShownByParent = true
        }
        return number
    }

    /// The target of a copied reference.
    package func number(ofCopied reference: UInt32) -> UInt32 {
        copied?.source.row(of: reference).flatMap { meet(row: $0) } ?? ArchiveRecord.none
    }

    /// Numbers an object; `nil` if it is not preserved.
    ///
    /// - Parameters:
    ///   - holder: The record of its container, presenter or owner; none for a mere reference.
    ///   - told: The holder's discriminator for it.
    func meet(
        _ object: any Restorable,
        in holder: UInt32 = ArchiveRecord.none,
        told: Told = Told()
    ) -> UInt32? {
        if let standIn = object.asStandIn { return meet(standIn: standIn, in: holder) }
        if let known = sections.number(of: object) {
            noteHolder(holder, told, of: Int(known))
            return known
        }
        return meetFirst(object, in: holder, told: told)
    }

    private func meetFirst(
        _ object: any Restorable,
        in holder: UInt32 = ArchiveRecord.none,
        told: Told = Told()
    ) -> UInt32? {
        if !excluded.isEmpty, excluded.contains(ObjectIdentifier(object)) {
            return nil
        }
        let traits = set.kinds.traits(of: object)
        if isSecret(object, traits) { return nil }
        guard let row = findRow(of: object, in: holder, told) else { return nil }
        return append(row, object, traits, holder, told)
    }

    private func noteHolder(_ holder: UInt32, _ told: Told, of number: Int) {
        guard holder != ArchiveRecord.none, members[number].holder == ArchiveRecord.none else {
            return
        }
        members[number].holder = holder
        members[number].told = told
    }

    private func append(
        _ row: Int,
        _ object: (any Restorable)?,
        _ traits: ClassTraits = [],
        _ holder: UInt32 = ArchiveRecord.none,
        _ told: Told = Told()
    ) -> UInt32 {
        let number = writer.append(ArchiveRecord(), id: set.rows[row].id, for: object)
        members.append(
            Member(
                row: row,
                hasObject: object != nil,
                traits: traits,
                holder: holder,
                told: told
            )
        )
        if set.rows[row].capture != set.settledCapture { set.settledCapture = 0 }
        set.rows[row].capture = set.captureNumber
        set.rows[row].imageNumber = number
        return number
    }

    /// The row of an object with a name; `nil`, with an issue, for any other.
    private func findRow(of object: any Restorable, in holder: UInt32, _ told: Told) -> Int? {
        let known = set.row(ofLive: object)
        if let known, set.rows[known].flags.contains(.isNamed) {
            guard set.rows[known].flags.contains(.isRegistered) else { return known }
            let (parent, mark) = whereabouts(of: object, known, below: recordedParent(of: known))
            return isExcluded(object, known, settled(known, parent, mark)) ? nil : known
        }
        guard let text = object.restorationIdentifier, !text.isEmpty else {
            reportUntagged(object)
            return nil
        }
        var number = known.map { set.rows[$0].place.name } ?? NameTable.none
        if set.names[number]?.rawValue != text {
            guard let name = RestorationIdentifier(text) else { return refuseName(object, holder) }
            number = set.names.number(of: name)
            if let known {
                var place = set.rows[known].place
                place.name = number
                set.setPlace(place, of: known)
            }
        }
        let (parent, mark) = whereabouts(of: object, known, in: holder, told)
        let place = Place(parent: parent, mark: mark.mark, name: number)
        let row =
            findRetained(at: place, for: object, known) ?? known
            ?? set.addRow(of: object, at: place)
        return isExcluded(object, row, settled(row, parent, mark)) ? nil : row
    }

    /// The retained record that an object of the program takes because its parent was unknown until
    /// now, if there is one of its type at its place. That changes nothing durable.
    private func findRetained(
        at place: Place,
        for object: any Restorable,
        _ known: Int?
    ) -> Int? {
        if set.retained.isEmpty { return nil }
        if let known {
            if set.rows[known].place.parent >= 0 || !set.isNew(known)
                || place.parent > 0 && set.isBelow(place.parent, known)
            {
                return nil
            }
            set.setPlace(place, of: known)
        }
        // A record that a reference has already met takes no object in this capture.
        guard object.restorationClass == nil, let found = set.retainedRow(at: place, for: object),
            set.rows[found].capture != set.captureNumber, !set.isLive(found)
        else { return nil }
        let wasHeld = set.rows[found].flags.contains(.isHeldByParent)
        set.give(found, to: object)
        // Until the save is durable, the parent still holds the record.
        if wasHeld { set.rows[found].flags.insert(.isHeldByParent) }
        return found
    }

    private func refuseName(_ object: any Restorable, _ holder: UInt32) -> Int? {
        let above = holder == ArchiveRecord.none ? nil : set.path(of: members[Int(holder)].row)
        let parent = above ?? set.parent(of: object).flatMap { set.path(of: $0) }
        issues.append(.invalidIdentifier(type: TypeName.inMessages(object), under: parent))
        excluded.insert(ObjectIdentifier(object))
        audit?.leftOut.append(object)
        return nil
    }

    // MARK: Retained records

    private func meet(
        standIn: UnavailableObject,
        in holder: UInt32 = ArchiveRecord.none
    ) -> UInt32? {
        guard let row = standIn.row(in: set) else { return nil }
        if let object = standIn.arrived ?? set.object(row) { return meet(object, in: holder) }
        guard set.rows[row].fate == .retained else { return nil }
        return meet(row: row)
    }

    /// The number of a record with or without object; `nil` if it has ended.
    ///
    /// - Parameter isCarried: Whether only an unread value refers to it.
    func meet(row: Int, isCarried: Bool = false) -> UInt32? {
        if set.rows[row].capture == set.captureNumber { return set.rows[row].imageNumber }
        if let object = set.object(row) { return meet(object) }
        switch set.rows[row].fate {
        case .retained: return append(row, nil)
        case .ended: return nil
        case .bound:
            // Its object was deallocated, and a retained record still refers to it.
            guard row > 0, !isCarried, let values = earlierValues(of: row) else { return nil }
            changes.left[row] = values
            return append(row, nil)
        }
    }

    /// Meets the records without object that living parents hold.
    func meetHeld() {
        var waiting = set.retained.filter { row in
            !set.rows[row].flags.isDisjoint(with: [.isHeldByParent, .isRoot]) && !set.isLive(row)
        }.sorted()
        var hasMet = true
        while hasMet {
            hasMet = false
            for row in waiting where set.rows[row].capture != set.captureNumber && isHeld(row) {
                _ = meet(row: row)
                hasMet = true
            }
            waiting.removeAll { set.rows[$0].capture == set.captureNumber }
            encodeQueue()
        }
    }

    private func isHeld(_ row: Int) -> Bool {
        let flags = set.rows[row].flags
        if flags.contains(.isRoot), set.rows[row].place.parent < 0 { return true }
        guard flags.contains(.isHeldByParent) else { return false }
        guard let parent = set.parentOfRecord(row) else { return true }
        return set.rows[parent].capture == set.captureNumber && !isClosed(row)
    }

    /// Whether the record's place was closed. Its parent then no longer holds it.
    func isClosed(_ row: Int) -> Bool {
        changes.cut.contains(row) || isLackedByOwner(row)
            || set.details(row)?.isShownByParent == true && isShownByParent(row) == false
    }

    /// Whether a record without object is of an element that its owner does not have, and does not
    /// expect any more. One that is retained for another reason stays.
    func isLackedByOwner(_ row: Int) -> Bool {
        guard set.rows[row].flags.contains(.isElement),
            set.isNotLoaded(row) || !set.rows[row].flags.contains(.isHeldByParent),
            let owner = set.parentOfRecord(row),
            set.rows[owner].capture == set.captureNumber
        else { return false }
        return members[Int(set.rows[owner].imageNumber)].hasAllElements
            && set.details(owner)?.isOfOtherType != true
    }

    /// Whether the parent's object has encoded a reference to the record's stand-in; `nil` if the
    /// object did not encode, and for an element, which its owner holds in any case until it loads.
    func isShownByParent(_ row: Int) -> Bool? {
        guard !set.isNotLoaded(row), let parent = set.parentOfRecord(row),
            set.rows[parent].capture == set.captureNumber,
            members[Int(set.rows[parent].imageNumber)].isEncoded
        else { return nil }
        return set.rows[row].capture == set.captureNumber
            && findings[Int(set.rows[row].imageNumber)]?.isShownByParent == true
    }
}

extension RecordSet {
    /// The nearest record above that is not a bare place, if any.
    func parentOfRecord(_ row: Int) -> Int? {
        var parent = rows[row].place.parent
        while parent > 0 {
            let isBare = rows[parent].flags.contains(.isBare)
            if !isBare, rows[parent].place.name != NameTable.none { return parent }
            parent = rows[parent].place.parent
        }
        return nil
    }
}
