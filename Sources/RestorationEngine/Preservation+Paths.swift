import RestorationCore

/// Where an object is.
struct Place {
    /// The object's own path node, or that of its nearest ancestor with an identifier.
    var node = ArchiveRecord.none
    /// Whether the node is its own.
    var isTagged = false
    /// Whether it is the leaf state of an owner.
    var isElement = false
    /// Where the registry knows it.
    var registered: Int?
}

/// Finding out objects' paths.
extension Preservation {
    /// Mostly the place of an object's parent is known, since parents are met first.
    func findPlace(of object: any Restorable) -> Place {
        let registered = registry.position(of: object)
        if let kept = recordHeldBack(for: object) {
            // It may not be where it was; its record is to come back where it belongs.
            return Place(node: node(of: kept), isTagged: true, registered: registered)
        }
        guard let (parent, isListed) = above(object, registered) else {
            return placeWithoutParent(object, registered)
        }
        var node = knownNode(of: parent)
        if node == nil {
            findAncestors(of: object, from: parent)
            // A circle of parents has been broken, and reported, at one of its members.
            if let place = aside(object) { return place }
            node = knownNode(of: parent)
        }
        let (above, discriminator) = isListed ? placeBelow(parent, of: object) : ([], .none)
        return place(
            object,
            registered,
            under: self.node(above, below: node ?? ArchiveRecord.none),
            discriminator: discriminator
        )
    }

    private func placeWithoutParent(_ object: any Restorable, _ registered: Int?) -> Place {
        let scope = scopes[ObjectIdentifier(object)] ?? .none
        let (above, discriminator) = registry.place(of: object, in: nil, nil)
        if let registered, scopes[ObjectIdentifier(object)] == nil,
            registry.hasLostParent(at: registered)
        {
            bereft.append(object)
        }
        return place(
            object,
            registered,
            under: node(above, below: ArchiveRecord.none),
            discriminator: scope == .none ? discriminator : scope
        )
    }

    /// The parent of an object or, of one that names none, what holds it: a restore looks for it
    /// there. Mostly that is what is being encoded.
    private func above(
        _ object: any Restorable,
        _ registered: Int?
    ) -> (parent: any Restorable, isListed: Bool)? {
        if let parent = parent(of: object, registered) { return (parent, true) }
        let isAtTop = registered.map { !registry.hasLostParent(at: $0) } ?? false
        guard !isAtTop, scopes[ObjectIdentifier(object)] == nil else { return nil }
        if let holder = holder(of: object) { return (holder, true) }
        return holders.holding(of: object).map { ($0.holder, $0.isListed) }
    }

    /// What is being encoded, if it has the object among its children.
    private func holder(of object: any Restorable) -> (any Restorable)? {
        guard encoding > 0, let holder = writer.object(ofRecord: encoding) else { return nil }
        if listed.record != encoding {
            listed = (encoding, Set(holder.restorationChildren.map { ObjectIdentifier($0) }))
        }
        return listed.children.contains(ObjectIdentifier(object)) ? holder : nil
    }

    /// The node of the last of several steps.
    private func node(_ steps: [RestorationPath.Component], below node: UInt32) -> UInt32 {
        steps.reduce(node) { parent, step in
            writer.number(
                of: PathNode(
                    parent: parent,
                    identifier: writer.stringNumber(step.identifier.rawValue),
                    discriminator: writer.stringNumber(step.discriminator?.rawValue)
                )
            )
        }
    }

    func parent(of object: any Restorable, _ registered: Int?) -> (any Restorable)? {
        registry.parent(of: object, at: registered)
    }

    func knownNode(of object: any Restorable) -> UInt32? {
        if let number = sections.number(of: object) {
            return writer.node(ofRecord: Int(number))
        }
        return aside(object)?.node
    }

    /// Goes up first and then down again instead of calling itself: trees may be deep.
    private func findAncestors(of object: any Restorable, from parent: any Restorable) {
        var chain = [parent]
        var inChain: Set = [ObjectIdentifier(object), ObjectIdentifier(parent)]
        while true {
            let last = chain[chain.count - 1]
            guard let next = above(last, registry.position(of: last))?.parent else { break }
            if knownNode(of: next) != nil { break }
            guard inChain.insert(ObjectIdentifier(next)).inserted else {
                report.issues.append(.circularParents(type: typeName(next)))
                // Taken for a root, so that the rest of the circle has a path.
                let registered = registry.position(of: next)
                setAside(next, placeWithoutParent(next, registered))
                break
            }
            chain.append(next)
        }
        for ancestor in chain.reversed() where aside(ancestor) == nil {
            setAside(ancestor, findPlace(of: ancestor))
        }
    }

    func place(
        _ object: any Restorable,
        _ registered: Int?,
        under parentNode: UInt32,
        discriminator: Discriminator
    ) -> Place {
        var place = Place(node: parentNode, registered: registered)
        if type(of: object) == UnavailableObject.self {
            place.node = node(of: object as! UnavailableObject)
            place.isTagged = true
            return place
        }
        let name = registered.map { registry.identity(at: $0).identifier.rawValue }
        guard let name = name ?? object.restorationIdentifier, !name.isEmpty else { return place }
        guard let identifier = writer.identifierNumber(name) else {
            let parentPath = parentNode == ArchiveRecord.none ? nil : writer.path(of: parentNode)
            report.issues.append(.invalidIdentifier(type: typeName(object), under: parentPath))
            return place
        }
        place.node = writer.number(
            of: PathNode(
                parent: parentNode,
                identifier: identifier,
                discriminator: writer.stringNumber(discriminator.identifier?.rawValue)
            )
        )
        place.isTagged = true
        if discriminator.isRefused { reportRefusedDiscriminator(of: object, at: place.node) }
        return place
    }

    /// The node of a kept record's path, which is known by its number in the archive that it comes
    /// from. Each step of the paths of all kept records is looked up once.
    func node(of kept: UnavailableObject) -> UInt32 {
        let archive = kept.archive
        let known = keptNodes[ObjectIdentifier(archive)] ?? Sparse()
        keptNodes[ObjectIdentifier(archive)] = known
        var steps: [UInt32] = []
        var next = kept.record.path
        var node = ArchiveRecord.none
        while next != ArchiveRecord.none {
            if let found = known[Int(next)] {
                node = found
                break
            }
            steps.append(next)
            next = archive.paths[Int(next)].parent
        }
        for step in steps.reversed() {
            let names = archive.paths[Int(step)]
            node = writer.number(
                of: PathNode(
                    parent: node,
                    identifier: writer.stringNumber(archive.string(names.identifier)),
                    discriminator: writer.stringNumber(archive.string(names.discriminator))
                )
            )
            known[Int(step)] = node
        }
        return node
    }

    // MARK: Objects without a record

    func aside(_ object: any Restorable) -> Place? { hasAsides ? asides[object] : nil }

    func setAside(_ object: any Restorable, _ place: Place) {
        hasAsides = true
        asides.set(place, for: object)
    }
}

/// Places of objects that have no record, or none yet: ancestors that nothing has referred to so
/// far, objects without an identifier, objects whose path belongs to another.
struct Asides: ~Copyable {
    // Keeps the objects alive, so that no address is used twice within the capture.
    private var entries = [(object: any Restorable, place: Place)]()
    private var positions = AddressTable()

    subscript(object: any Restorable) -> Place? {
        positions[UInt(bitPattern: ObjectIdentifier(object))].map { entries[Int($0)].place }
    }

    mutating func set(_ place: Place, for object: any Restorable) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        guard positions[address] == nil else { return }
        positions.set(UInt32(entries.count), at: address)
        entries.append((object, place))
    }
}
