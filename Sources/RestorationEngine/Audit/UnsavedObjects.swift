import RestorationCore

/// Names objects that a capture has not met: each that another one holds (as a child, as what it
/// presents, as an element) or that the session knows is either preserved or named (PRES-18).
struct UnsavedObjects {
    let capture: Capture
    let facts: CaptureFacts
    var issues: [PreservationError] = []
    var told: Set<ObjectIdentifier> = []
    /// The names of children that their parents make whenever they are asked.
    private(set) var namesMadeWhenAsked: Set<String> = []

    /// - Parameter unmet: What parents name that have encoded, and has no record.
    mutating func look(at unmet: [(child: any Restorable, parent: Int)]) {
        var leftOut = facts.leftOut
        told = Set(leftOut.map { ObjectIdentifier($0) })
        // What has no identifier, and may hide something that has one.
        var hiding = capture.untagged.filter { object, meeting in
            if case .reference = meeting, capture.paths.isRoot(object) { return false }
            return object.restorationIdentifier?.isEmpty ?? true
        }.map(\.object)
        for (child, parent) in unmet where isLeftOut(child) {
            guard let name = capture.registry.name(of: child) else {
                hiding.append(child)
                continue
            }
            guard told.insert(ObjectIdentifier(child)).inserted else { continue }
            report(child, called: name, notEncodedBy: parent)
            leftOut.append(child)
        }
        for object in hiding where told.insert(ObjectIdentifier(object)).inserted {
            reportHidden(below: object, isTagged: false)
        }
        for object in leftOut { reportHidden(below: object, isTagged: true) }
        for kept in capture.retained.givenUp + facts.superseded { reportHeld(by: kept) }
        for element in facts.strays { reportUnreferenced(element) }
        reportKnown()
    }

    /// Names what the session knows, and nothing holds.
    private mutating func reportKnown() {
        guard facts.knownCount < capture.registry.heldCount else { return }
        // What these hold no more is alive for the sake of the record.
        let records = capture.retained.recordsOfObjects + facts.unwritten
        let formerlyHeld = Set(
            records.flatMap(\.references).compactMap { reference in
                reference.object.map { ObjectIdentifier($0) }
            }
        )
        for object in capture.registry.listHeld()
        where !formerlyHeld.contains(ObjectIdentifier(object)) { reportUnreferenced(object) }
    }

    /// Names what only a record still held that gives way, or has.
    private mutating func reportHeld(by kept: UnavailableObject) {
        for object in kept.references.compactMap(\.object) where isLeftOut(object) {
            guard let name = capture.registry.name(of: object), !isWrittenAsItWas(object),
                told.insert(ObjectIdentifier(object)).inserted
            else { continue }
            let above = kept.className ?? kept.identifier.rawValue
            let type = TypeName.inMessages(object)
            issues.append(.referencedByRetained(name, type: type, holder: above))
            reportHidden(below: object, isTagged: true)
        }
    }

    private mutating func reportUnreferenced(_ object: any Restorable) {
        guard isLeftOut(object), told.insert(ObjectIdentifier(object)).inserted else { return }
        let place = capture.paths.place(of: object)
        guard place.isTagged else { return }
        let owner = capture.writer.owner(of: place.node)
        if owner == ArchiveRecord.none {
            let path = capture.writer.path(of: place.node)
            issues.append(.unreferenced(path, type: TypeName.inMessages(object)))
        } else if let saved = capture.writer.object(ofRecord: Int(owner)),
            !(saved is UnavailableObject)
        {
            capture.paths.noteDuplicate(object, at: place.node, saved: saved)
        }
        reportHidden(below: object, isTagged: true)
    }

    /// Whether nothing of an object is written although somebody may miss it.
    private func isLeftOut(_ object: any Restorable) -> Bool {
        capture.sections.number(of: object) == nil && type(of: object) != UnavailableObject.self
            && !capture.isSecret(object)
    }

    private mutating func report(
        _ child: any Restorable,
        called name: String,
        notEncodedBy parent: Int
    ) {
        let above = capture.path(ofRecord: parent)
        guard let holder = capture.writer.object(ofRecord: parent) else { return }
        guard let identifier = RestorationIdentifier(name) else {
            issues.append(.invalidIdentifier(type: TypeName.inMessages(child), under: above))
            return
        }
        if holder.makesChildrenWhenAsked {
            namesMadeWhenAsked.insert(name)
            let issue = PreservationError.changingChildren(above, type: TypeName.inMessages(holder))
            if !issues.contains(issue) { issues.append(issue) }
            return
        }
        let discriminator = capture.paths.graph.discriminator(of: child, in: holder)
        issues.append(
            .notEncoded(
                above.appending(identifier, discriminator: discriminator.identifier),
                type: TypeName.inMessages(child),
                parent: TypeName.inMessages(holder)
            )
        )
    }

    /// Names what has an identifier and is not preserved since something above it is not: the
    /// mistake that is the hardest to see.
    ///
    /// - Parameter isTagged: Whether `first` has an identifier. If it has a record, too, that is
    ///   from before, and may lead to more of the kind.
    private mutating func reportHidden(below first: any Restorable, isTagged: Bool) {
        // A list of what is still to be looked at, since trees may be deep.
        var queue: [(object: any Restorable, ancestor: any Restorable, isTagged: Bool)] = [
            (first, first, isTagged)
        ]
        let hasRecord = capture.sections.number(of: first) != nil
        var next = 0
        while next < queue.count {
            let (object, ancestor, isTagged) = queue[next]
            next += 1
            for (child, _) in capture.paths.graph.children(of: object)
            where isLeftOut(child) && told.insert(ObjectIdentifier(child)).inserted {
                guard let name = capture.registry.name(of: child) else {
                    queue.append((child, ancestor, isTagged))
                    continue
                }
                queue.append((child, child, true))
                if hasRecord, isWrittenAsItWas(child) { continue }
                let (type, above) = (TypeName.inMessages(child), TypeName.inMessages(ancestor))
                issues.append(
                    isTagged
                        ? .belowUnsaved(name, type: type, ancestor: above)
                        : .unreachable(name, type: type, untaggedAncestor: above)
                )
            }
        }
    }

    /// Whether a retained record stands at the path of an object: then it has been reported by the
    /// restore, or is that of an object which fails to encode.
    private func isWrittenAsItWas(_ object: any Restorable) -> Bool {
        let place = capture.paths.place(of: object)
        guard place.isTagged else { return false }
        return capture.writer.owner(of: place.node) != ArchiveRecord.none
    }
}

extension Restorable {
    /// Whether the object returns other children each time.
    var makesChildrenWhenAsked: Bool {
        let (first, second) = (restorationChildren, restorationChildren)
        return !first.elementsEqual(second) { $0 === $1 }
    }
}
