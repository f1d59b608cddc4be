import RestorationCore

/// The live objects that have the paths of awaited ones.
struct PathOccupants {
    private let archive: ArchiveReader
    private let registry: ObjectRegistry
    private let live: LiveGraph
    /// By path node: what the session knows, and what may be listed nowhere. `nil` while only what
    /// an object's parent lists is looked at.
    private var known: [UInt32: any Restorable]?

    init(
        _ archive: ArchiveReader,
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        absent: KeyedList<AbsentPart>
    ) {
        self.archive = archive
        self.registry = registry
        live = LiveGraph(
            archive: archive,
            roots: roots,
            registry: registry,
            absent: absent
        )
    }

    /// Looks down from the roots from now on, and at all that the session knows: O(objects
    /// known), and O(graph) if some of them name no parent.
    mutating func lookEverywhere(for awaited: some Sequence<AwaitedObject>) {
        var known: [UInt32: any Restorable] = [:]
        let named = registry.objects(named: Set(awaited.map(\.kept.identifier)))
        for (object, node) in live.nodes(of: named.values.joined()) where known[node] == nil {
            known[node] = object
        }
        self.known = known
    }

    /// - Parameter place: The nearest object above, if it is there.
    func occupant(
        of node: UInt32,
        under place: (record: Int, object: any Restorable)?
    ) -> (any Restorable)? {
        if let known { return live.occupant(of: node, known: { _ in nil }) ?? known[node] }
        guard let place else { return live.occupant(of: node, known: { _ in nil }) }
        let parent = archive.records[place.record].path
        let isChild = archive.paths[Int(node)].parent == parent
        if isChild, !live.mayHold(archive.identifier(of: node), below: place.object) { return nil }
        return live.occupant(of: node) { $0 == parent ? place.object : nil }
    }
}

extension LiveGraph {
    fileprivate func occupant(
        of node: UInt32,
        known: (UInt32) -> (any Restorable)?
    ) -> (any Restorable)? {
        if case .object(let object) = object(at: node, known: known) { return object }
        return nil
    }
}
