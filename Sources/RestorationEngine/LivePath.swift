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
        var ancestry: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            ancestry.append(current)
            next = registry.parent(of: current) ?? current.restorationParent
        }
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

    /// What an object is called, by the session's account or its own; `nil` without an identifier.
    package func identifier(of object: any Restorable) -> RestorationIdentifier? {
        if let known = registry.identifier(of: object) { return known }
        return object.restorationIdentifier.flatMap { RestorationIdentifier($0) }
    }

    private func scope(of object: any Restorable) -> RestorationIdentifier? {
        roots.first { $0.object === object }?.scope
    }
}
