import RestorationCore

/// Finds live objects by the nodes of their paths in an archive (REST-17).
///
/// Looks down from the parent that the archive names, one level at a time, and only where something
/// is asked for. What an object contains is listed once; so asking for each of n children costs
/// O(n) together.
final class LiveNodes {
    private let archive: ArchiveReader
    let roots: [RestorationRoot]
    private let registry: ObjectRegistry
    private let absent: KeyedList<AbsentPart>
    /// Of a restore of all that was saved. Later, positions are what they are now.
    private let positions: SavedPositions?
    /// The children of the objects looked into, by the path node that they would have.
    private var children: [ObjectIdentifier: [UInt32: Found]] = [:]
    private lazy var rootsByNode = list(
        roots.map { ($0.object, $0.scope) },
        under: ArchiveRecord.none,
        in: graph
    )
    private lazy var registeredByNode = listRegistered()
    /// By path node: what the session knows under some names, and what may be listed nowhere. `nil`
    /// while only what an object's parent lists is looked at.
    private var known: [UInt32: any Restorable]?
    /// Paths under which two live objects are registered.
    private(set) var registeredTwice: [(node: UInt32, first: String, second: String)] = []

    enum Found {
        case object(any Restorable)
        /// Several objects have this path, so none is meant (PATH-7).
        case ambiguous
    }

    /// - Parameter absent: The retained parts of containers and presenters; `nil` as long as
    ///   classes have objects to make. Then the other objects are looked for where they were among
    ///   these.
    init(
        archive: ArchiveReader,
        roots: [RestorationRoot],
        registry: ObjectRegistry,
        absent: KeyedList<AbsentPart>?
    ) {
        self.archive = archive
        self.roots = roots
        self.registry = registry
        self.absent = absent ?? KeyedList()
        positions = absent == nil ? SavedPositions(archive, registry) : nil
    }

    /// The objects as they are at this moment.
    private var graph: LiveGraph { LiveGraph(registry: registry, roots: roots, absent: absent) }

    // MARK: Objects by their nodes

    /// The live object at a path node.
    ///
    /// - Parameter known: The object already found for an ancestor's node.
    func object(at node: UInt32, known: (UInt32) -> (any Restorable)? = { _ in nil }) -> Found? {
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
        let graph = graph
        let listed = list(
            graph.children(of: parent, counter: positions?.counter(under: node)),
            under: node,
            in: graph
        )
        children[key] = listed
        return listed
    }

    /// Lists objects by node. One without an identifier adds no step to a path (PATH-15): what it
    /// contains counts as if it stood in its place.
    private func list(
        _ objects: [(any Restorable, discriminator: Discriminator)],
        under node: UInt32,
        in graph: LiveGraph
    ) -> [UInt32: Found] {
        var listed: [UInt32: Found] = [:]
        var seen: Set<ObjectIdentifier> = []
        var queue = objects[...]
        while let (object, discriminator) = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            let identifier =
                registry.knownIdentifier(of: object)?.rawValue ?? object.restorationIdentifier
            guard let identifier, !identifier.isEmpty else {
                queue += graph.children(
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
        let graph = graph
        for (object, _) in registry.registered {
            guard let step = node(ofRegistered: object, in: graph) else { continue }
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

    // MARK: Nodes of objects

    /// The node of an object that is registered; `nil` if the archive has no such path.
    func node(ofRegistered object: any Restorable) -> UInt32? {
        node(ofRegistered: object, in: graph)
    }

    private func node(ofRegistered object: any Restorable, in graph: LiveGraph) -> UInt32? {
        guard let known = registry.position(of: object) else { return nil }
        let parent = registry.parent(at: known)
        guard let parentNode = node(of: parent, in: graph) else { return nil }
        let slots = parent.flatMap {
            graph.slots(of: $0, counter: positions?.counter(under: parentNode))
        }
        let discriminator =
            slots.map { $0.discriminator(of: object) }
            ?? Discriminator(parent?.restorationDiscriminator(of: object))
        return archive.node(
            under: parentNode,
            identifier: registry.identity(at: known).identifier.rawValue,
            discriminator: discriminator.identifier?.rawValue
        )
    }

    private func node(of object: (any Restorable)?, in graph: LiveGraph) -> UInt32? {
        guard let object else { return ArchiveRecord.none }
        var node = ArchiveRecord.none
        var parent: (any Restorable)?
        for (current, isListed) in graph.ancestry(of: object).reversed() {
            // Positions are those of the save, on every step.
            let steps = graph.steps(
                to: current,
                in: parent,
                isListed: isListed,
                counter: positions?.counter(under: node)
            )
            for component in steps {
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

    // MARK: Places of awaited objects

    /// Looks down from the roots from now on, and at all that the session knows under some names:
    /// O(objects known), and O(graph) if some of them name no parent.
    func lookEverywhere(for names: Set<RestorationIdentifier>) {
        var known: [UInt32: any Restorable] = [:]
        let graph = graph
        for object in registry.objects(named: names) {
            if let node = node(of: object, in: graph), known[node] == nil { known[node] = object }
        }
        self.known = known
    }

    /// What has the path of an awaited object.
    ///
    /// - Parameter place: The nearest object above, if it is there.
    func occupant(
        of node: UInt32,
        under place: (record: Int, object: any Restorable)?
    ) -> (any Restorable)? {
        if let known { return occupant(of: node) ?? known[node] }
        let parent = place.map { archive.records[$0.record].path }
        if let place, archive.paths[Int(node)].parent == parent,
            children[ObjectIdentifier(place.object)] == nil,
            !graph.mayHold(archive.identifier(of: node), below: place.object)
        {
            return nil
        }
        return occupant(of: node) { $0 == parent ? place?.object : nil }
    }

    private func occupant(
        of node: UInt32,
        known: (UInt32) -> (any Restorable)? = { _ in nil }
    ) -> (any Restorable)? {
        if case .object(let object) = object(at: node, known: known) { object } else { nil }
    }
}
