import RestorationCore

/// Names objects that a capture has saved and that no restore will find (REST-17).
///
/// A restore finds an object of the program's own in the list of what it belongs to. What else may
/// find it keeps this from having a word to say:
///
/// | the object | is found by |
/// |---|---|
/// | has a restoration class, or its path the route of one | that class |
/// | is registered, or an element | the registry, its owner |
/// | is a library's or a plugin's, or has its record from before | what is not looked into here |
/// | any, where there is a delegate | the delegate, perhaps |
/// | was found in this run | what found it then |
///
/// Where all is well this costs one look at each record: whether what it is below has named it.
struct UnlistedObjects {
    let capture: Capture
    let children: NamedChildren
    /// Objects of these names were told as children that a parent makes whenever it is asked.
    let namesMadeWhenAsked: Set<String>
    let wasFound: (RestorationPath) -> Bool

    func issues() -> [PreservationError] {
        var issues: [PreservationError] = []
        for number in 1..<max(capture.writer.recordCount, 1)
        where !capture.hasClass(number) && !children.isListed(number) {
            guard let object = capture.writer.object(ofRecord: number), isSought(number, object),
                case .unlisted(let parent) = listing(of: object)
            else { continue }
            let path = capture.path(ofRecord: number)
            let isTold =
                parent?.makesChildrenWhenAsked
                ?? namesMadeWhenAsked.contains(path.last.rawValue)
            guard !isTold, !capture.classes.mayHaveRoute(for: path), !wasFound(path) else {
                continue
            }
            issues.append(
                .notListed(
                    path,
                    type: TypeName.inMessages(object),
                    parent: parent.map { TypeName.inMessages($0) }
                )
            )
        }
        return issues
    }

    private static let foundOtherwise: ArchiveRecord.Flags = [
        .isRegistered, .isElement, .isRetained,
    ]

    /// Whether a restore looks for the object of a record without a class among the program's own.
    private func isSought(_ number: Int, _ object: any Restorable) -> Bool {
        let record = capture.writer.record(number)
        return record.plugin == ArchiveRecord.none
            && record.flags.isDisjoint(with: Self.foundOtherwise)
            && !(object is UnavailableObject) && capture.retained.record(for: object) == nil
    }

    private enum Listing {
        case listed
        /// By what it belongs to, if it belongs to anything.
        case unlisted(by: (any Restorable)?)
    }

    /// Goes up to the next object that has a record or is a root: that one has its own turn.
    private func listing(of object: any Restorable) -> Listing {
        var current = object
        var seen: Set<ObjectIdentifier> = []
        while !capture.paths.isRoot(current) {
            // A circle has been reported.
            guard seen.insert(ObjectIdentifier(current)).inserted else { return .listed }
            let registered = capture.registry.position(of: current)
            guard let parent = capture.paths.parent(of: current, registered) else {
                // What holds one that names no parent is known by its lists.
                guard let holder = capture.paths.graph.holding(of: current)?.holder else {
                    return .unlisted(by: nil)
                }
                if capture.sections.number(of: holder) != nil { return .listed }
                current = holder
                continue
            }
            guard capture.paths.graph.holding(of: current, by: parent) != nil else {
                return .unlisted(by: parent)
            }
            if capture.sections.number(of: parent) != nil { return .listed }
            current = parent
        }
        return .listed
    }
}
