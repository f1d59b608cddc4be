import RestorationCore

/// The first step: the restoration class that a record names.
extension Lookup {
    func resolveByClass(_ number: Int, _ record: ArchiveRecord) throws {
        if !obstacles.isEmpty, let obstacle = obstacles[number] { return keep(number, obstacle) }
        switch try classes.loadedClass(of: record, number) {
        case .unavailable(let obstacle): keep(number, obstacle.reason)
        case .found(let known):
            guard known.conversion != nil || Int(record.schemaVersion) <= known.schemaVersion else {
                // A class that was registered after the plan was made.
                let name = known.restorationClass.name
                return keep(number, .newerSchema(of: record, name, known.schemaVersion))
            }
            try create(number, record, known, isRecorded: true)
        }
    }

    /// The keys that the class of a record wants saved no more.
    func droppedKeys(of number: Int) -> Set<String> {
        let record = archive.records[number]
        guard record.className != ArchiveRecord.none,
            case .found(let known) = classes.restorationClass(of: record)
        else { return [] }
        return known.restorationClass.droppedKeys
    }

    /// - Parameter isRecorded: Whether the class, in whatever version, wrote the record.
    func create(
        _ number: Int,
        _ record: ArchiveRecord,
        _ known: ClassLookup.KnownClass,
        isRecorded: Bool = false
    ) throws {
        let object: any Restorable
        if known.isForeign {
            let start = ContinuousClock.now
            object = try makeObject(number, record, known, isRecorded)
            table.durations[number] = ContinuousClock.now - start
        } else {
            object = try makeObject(number, record, known, isRecorded)
        }
        if let root = builtRoot(of: record), root !== object {
            noteSecondRoot(number)
            // What the other one has asked for may be nothing to the root.
            keeper.askedAtCreation[number] = nil
            if bind(root, number) { table.remark(Remark(Self.secondRoot), on: number) }
            return
        }
        // An object that another record has been bound to keeps the identity that it got there.
        // A class that is found by the recorded name stands for the type: types may be renamed.
        let isKnownKind = isRecorded && !known.restorationClass.isBoundToType
        guard bind(object, number, isKnownKind: isKnownKind) else { return }
        if known.conversion != nil { table.hasConverted = true }
        let identity = IdentityTable.Identity(
            identifier: archive.identifier(of: record.path),
            classNumber: known.number,
            isRegistered: record.isRegistered
        )
        remember(object, of: record, as: identity, isForeign: known.isForeign)
    }

    /// Has the registry know an object of this restore.
    private func remember(
        _ object: any Restorable,
        of record: ArchiveRecord,
        as identity: IdentityTable.Identity,
        isForeign: Bool
    ) {
        let likelyParent = likelyParent(of: record)
        registry.record(
            restored: object,
            as: identity,
            place: restoredPlace(of: record, hasParent: likelyParent != nil),
            isForeign: isForeign,
            likelyParent: likelyParent,
            parent: { parent(of: record) }
        )
    }

    /// Gives an object its record that existed when it was left out. What was above it may have
    /// ended since, and has been made anew.
    func bindAgain(_ object: any Restorable, _ number: Int) {
        guard bind(object, number, isKnownKind: true),
            let known = registry.position(of: object), registry.parent(of: object) == nil
        else { return }
        remember(
            object,
            of: archive.records[number],
            as: registry.identity(at: known),
            isForeign: registry.isHeld(at: known)
        )
    }

    private func makeObject(
        _ number: Int,
        _ record: ArchiveRecord,
        _ known: ClassLookup.KnownClass,
        _ isRecorded: Bool
    ) throws -> any Restorable {
        if isRecorded, !record.isEmpty {
            var version = Int(record.schemaVersion)
            if let conversion = known.conversion {
                try classes.convert(number, by: conversion)
                version = keeper.migrated[number]?.record.schemaVersion ?? version
            }
            if version < known.schemaVersion {
                try keeper.migrate(number, to: known.restorationClass)
            }
        }
        // Bytes that are not at hand may be damaged: then there is another coder, or no object.
        let isAtHand = record.isEmpty || archive.hasAtHand(number) && keeper.migrated[number] == nil
        let coder = isAtHand ? nil : try keeper.coder(for: number)
        let captures =
            known.hasCaptures
            ? known.restorationClass.captures(in: archive.path(of: record.path)) : [:]
        let object = try known.restorationClass.createObject(
            CreationRequest(
                restoring: record.path,
                from: keeper.coders,
                reason: reason,
                coder: coder,
                captures: captures
            )
        )
        let asked = coder?.askedKeys ?? keeper.coders.keysAsked(ofRecord: number)
        if !asked.isEmpty { keeper.askedAtCreation[number] = asked }
        return object
    }

    func parent(of record: ArchiveRecord) -> (any Restorable)? {
        var node = archive.paths[Int(record.path)].parent
        while node != ArchiveRecord.none {
            if let object = known(node) { return object }
            if case .object(let object) = live.object(at: node, known: known) { return object }
            node = archive.paths[Int(node)].parent
        }
        return nil
    }

    /// What the name and the parent of an object do not say of its path; `nil` if they say all.
    private func restoredPlace(of record: ArchiveRecord, hasParent: Bool) -> RestoredPlace? {
        if hasParent, archive.paths[Int(record.path)].discriminator == ArchiveRecord.none {
            return nil
        }
        var place = RestoredPlace(discriminator: archive.discriminator(of: record.path))
        var node = hasParent ? ArchiveRecord.none : archive.paths[Int(record.path)].parent
        while node != ArchiveRecord.none, known(node) == nil {
            if case .object = live.object(at: node, known: known) { break }
            place.above.insert(archive.component(of: node), at: 0)
            node = archive.paths[Int(node)].parent
        }
        return place.discriminator == nil && place.above.isEmpty ? nil : place
    }

    /// The parent, where it is the object of the record one step up; without retaining it.
    private func likelyParent(of record: ArchiveRecord) -> ObjectIdentifier? {
        let node = archive.paths[Int(record.path)].parent
        return archive.record(ofNode: node).flatMap { objects.identity(ofObject: $0) }
    }

    func known(_ node: UInt32) -> (any Restorable)? {
        archive.record(ofNode: node).flatMap { objects[$0] }
    }
}
