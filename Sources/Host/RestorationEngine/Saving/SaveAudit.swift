package import RestorationCore

final class CaptureFacts {
    /// Objects with an identifier whose present references are not written.
    var leftOut: [any Restorable] = []
    var children = NamedChildren()
    /// Elements whose nearest owner is not the one that lists them.
    var strays: [any Restorable] = []
    /// Objects whose parent was deallocated, and that nothing else holds.
    var bereft: [any Restorable] = []
}

/// Names objects that a save left out, or that no restore will find. It reads the finished capture,
/// and asks objects only for their children.
///
/// | an object | is reported as |
/// |---|---|
/// | listed by a saved parent, but not referenced | `notEncoded` |
/// | below one without an identifier | `unreachable` |
/// | below one that is not saved, or not with its present references | `belowUnsaved` |
/// | registered or made, and none of these | `unreferenced` |
/// | an element not listed by its own owner | `unreferenced` |
/// | whose parent has been deallocated | `parentDeallocated` |
/// | saved, but found by no restore | `notListed` |
/// | made by a class, with a changed identifier | `identifierIgnored` |
/// | without an identifier, or secret | nothing: it is left out on purpose |
package final class SaveAudit {
    let facts = CaptureFacts()
    /// Whether the restore found an object that the program built at a path.
    private let wasFound: (RestorationPath) -> Bool

    package init(wasFound: @escaping (RestorationPath) -> Bool) { self.wasFound = wasFound }

    /// - Parameter hasDelegate: Whether a delegate may provide objects that no parent lists.
    func issues(of capture: Capture, hasDelegate: Bool) -> [PreservationError] {
        var unsaved = UnsavedObjects(capture: capture, facts: facts)
        unsaved.look(at: facts.children.takeUnmet(capture))
        let issues = unsaved.issues + bereft(in: capture) + misnamed(in: capture)
        guard !hasDelegate else { return issues }
        return issues + unlisted(in: capture, unsaved.namesMadeWhenAsked)
    }

    private func misnamed(in capture: Capture) -> [PreservationError] {
        capture.members.indices.dropFirst().compactMap { number in
            let row = capture.members[number].row
            guard let object = capture.writer.object(ofRecord: number),
                capture.set.hasClass(row),
                !capture.set.rows[row].flags.contains(.isRegistered),
                let own = capture.set.ignoredName(of: object, row),
                let path = capture.set.path(of: row)
            else { return nil }
            return .identifierIgnored(path, own: own, type: TypeName.inMessages(object))
        }
    }

    private func bereft(in capture: Capture) -> [PreservationError] {
        var told: Set<ObjectIdentifier> = []
        return facts.bereft.compactMap { object -> PreservationError? in
            guard told.insert(ObjectIdentifier(object)).inserted,
                capture.sections.number(of: object) != nil,
                let row = capture.set.row(of: object), let path = capture.set.path(of: row)
            else { return nil }
            return .parentDeallocated(path, type: TypeName.inMessages(object))
        }
    }

    /// Names saved objects that no restore will find (REST-17): the program's own objects are found
    /// in their parents' lists.
    private func unlisted(
        in capture: Capture,
        _ namesMadeWhenAsked: [String]
    ) -> [PreservationError] {
        let set = capture.set
        return capture.members.indices.dropFirst().compactMap { number in
            let row = capture.members[number].row
            guard let object = capture.writer.object(ofRecord: number), isSought(object, row, set),
                capture.members[number].holder == ArchiveRecord.none,
                !capture.members[number].isListed, !set.isRoot(object),
                let path = set.path(of: row)
            else { return nil }
            let parent = set.parentOfRecord(row).flatMap { set.object($0) }
            let listed = parent.map { set.tagged(set.children(of: $0)) } ?? []
            if listed.contains(where: { $0.child === object }) { return nil }
            if parent == nil, set.container(of: object) != nil { return nil }
            let isTold =
                parent?.makesChildrenWhenAsked ?? namesMadeWhenAsked.contains(path.last.rawValue)
            guard !isTold, set.classes?.mayHaveRoute(for: path) != true, !wasFound(path) else {
                return nil
            }
            return .notListed(
                path,
                type: TypeName.inMessages(object),
                parent: parent.map { TypeName.inMessages($0) }
            )
        }
    }

    private func isSought(_ object: any Restorable, _ row: Int, _ set: RecordSet) -> Bool {
        !set.hasClass(row) && object.restorationClass == nil && !(object is any PluginHeld)
            && set.rows[row].fate == .bound
            && set.rows[row].flags.isDisjoint(with: [.isRegistered, .isElement])
    }
}

/// The children that objects list. Each is inspected once, right after its parent has encoded,
/// while both are at hand.
struct NamedChildren {
    typealias Named = (child: any Restorable, parent: Int)

    /// Children without a record when their parent encoded.
    private var unmet: [Named] = []

    mutating func note(_ children: [any Restorable], of parent: Int, in capture: Capture) {
        for child in children {
            if let number = capture.sections.number(of: child) {
                capture.members[Int(number)].isListed = true
            } else {
                unmet.append((child, parent))
            }
        }
    }

    /// The children that the whole capture has not met. The others are marked as listed.
    mutating func takeUnmet(_ capture: Capture) -> [Named] {
        let named = unmet
        unmet = []
        return named.filter { child, _ in
            guard let number = capture.sections.number(of: child) else { return true }
            capture.members[Int(number)].isListed = true
            return false
        }
    }
}
