package import RestorationCore

/// Meeting objects: giving each that has a path of its own a number and a record.
extension Capture: ReferenceNumbering {
    /// The number of an object, whether or not it was met before.
    func knownNumber(of object: any Restorable) -> UInt32? {
        sections.number(of: object) ?? number(of: object)
    }

    package func number(of object: any Restorable) -> UInt32? {
        if type(of: object) == UnavailableObject.self {
            let kept = object as! UnavailableObject
            if let arrived = retained.arrived(for: kept) { return knownNumber(of: arrived) }
            // Its object has come, and ended since.
            if retained.isSpent(kept) { return nil }
            // Another live object may be at its path by now.
            let node = paths.node(of: kept)
            let owner = writer.owner(of: node)
            if owner != ArchiveRecord.none { return owner }
            // Whatever holds it by now.
            return number(of: kept, at: Place(node: node, isTagged: true))
        }
        return number(of: object, at: paths.place(of: object))
    }

    func number(of object: any Restorable, at place: Place) -> UInt32? {
        if let position = place.registered, let earlier = paths.registered(before: position) {
            leaveOut(object, place)
            paths.noteDuplicate(object, at: place.node, saved: earlier)
            return nil
        }
        let isRetained = type(of: object) == UnavailableObject.self
        if hasNotLookedUp, place.isTagged, !isRetained { bindNotLookedUp(object, at: place.node) }
        if place.isTagged { paths.claimForProgram(place, of: object) }
        let isAnothers =
            !isRetained && place.isTagged
            && (paths.isMovedToRetained(object, place) || paths.isClaimed(place, besides: object))
        if isAnothers, let free = paths.freePlace(beside: place, for: object) {
            return append(object, at: free)
        }
        let owner = place.isTagged ? writer.owner(of: place.node) : ArchiveRecord.none
        if owner != ArchiveRecord.none, let kept = retained.record(for: object),
            isOwn(owner, kept)
        {
            // Has its turn as the object that it is kept for, with what that holds.
            if isStandIn(owner) { return takeOver(owner, object, place) }
            give(owner, to: object, at: place)
            return owner
        }
        if owner != ArchiveRecord.none, isStandIn(owner), !isRetained {
            return takeOver(owner, object, place)
        }
        guard place.isTagged, owner == ArchiveRecord.none else {
            if !isRetained, let free = paths.freePlace(beside: place, for: object) {
                return append(object, at: free)
            }
            leaveOut(object, place)
            // What is retained has a report of its own.
            if isRetained { return nil }
            if place.isTagged {
                paths.noteDuplicate(
                    object,
                    at: place.node,
                    saved: writer.object(ofRecord: Int(owner))
                )
            } else {
                untagged.append((object, .reference(from: encoding)))
            }
            return nil
        }
        return append(object, at: place)
    }

    private func append(_ object: any Restorable, at place: Place) -> UInt32 {
        let number = writer.append(makeRecord(object, place), for: object)
        give(number, to: object, at: place)
        if let kept = object as? UnavailableObject, paths.turn.isOfObject,
            let holder = paths.turnObject, type(of: holder) != UnavailableObject.self
        {
            retained.noteShown(kept, by: holder)
        }
        return number
    }

    private func leaveOut(_ object: any Restorable, _ place: Place) {
        paths.setAside(object, place)
        if let facts, registry.name(of: object) != nil { facts.leftOut.append(object) }
    }

    private func give(_ number: UInt32, to object: any Restorable, at place: Place) {
        sections.setNumber(number, of: object)
        if let facts, let position = place.registered, registry.isHeld(at: position) {
            facts.knownCount += 1
        }
    }

    /// Keeps the record at a path for the live object that was not looked for there.
    private func bindNotLookedUp(_ object: any Restorable, at node: UInt32) {
        guard let kept = notLookedUp.removeValue(forKey: node) else { return }
        retained.bind(kept, to: object)
        paths.graph.forgetSlots(of: object)
    }

    /// Whether a record is that of a kept one, or of the live object that it is kept for.
    func isOwn(_ number: UInt32, _ kept: UnavailableObject) -> Bool {
        guard let object = writer.object(ofRecord: Int(number)) else { return false }
        return object === kept || retained.record(for: object) === kept
    }

    /// Whether a record is that of a retained one that has not been written back yet.
    private func isStandIn(_ number: UInt32) -> Bool {
        guard Int(number) > encoding, let owner = writer.object(ofRecord: Int(number)) else {
            return false
        }
        return type(of: owner) == UnavailableObject.self
    }

    /// A live object takes the place of the retained record at its path.
    private func takeOver(_ number: UInt32, _ object: any Restorable, _ place: Place) -> UInt32 {
        writer.replace(number, with: makeRecord(object, place), for: object)
        give(number, to: object, at: place)
        return number
    }

    private func makeRecord(_ object: any Restorable, _ place: Place) -> ArchiveRecord {
        var record = ArchiveRecord()
        record.path = place.node
        if place.isElement { record.flags.insert(.isElement) }
        let identity = place.registered.map { registry.identity(at: $0) }
        if identity?.isRegistered == true { record.flags.insert(.isRegistered) }
        if registry.isUnsaved(object) || registry.hasFormerPlace(object) {
            paths.noteFirstSave(of: object)
        }
        if let facts, let identity, identity.followsHolder,
            let own = registry.ignoredName(of: object, knownAs: identity.identifier)
        {
            facts.misnamed.append((object, own))
        }
        if let numbers = classes.numbers(of: object, identity) {
            record.className = numbers.name
            record.plugin = numbers.plugin
            record.schemaVersion = numbers.schemaVersion
        }
        if record.plugin == ArchiveRecord.none {
            if traits.traits(of: object).contains(.pluginHeld),
                let held = object as? any PluginHeld
            {
                record.typeName = writer.stringNumber(held.kindName)
                record.plugin = writer.stringNumber(held.holdingPlugin)
            } else {
                record.typeName = writer.typeNumber(type(of: object), TypeName.of)
            }
        }
        return record
    }
}
