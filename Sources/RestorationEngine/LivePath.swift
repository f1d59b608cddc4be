package import RestorationCore

/// The path of a live object, read off the graph as it is now (PATH-10).
package struct LivePath {
    private let registry: ObjectRegistry
    private let roots: [RestorationRoot]

    package init(registry: ObjectRegistry, roots: [RestorationRoot]) {
        self.registry = registry
        self.roots = roots
    }

    /// From the root down to `object`; objects without an identifier add no step (PATH-15). `nil`
    /// if neither the object nor any ancestor has one. O(depth).
    package func path(of object: any Restorable) -> RestorationPath? {
        RestorationPath(components(of: object))
    }

    /// The steps to an object; empty if nothing on the way has an identifier.
    package func components(of object: any Restorable) -> [RestorationPath.Component] {
        let ancestry = ancestry(of: object)
        var components: [RestorationPath.Component] = []
        var parent: (any Restorable)?
        for current in ancestry.reversed() {
            if let identifier = identifier(of: current) {
                let key = parent?.restorationDiscriminator(of: current)
                components.append(
                    RestorationPath.Component(
                        identifier,
                        discriminator: key.flatMap { RestorationIdentifier($0) }
                            ?? scope(of: current)
                    )
                )
            }
            parent = current
        }
        return components
    }

    /// The object and what contains it, from the inside out. Circles end.
    private func ancestry(of object: any Restorable) -> [any Restorable] {
        var ancestry: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            ancestry.append(current)
            next = parent(of: current)
        }
        return ancestry
    }

    /// What contains or presents an object, by the session's account or its own.
    package func parent(of object: any Restorable) -> (any Restorable)? {
        registry.parent(of: object) ?? object.restorationParent
    }

    /// Whether `object` is `ancestor` or below it. O(depth).
    package func contains(_ ancestor: any Restorable, above object: any Restorable) -> Bool {
        ancestry(of: object).contains { $0 === ancestor }
    }

    /// What an object is called, by the session's account or its own; `nil` without an identifier.
    package func identifier(of object: any Restorable) -> RestorationIdentifier? {
        if let known = registry.identifier(of: object) { return known }
        return object.restorationIdentifier.flatMap { RestorationIdentifier($0) }
    }

    /// The live object at a path, whatever its discriminators; of several the first found.
    ///
    /// Looks down from the roots through the objects' own children; then, for objects that nobody
    /// lists, among those that the session made or registered.
    package func object(at path: [RestorationIdentifier]) -> (any Restorable)? {
        guard let last = path.last else { return nil }
        var level = roots.map(\.object)
        for (depth, identifier) in path.enumerated() {
            let found = tagged(level).filter { self.identifier(of: $0) == identifier }
            if depth == path.count - 1, let object = found.first { return object }
            level = found.flatMap(\.restorationChildren)
        }
        return registry.objects(named: last).first { object in
            components(of: object).map(\.identifier) == path
        }
    }

    /// The objects with identifiers; in place of one without, what it contains (PATH-15).
    private func tagged(_ objects: [any Restorable]) -> [any Restorable] {
        var tagged: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var queue = objects[...]
        while let object = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            if identifier(of: object) == nil {
                queue.append(contentsOf: object.restorationChildren)
            } else {
                tagged.append(object)
            }
        }
        return tagged
    }

    private func scope(of object: any Restorable) -> RestorationIdentifier? {
        roots.first { $0.object === object }?.scope
    }
}
