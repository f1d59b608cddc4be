import RestorationCore

/// Reports objects that a capture did not reach. Every object that another one contains, presents
/// or owns, or that the session has recorded, is preserved or reported (PRES-18).
struct UnsavedObjects {
    let capture: Capture
    let audit: SaveAudit
    var issues: [PreservationError] = []
    var told: Set<ObjectIdentifier> = []
    /// The names of children whose parents return new children each time.
    private(set) var namesMadeWhenAsked: [String] = []

    /// - Parameter unmet: Children without a record that encoded parents list.
    mutating func look(at unmet: [(child: any Restorable, parent: Int)]) {
        var leftOut = audit.leftOut
        told = Set(leftOut.map { ObjectIdentifier($0) })
        var hiding = audit.untagged
        for (child, parent) in unmet where isLeftOut(child) {
            guard let name = capture.set.name(of: child) else {
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
        for element in audit.strays { reportUnreferenced(element) }
        for row in 1..<max(capture.set.rows.count, 1)
        where capture.set.rows[row].flags.contains(.isNamed) {
            if let object = capture.set.object(row) { reportUnreferenced(object) }
        }
    }

    private mutating func reportUnreferenced(_ object: any Restorable) {
        guard isLeftOut(object), told.insert(ObjectIdentifier(object)).inserted,
            let path = capture.set.path(of: object)
        else { return }
        issues.append(.unreferenced(path, type: TypeName.inMessages(object)))
        reportHidden(below: object, isTagged: true)
    }

    /// Whether an object is unintentionally left out.
    private func isLeftOut(_ object: any Restorable) -> Bool {
        capture.sections.number(of: object) == nil && type(of: object) != UnavailableObject.self
            && !capture.isSecret(object, capture.set.kinds.traits(of: object))
            && !capture.excluded.contains(ObjectIdentifier(object))
    }

    private mutating func report(
        _ child: any Restorable,
        called name: String,
        notEncodedBy parent: Int
    ) {
        guard let holder = capture.writer.object(ofRecord: parent),
            let above = capture.set.path(of: capture.members[parent].row)
        else { return }
        guard let identifier = RestorationIdentifier(name) else {
            issues.append(.invalidIdentifier(type: TypeName.inMessages(child), under: above))
            return
        }
        if holder.makesChildrenWhenAsked {
            if !namesMadeWhenAsked.contains(name) { namesMadeWhenAsked.append(name) }
            let issue = PreservationError.changingChildren(above, type: TypeName.inMessages(holder))
            if !issues.contains(issue) { issues.append(issue) }
            return
        }
        let told = capture.set.children(of: holder).first { $0.child === child }?.told ?? Told()
        issues.append(
            .notEncoded(
                above.appending(identifier, discriminator: told.mark.text),
                type: TypeName.inMessages(child),
                parent: TypeName.inMessages(holder)
            )
        )
    }

    /// Reports objects with an identifier that are not preserved because an ancestor is not.
    ///
    /// - Parameter isTagged: Whether `first` has an identifier.
    private mutating func reportHidden(below first: any Restorable, isTagged: Bool) {
        // A list in place of recursion, since trees may be deep.
        var queue: [(object: any Restorable, ancestor: any Restorable, isTagged: Bool)] = [
            (first, first, isTagged)
        ]
        var next = 0
        while next < queue.count {
            let (object, ancestor, isTagged) = queue[next]
            next += 1
            for (child, _) in capture.set.children(of: object)
            where isLeftOut(child) && told.insert(ObjectIdentifier(child)).inserted {
                guard let name = capture.set.name(of: child) else {
                    queue.append((child, ancestor, isTagged))
                    continue
                }
                queue.append((child, child, true))
                let (type, above) = (TypeName.inMessages(child), TypeName.inMessages(ancestor))
                issues.append(
                    isTagged
                        ? .belowUnsaved(name, type: type, ancestor: above)
                        : .unreachable(name, type: type, untaggedAncestor: above)
                )
            }
        }
    }
}

extension Restorable {
    var makesChildrenWhenAsked: Bool {
        let (first, second) = (restorationChildren, restorationChildren)
        return !first.elementsEqual(second) { $0 === $1 }
    }
}
