import RestorationCore

/// What a capture has to say about objects that it meets and leaves out.
extension Preservation {
    func typeName(_ object: any Restorable) -> String { TypeName.inMessages(object) }

    func report(_ object: any Restorable, leftOutAt place: Place, _ owner: UInt32) {
        // What is retained has a report of its own.
        if type(of: object) == UnavailableObject.self { return }
        if place.isTagged {
            reportDuplicate(object, place.node, owner)
        } else {
            reportUntagged(object)
        }
    }

    private func reportUntagged(_ object: any Restorable) {
        // Roots and invalid identifiers have a report of their own.
        guard object.restorationIdentifier?.isEmpty ?? true,
            scopes[ObjectIdentifier(object)] == nil
        else { return }
        let referrer = encoding == 0 ? nil : writer.path(of: writer.node(ofRecord: encoding))
        report.issues.append(.untaggedReference(type: typeName(object), referrer: referrer))
        hiding.append(object)
    }

    func reportUntaggedRoot(_ root: RestorationRoot) {
        guard root.object.restorationIdentifier?.isEmpty ?? true else { return }
        report.issues.append(.untaggedRoot(type: typeName(root.object)))
        hiding.append(root.object)
    }

    /// Names what is saved elsewhere than it was.
    func reportBereft() {
        var told: Set<ObjectIdentifier> = []
        for object in bereft where told.insert(ObjectIdentifier(object)).inserted {
            guard let number = sections.number(of: object) else { continue }
            let path = writer.path(of: writer.node(ofRecord: Int(number)))
            report.issues.append(.parentEnded(path, type: typeName(object)))
        }
    }

    /// What is being encoded is written as it was before, whatever it holds now.
    func reportKeptInstead(of object: any Restorable) {
        // It holds nothing any more.
        if (object as? any RestorationFailureObserving)?.failure != nil { return }
        let path = writer.path(of: writer.node(ofRecord: encoding))
        report.issues.append(.keptInstead(path, type: typeName(object)))
    }

    /// Once, however often the object's path is asked for.
    func reportRefusedDiscriminator(of object: any Restorable, at node: UInt32) {
        guard refused.insert(ObjectIdentifier(object)).inserted else { return }
        report.issues.append(
            .invalidDiscriminator(writer.path(of: node), type: typeName(object))
        )
    }

    func reportDuplicate(_ object: any Restorable, _ node: UInt32, _ owner: UInt32) {
        let saved = writer.object(ofRecord: Int(owner)).map { typeName($0) }
        reportDuplicate(object, node, saved: saved ?? "retained record")
    }

    /// Once, however many references lead to the object.
    func reportDuplicate(_ object: any Restorable, _ node: UInt32, saved: String) {
        guard duplicates.insert(ObjectIdentifier(object)).inserted else { return }
        report.issues.append(
            .duplicatePath(writer.path(of: node), saved: saved, leftOut: typeName(object))
        )
    }
}
