package import RestorationCore

/// Meeting objects: giving each that has a path of its own a number and a record.
extension Preservation: ReferenceNumbering {
    /// The number of an object, whether or not it was met before.
    func knownNumber(of object: any Restorable) -> UInt32? {
        sections.number(of: object) ?? number(of: object)
    }

    package func number(of object: any Restorable) -> UInt32? {
        if type(of: object) == UnavailableObject.self {
            let kept = object as! UnavailableObject
            if let arrived = arrived(kept) { return knownNumber(of: arrived) }
            // Its object has come, and ended since.
            if isSpent(kept) { return nil }
            // Another live object may be at its path by now.
            let owner = writer.owner(of: node(of: kept))
            if owner != ArchiveRecord.none { return owner }
        }
        return number(of: object, at: aside(object) ?? findPlace(of: object))
    }

    func number(of object: any Restorable, at place: Place) -> UInt32? {
        if let position = place.registered, let earlier = registered(before: position) {
            setAside(object, place)
            unsaved.append(object)
            reportDuplicate(object, place.node, saved: typeName(earlier))
            return nil
        }
        if place.isTagged, type(of: object) != UnavailableObject.self {
            holdUnsought(object, at: place.node)
        }
        let owner = place.isTagged ? writer.owner(of: place.node) : ArchiveRecord.none
        if owner != ArchiveRecord.none, let kept = recordHeldBack(for: object), isOwn(owner, kept) {
            // Has its turn as the object that it is kept for, with what that holds.
            if isStandIn(owner) { return takeOver(owner, object, place) }
            give(owner, to: object, at: place)
            return owner
        }
        if owner != ArchiveRecord.none, isStandIn(owner), type(of: object) != UnavailableObject.self
        {
            return takeOver(owner, object, place)
        }
        guard place.isTagged, owner == ArchiveRecord.none else {
            setAside(object, place)
            if name(of: object) != nil { unsaved.append(object) }
            report(object, leftOutAt: place, owner)
            return nil
        }
        let number = writer.append(makeRecord(object, place), for: object)
        give(number, to: object, at: place)
        return number
    }

    private func give(_ number: UInt32, to object: any Restorable, at place: Place) {
        sections.setNumber(number, of: object)
        if let position = place.registered, registry.isHeld(at: position) { knownCount += 1 }
    }

    /// The live object that was registered under the same path earlier, and counts (OBJ-12).
    private func registered(before position: Int) -> (any Restorable)? {
        guard registry.identity(at: position).isRegistered else { return nil }
        let first = firstRegistered[registry.registeredName(at: position)]
        guard let first, first < position else { return nil }
        return registry.object(at: first)
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

    /// The number of what a retained record refers to: the live object at the path, if there is
    /// one by now, else what stands in for it.
    func number(ofRetained reference: RetainedReference) -> UInt32 {
        reference.object.flatMap { knownNumber(of: $0) } ?? ArchiveRecord.none
    }

    private func makeRecord(_ object: any Restorable, _ place: Place) -> ArchiveRecord {
        var record = ArchiveRecord()
        record.path = place.node
        if place.isElement { record.flags.insert(.isElement) }
        if let numbers = classNumbers(of: object, place, &record.flags) {
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

    private func classNumbers(
        of object: any Restorable,
        _ place: Place,
        _ flags: inout ArchiveRecord.Flags
    ) -> ClassNumbers? {
        if let position = place.registered {
            let identity = registry.identity(at: position)
            if identity.isRegistered { flags.insert(.isRegistered) }
            if identity.classNumber != ArchiveRecord.none {
                return numbers(ofClass: identity.classNumber)
            }
        }
        return object.restorationClass.map { numbers(ofHostClass: writer.stringNumber($0)) }
    }

    private func numbers(ofClass number: UInt32) -> ClassNumbers {
        if let known = classNumbers[.number(number)] { return known }
        let restorationClass = registry.restorationClass(number)
        let numbers = ClassNumbers(
            name: writer.stringNumber(restorationClass.name),
            plugin: writer.stringNumber(restorationClass.plugin),
            schemaVersion: UInt32(clamping: restorationClass.schemaVersion)
        )
        classNumbers[.number(number)] = numbers
        return numbers
    }

    /// For an object that names its class itself.
    private func numbers(ofHostClass name: UInt32) -> ClassNumbers {
        if let known = classNumbers[.name(name)] { return known }
        // A class that is not registered is reported when it is missed: at the restore.
        let found = try? classes.restorationClass(named: writer.string(name), plugin: nil)
        let numbers = ClassNumbers(
            name: name,
            plugin: ArchiveRecord.none,
            schemaVersion: UInt32(clamping: found?.schemaVersion ?? 1)
        )
        classNumbers[.name(name)] = numbers
        return numbers
    }
}

/// What the records of a restoration class's objects say about it.
struct ClassNumbers {
    var name: UInt32
    var plugin: UInt32
    var schemaVersion: UInt32
}

/// A restoration class, by its number in the registry or by the number of the name that an object
/// gave.
enum ClassKey: Hashable {
    case number(UInt32)
    case name(UInt32)
}
