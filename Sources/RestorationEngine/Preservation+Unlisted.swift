import RestorationCore

/// What a capture has to say about objects that it saves and that no restore will find (REST-17).
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
extension Preservation {
    /// Remembers that a record's object is named by what it is below, whose turn it is.
    func noteListed(_ number: Int) {
        guard mayTellUnlisted, !hasClass(number),
            writer.parent(ofNode: writer.node(ofRecord: number))
                == writer.node(ofRecord: encoding)
        else { return }
        while listedRecords.count <= number { listedRecords.append(false) }
        listedRecords[number] = true
    }

    func reportUnlisted() {
        guard mayTellUnlisted else { return }
        for number in 1..<max(writer.recordCount, 1)
        where !hasClass(number) && (number >= listedRecords.count || !listedRecords[number]) {
            guard let object = writer.object(ofRecord: number), isSought(number, object) else {
                continue
            }
            switch listing(of: object) {
            case .listed: continue
            case .unlisted(let parent):
                let path = writer.path(of: writer.node(ofRecord: number))
                guard !classes.mayHaveRoute(for: path), !wasFound(path) else { continue }
                report.issues.append(
                    .notListed(path, type: typeName(object), parent: parent.map { typeName($0) })
                )
            }
        }
    }

    /// Whether a class recreates the object of a record, which is then not looked for.
    private func hasClass(_ number: Int) -> Bool {
        writer.record(number).className != ArchiveRecord.none
    }

    /// Whether a restore looks for the object of a record without a class among the program's own.
    private func isSought(_ number: Int, _ object: any Restorable) -> Bool {
        let record = writer.record(number)
        return record.plugin == ArchiveRecord.none
            && record.flags.isDisjoint(with: [.isRegistered, .isElement, .isRetained])
            && !(object is UnavailableObject) && recordHeldBack(for: object) == nil
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
        while scopes[ObjectIdentifier(current)] == nil {
            // A circle has been reported.
            guard seen.insert(ObjectIdentifier(current)).inserted else { return .listed }
            guard let parent = parent(of: current, registry.position(of: current)) else {
                // What holds one that names no parent is known by its lists.
                guard let holder = holders.holding(of: current)?.holder else {
                    return .unlisted(by: nil)
                }
                if sections.number(of: holder) != nil { return .listed }
                current = holder
                continue
            }
            guard listings(of: parent).contains(ObjectIdentifier(current)) else {
                return .unlisted(by: parent)
            }
            if sections.number(of: parent) != nil { return .listed }
            current = parent
        }
        return .listed
    }

    private func listings(of parent: any Restorable) -> Set<ObjectIdentifier> {
        let key = ObjectIdentifier(parent)
        if let known = listings[key] { return known }
        let listed = Set(holdings.children(of: parent).map { ObjectIdentifier($0.child) })
        listings[key] = listed
        return listed
    }
}
