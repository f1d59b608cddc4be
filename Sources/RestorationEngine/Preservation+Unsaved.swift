import RestorationCore

/// What a capture has to say about objects that it does not meet: each that another one holds (as a
/// child, as what it presents, as an element) or that the session knows is either preserved or
/// named in the report (PRES-18).
///
/// | the object | is told as |
/// |---|---|
/// | is named by a parent that is preserved, and nothing refers to it | `notEncoded` |
/// | is below one without an identifier | `unreachable` |
/// | is below one of which nothing is written, or nothing that it holds now | `belowUnsaved` |
/// | is held by nothing but state that was kept, and that is given up | `heldByRetained` |
/// | was registered or made, and none of these | `unreferenced` |
/// | is an element that its own owner does not list | `unreferenced` |
/// | has no identifier, or is secret | nothing: so an object is left out on purpose |
///
/// Where all is well this costs one look at each child, and one comparison of two numbers: of the
/// objects that the session knows and of those among them that have a record. Only if these differ
/// is each that it knows looked at: O(objects known). The rest looks only at what is not preserved.
extension Preservation {
    /// Remembers what nothing has referred to so far; something that is met later still may.
    ///
    /// - Parameter firstMet: The first record that the object's own encoding has brought, as a rule
    ///   that of its first child.
    func noteUnmetChildren(of object: any Restorable, metFrom firstMet: Int) {
        var next = firstMet
        for child in object.restorationChildren {
            if next < writer.recordCount, writer.object(ofRecord: next) === child {
                noteListed(next)
                next += 1
            } else if let number = sections.number(of: child) {
                noteListed(Int(number))
            } else {
                unmet.append((child, encoding))
            }
        }
    }

    func reportUnsaved() {
        var told = Set(unsaved.map { ObjectIdentifier($0) })
        for (child, parent) in unmet where isLeftOut(child) {
            guard let name = name(of: child) else {
                hiding.append(child)
                continue
            }
            guard told.insert(ObjectIdentifier(child)).inserted else { continue }
            report(child, called: name, notEncodedBy: parent)
            unsaved.append(child)
        }
        for object in hiding where told.insert(ObjectIdentifier(object)).inserted {
            reportHidden(below: object, isTagged: false, &told)
        }
        for object in unsaved { reportHidden(below: object, isTagged: true, &told) }
        for kept in givenUp { reportHeld(by: kept, &told) }
        for element in strayElements { reportUnreferenced(element, &told) }
        guard knownCount < registry.heldCount else { return }
        for object in registry.listHeld() where !formerlyHeld.contains(ObjectIdentifier(object)) {
            reportUnreferenced(object, &told)
        }
    }

    /// Names what only a record still held that gives way, or has.
    private func reportHeld(by kept: UnavailableObject, _ told: inout Set<ObjectIdentifier>) {
        for object in kept.references.compactMap(\.object) where isLeftOut(object) {
            guard let name = name(of: object), !isWrittenAsItWas(object),
                told.insert(ObjectIdentifier(object)).inserted
            else { continue }
            let above = kept.className ?? kept.identifier.rawValue
            let type = typeName(object)
            report.issues.append(.heldByRetained(name, type: type, holder: above))
            reportHidden(below: object, isTagged: true, &told)
        }
    }

    private func reportUnreferenced(
        _ object: any Restorable,
        _ told: inout Set<ObjectIdentifier>
    ) {
        guard isLeftOut(object), told.insert(ObjectIdentifier(object)).inserted else { return }
        let place = aside(object) ?? findPlace(of: object)
        guard place.isTagged else { return }
        let owner = writer.owner(of: place.node)
        if owner == ArchiveRecord.none {
            let path = writer.path(of: place.node)
            report.issues.append(.unreferenced(path, type: typeName(object)))
        } else if let saved = writer.object(ofRecord: Int(owner)), !(saved is UnavailableObject) {
            reportDuplicate(object, place.node, owner)
        }
        reportHidden(below: object, isTagged: true, &told)
    }

    /// Whether nothing of an object is written although somebody may miss it.
    private func isLeftOut(_ object: any Restorable) -> Bool {
        sections.number(of: object) == nil && type(of: object) != UnavailableObject.self
            && !isSecret(object)
    }

    private func report(_ child: any Restorable, called name: String, notEncodedBy parent: Int) {
        let above = writer.path(of: writer.node(ofRecord: parent))
        guard let holder = writer.object(ofRecord: parent) else { return }
        guard let identifier = RestorationIdentifier(name) else {
            report.issues.append(.invalidIdentifier(type: typeName(child), under: above))
            return
        }
        let discriminator = discriminator(of: child, in: holder)
        report.issues.append(
            .notEncoded(
                above.appending(identifier, discriminator: discriminator),
                type: typeName(child),
                parent: typeName(holder)
            )
        )
    }

    private func discriminator(
        of child: any Restorable,
        in holder: any Restorable
    ) -> RestorationIdentifier? {
        let discriminator =
            (holder as? any RestorableContainer).map { slotList(of: $0).discriminator(of: child) }
            ?? Discriminator(holder.restorationDiscriminator(of: child))
        return discriminator.identifier
    }

    /// Names what has an identifier and is not preserved since something above it is not: the
    /// mistake that is the hardest to see.
    ///
    /// - Parameter isTagged: Whether `first` has an identifier. If it has a record, too, that is
    ///   from before, and may lead to more of the kind.
    private func reportHidden(
        below first: any Restorable,
        isTagged: Bool,
        _ told: inout Set<ObjectIdentifier>
    ) {
        // A list of what is still to be looked at, since trees may be deep.
        var queue: [(object: any Restorable, ancestor: any Restorable, isTagged: Bool)] = [
            (first, first, isTagged)
        ]
        let hasRecord = sections.number(of: first) != nil
        var next = 0
        while next < queue.count {
            let (object, ancestor, isTagged) = queue[next]
            next += 1
            for (child, _) in holdings.children(of: object)
            where isLeftOut(child) && told.insert(ObjectIdentifier(child)).inserted {
                guard let name = name(of: child) else {
                    queue.append((child, ancestor, isTagged))
                    continue
                }
                queue.append((child, child, true))
                if hasRecord, isWrittenAsItWas(child) { continue }
                let (type, above) = (typeName(child), typeName(ancestor))
                report.issues.append(
                    isTagged
                        ? .belowUnsaved(name, type: type, ancestor: above)
                        : .unreachable(name, type: type, untaggedAncestor: above)
                )
            }
        }
    }

    /// Whether a kept record stands at the path of an object: then it has been reported by the
    /// restore, or is that of an object which fails to encode.
    private func isWrittenAsItWas(_ object: any Restorable) -> Bool {
        let place = aside(object) ?? findPlace(of: object)
        guard place.isTagged else { return false }
        return writer.owner(of: place.node) != ArchiveRecord.none
    }
}
