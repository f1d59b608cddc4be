import RestorationCore

/// Names objects that a save left out. It reads the finished capture, and asks objects only for
/// their children.
///
/// | an object | is reported as |
/// |---|---|
/// | listed by a saved parent, but not referenced | `notEncoded` |
/// | below one without an identifier | `unreachable` |
/// | below one that is not saved, or not with its present references | `belowUnsaved` |
/// | registered or made, and none of these | `unreferenced` |
/// | an element not listed by its own owner | `unreferenced` |
/// | without an identifier, or secret | nothing: it is left out on purpose |
package final class SaveAudit {
    /// Objects with an identifier whose present references are not written.
    var leftOut: [any Restorable] = []
    /// Objects without an identifier, which may hide others that have one.
    var untagged: [any Restorable] = []
    /// Elements whose nearest owner is not the one that lists them.
    var strays: [any Restorable] = []
    /// Objects that have been looked at.
    var seen: Set<ObjectIdentifier> = []
    var issues: [PreservationError] = []

    package init() {}
}

extension SaveAudit {
    /// Reports objects that a capture did not reach. Every object that another one contains,
    /// presents or owns, or that the session has recorded, is preserved or reported (PRES-18).
    func issues(of capture: Capture) -> [PreservationError] {
        seen = Set(leftOut.map { ObjectIdentifier($0) })
        lookAtChildren(in: capture)
        for object in untagged where seen.insert(ObjectIdentifier(object)).inserted {
            reportHidden(below: object, isTagged: false, in: capture)
        }
        for object in leftOut { reportHidden(below: object, isTagged: true, in: capture) }
        let set = capture.set
        let named = set.rows.indices.filter { set.rows[$0].flags.contains(.isNamed) }
        for object in strays + named.compactMap({ set.object($0) }) {
            reportUnreferenced(object, in: capture)
        }
        return issues
    }

    /// Looks at the children that saved objects list.
    private func lookAtChildren(in capture: Capture) {
        for number in capture.members.indices.dropFirst() where capture.members[number].isEncoded {
            guard let object = capture.writer.object(ofRecord: number) else { continue }
            let (set, row) = (capture.set, capture.members[number].row)
            let children = try? set.asking(.contents, row, object) {
                object.restorationChildren
            }
            for child in children ?? [] where isLeftOut(child, of: capture) {
                guard let name = set.name(of: child) else {
                    untagged.append(child)
                    continue
                }
                guard seen.insert(ObjectIdentifier(child)).inserted else { continue }
                report(child, called: name, notEncodedBy: object, row, in: capture)
                leftOut.append(child)
            }
        }
    }

    private func reportUnreferenced(_ object: any Restorable, in capture: Capture) {
        guard isLeftOut(object, of: capture), seen.insert(ObjectIdentifier(object)).inserted,
            let path = capture.set.path(of: object)
        else { return }
        issues.append(.unreferenced(path, type: TypeName.inMessages(object)))
        reportHidden(below: object, isTagged: true, in: capture)
    }

    /// Whether an object is unintentionally left out.
    private func isLeftOut(_ object: any Restorable, of capture: Capture) -> Bool {
        capture.sections.number(of: object) == nil && object.asStandIn == nil
            && !capture.isSecret(object, capture.set.kinds.traits(of: object))
            && !capture.excluded.contains(ObjectIdentifier(object))
    }

    private func report(
        _ child: any Restorable,
        called name: String,
        notEncodedBy holder: any Restorable,
        _ row: Int,
        in capture: Capture
    ) {
        guard let above = capture.set.path(of: row) else { return }
        guard let identifier = RestorationIdentifier(name) else {
            issues.append(.invalidIdentifier(type: TypeName.inMessages(child), under: above))
            return
        }
        if holder.makesChildrenWhenAsked {
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
    private func reportHidden(
        below first: any Restorable,
        isTagged: Bool,
        in capture: Capture
    ) {
        // A list in place of recursion, since trees may be deep.
        var queue: [(object: any Restorable, ancestor: any Restorable, isTagged: Bool)] = [
            (first, first, isTagged)
        ]
        var next = 0
        while next < queue.count {
            let (object, ancestor, isTagged) = queue[next]
            next += 1
            for (child, _) in capture.set.children(of: object)
            where isLeftOut(child, of: capture) && seen.insert(ObjectIdentifier(child)).inserted {
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
