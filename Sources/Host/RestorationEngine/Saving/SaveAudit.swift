package import RestorationCore

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
    /// Objects with an identifier whose present references are not written.
    var leftOut: [any Restorable] = []
    /// Objects without an identifier, which may hide others that have one.
    var untagged: [any Restorable] = []
    /// Elements whose nearest owner is not the one that lists them.
    var strays: [any Restorable] = []
    /// The names of children whose parents return new children each time.
    var namesMadeWhenAsked: [String] = []
    /// Objects that have been looked at.
    var seen: Set<ObjectIdentifier> = []
    var issues: [PreservationError] = []
    /// Whether the restore found an object that the program built at a path.
    private let wasFound: (RestorationPath) -> Bool

    package init(wasFound: @escaping (RestorationPath) -> Bool) { self.wasFound = wasFound }

    /// - Parameter hasDelegate: Whether a delegate may provide objects that no parent lists.
    func issues(of capture: Capture, hasDelegate: Bool) -> [PreservationError] {
        reportUnsaved(in: capture)
        return hasDelegate ? issues : issues + unlisted(in: capture)
    }

    /// Names an object whose parent was deallocated, or whose changed identifier is ignored.
    func lookAtPlace(of object: any Restorable, _ row: Int, in capture: Capture) {
        let set = capture.set
        let parent = set.rows[row].place.parent
        let type = TypeName.inMessages(object)
        if parent > 0, !set.isLive(parent), set.rows[parent].fate != .retained,
            let path = set.path(of: row)
        {
            capture.issues.append(.parentDeallocated(path, type: type))
        }
        if set.hasClass(row), !set.rows[row].flags.contains(.isRegistered),
            let own = set.ignoredName(of: object, row), let path = set.path(of: row)
        {
            capture.issues.append(.identifierIgnored(path, own: own, type: type))
        }
    }

    /// Names saved objects that no restore will find (REST-17): the program's own objects are found
    /// in their parents' lists.
    private func unlisted(in capture: Capture) -> [PreservationError] {
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
