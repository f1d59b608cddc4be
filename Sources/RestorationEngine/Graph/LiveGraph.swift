import RestorationCore

/// Finds live objects by their path in an archive (REST-17).
///
/// Looks down from the parent that the archive names, one level at a time, and only where something
/// is asked for. What an object contains is listed once; so asking for each of n children costs
/// O(n) together.
final class LiveGraph {
    private let archive: ArchiveReader
    let roots: [RestorationRoot]
    private let registry: ObjectRegistry
    private let paths: LivePath
    /// Of a restore of all that was saved. Later, positions are what they are now.
    private let positions: SavedPositions?
    /// The children of the objects looked into, by the path node that they would have.
    private var children: [ObjectIdentifier: [UInt32: Found]] = [:]
    private lazy var rootsByNode = list(
        roots.map { ($0.object, $0.scope) },
        under: ArchiveRecord.none
    )
    private lazy var registeredByNode = listRegistered()
    /// Paths under which two live objects are registered.
    private(set) var registeredTwice: [(node: UInt32, first: String, second: String)] = []

    enum Found {
        case object(any Restorable)
        /// Several objects have this path, so none is meant (PATH-7).
        case ambiguous
    }

    /// - Parameter absent: What the restore has left over; `nil` as long as objects are still to
    ///   come that classes make. Then the others are looked for where they were among these.
    init(
        archive: ArchiveReader,
        roots: [RestorationRoot],
        registry: ObjectRegistry,
        absent: KeyedList<AbsentPart>?
    ) {
        self.archive = archive
        self.roots = roots
        self.registry = registry
        positions = absent == nil ? SavedPositions(archive, registry) : nil
        paths = LivePath(registry: registry, roots: roots, absent: absent ?? KeyedList())
    }

    /// The live object at a path node.
    ///
    /// - Parameter known: The object already found for an ancestor's node.
    func object(at node: UInt32, known: (UInt32) -> (any Restorable)?) -> Found? {
        // Up to the nearest ancestor whose object is known, then down again.
        var steps: [UInt32] = [node]
        var parent: (any Restorable)?
        var next = archive.paths[Int(node)].parent
        while next != ArchiveRecord.none {
            if let object = known(next) {
                parent = object
                break
            }
            steps.append(next)
            next = archive.paths[Int(next)].parent
        }
        for step in steps.reversed() {
            let found: Found?
            if let parent {
                found = self.children(of: parent, under: archive.paths[Int(step)].parent)[step]
            } else {
                found = rootsByNode[step]
            }
            guard step != node, case .object(let object) = found else { return found }
            parent = object
        }
        return nil
    }

    /// The object registered under a path node (OBJ-7).
    func registeredObject(at node: UInt32) -> Found? { registeredByNode[node] }

    /// Whether something below `parent` may be called `identifier`: without listing it all, and
    /// erring on the side of yes.
    func mayHold(_ identifier: RestorationIdentifier, below parent: any Restorable) -> Bool {
        children[ObjectIdentifier(parent)] != nil || paths.mayHold(identifier, below: parent)
    }

    /// Lets go of what an object contained that is about to end, and of what that contained of
    /// which nothing was saved.
    func forgetChildren(of parent: any Restorable) {
        var ended = [ObjectIdentifier(parent)]
        while let next = ended.popLast() {
            for (node, found) in children.removeValue(forKey: next) ?? [:] {
                guard case .object(let child) = found, archive.record(ofNode: node) == nil
                else { continue }
                ended.append(ObjectIdentifier(child))
            }
        }
    }

    /// Lets go of what was registered, of which nothing is asked any more.
    func forgetRegistered() { registeredByNode = [:] }

    private func children(of parent: any Restorable, under node: UInt32) -> [UInt32: Found] {
        let key = ObjectIdentifier(parent)
        if let known = children[key] { return known }
        let listed = list(
            paths.children(of: parent, counter: positions?.counter(under: node)),
            under: node
        )
        children[key] = listed
        return listed
    }

    /// Lists objects by node. One without an identifier adds no step to a path (PATH-15): what it
    /// contains counts as if it stood in its place.
    private func list(
        _ objects: [(any Restorable, discriminator: Discriminator)],
        under node: UInt32
    ) -> [UInt32: Found] {
        var listed: [UInt32: Found] = [:]
        var seen: Set<ObjectIdentifier> = []
        var queue = objects[...]
        while let (object, discriminator) = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            let identifier =
                registry.identifier(of: object)?.rawValue ?? object.restorationIdentifier
            guard let identifier, !identifier.isEmpty else {
                queue += paths.children(
                    of: object,
                    withElements: false,
                    counter: positions?.counter(under: node)
                )
                continue
            }
            guard
                let step = archive.node(
                    under: node,
                    identifier: identifier,
                    discriminator: discriminator.identifier?.rawValue
                )
            else { continue }
            listed[step] = listed[step] == nil ? .object(object) : .ambiguous
        }
        return listed
    }

    private func listRegistered() -> [UInt32: Found] {
        var listed: [UInt32: Found] = [:]
        let holders = HolderSearch(paths)
        for (object, identity) in registry.registered {
            guard let step = node(of: object, identity, holders) else { continue }
            // Of two, the later one counts only if the earlier one is gone (OBJ-12).
            if case .object(let first) = listed[step] {
                registeredTwice.append(
                    (
                        step, first: TypeName.inMessages(first),
                        second: TypeName.inMessages(object)
                    )
                )
            } else {
                listed[step] = .object(object)
            }
        }
        return listed
    }

    /// The node of an object that is registered; `nil` if the archive has no such path.
    func node(ofRegistered object: any Restorable) -> UInt32? {
        guard let known = registry.position(of: object) else { return nil }
        let identity = ObjectRegistry.Identity(
            identifier: registry.identity(at: known).identifier,
            parent: registry.parent(at: known)
        )
        return node(of: object, identity, HolderSearch(paths))
    }

    private func node(
        of object: any Restorable,
        _ identity: ObjectRegistry.Identity,
        _ holders: HolderSearch
    ) -> UInt32? {
        guard let parentNode = node(of: identity.parent, holders) else { return nil }
        return archive.node(
            under: parentNode,
            identifier: identity.identifier.rawValue,
            discriminator: discriminator(of: object, in: identity.parent, under: parentNode)?
                .rawValue
        )
    }

    private func discriminator(
        of object: any Restorable,
        in parent: (any Restorable)?,
        under node: UInt32
    ) -> RestorationIdentifier? {
        guard let parent else { return nil }
        let slots = paths.slotList(
            of: parent,
            counter: positions?.counter(under: node)
        )
        return slots.map { $0.discriminator(of: object).identifier }
            ?? Discriminator(parent.restorationDiscriminator(of: object)).identifier
    }

    /// The nodes of live objects where they are now, but for those that the archive has no such
    /// path for. O(graph) for all of them together where they name no parents, else O(depth) each.
    func nodes(of objects: some Sequence<any Restorable>) -> [(any Restorable, node: UInt32)] {
        let holders = HolderSearch(paths)
        return objects.compactMap { object in node(of: object, holders).map { (object, $0) } }
    }

    private func node(of object: (any Restorable)?, _ holders: HolderSearch) -> UInt32? {
        guard let object else { return ArchiveRecord.none }
        var node = ArchiveRecord.none
        var parent: (any Restorable)?
        for (current, isListed) in paths.ancestry(of: object, holders).reversed() {
            // Positions are those of the save, on every step.
            let counter = positions?.counter(under: node)
            for component in paths.steps(
                to: current,
                in: parent,
                isListed: isListed,
                counter: counter
            ) {
                let step = archive.node(
                    under: node,
                    identifier: component.identifier.rawValue,
                    discriminator: component.discriminator?.rawValue
                )
                guard let step else { return nil }
                node = step
            }
            parent = current
        }
        return node
    }
}
