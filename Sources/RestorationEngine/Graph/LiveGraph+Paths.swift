package import RestorationCore

/// The paths of live objects.
extension LiveGraph {
    /// From the root down to `object`; objects without an identifier add no step (PATH-15). `nil`
    /// if neither the object nor any ancestor has one.
    ///
    /// O(depth) where the topmost object that is named as a parent is a root, and the children of
    /// what is above objects of classes. Where it is none, what holds it is looked for from the
    /// roots: see ``holding(of:)``.
    package func path(of object: any Restorable) -> RestorationPath? {
        var components: [RestorationPath.Component] = []
        var parent: (any Restorable)?
        for (current, isListed) in ancestry(of: object).reversed() {
            components += steps(to: current, in: parent, isListed: isListed)
            parent = current
        }
        return RestorationPath(components)
    }

    /// The object and what contains it, from the inside out, each with whether the next one lists
    /// it. Circles end.
    func ancestry(
        of object: any Restorable
    ) -> [(object: any Restorable, isListed: Bool)] {
        var ancestry: [(object: any Restorable, isListed: Bool)] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            let above = above(current)
            ancestry.append((current, above?.isListed ?? true))
            next = above?.holder
        }
        return ancestry
    }

    /// Whether `object` is `ancestor` or below it, as they are held by now. O(1) if nothing is
    /// below `ancestor`, else O(depth).
    package func contains(_ ancestor: any Restorable, above object: any Restorable) -> Bool {
        if ancestor === object { return true }
        let mayBeAbove =
            registry.mayHaveChildren(ancestor) || registry.parent(of: object) === ancestor
            || !children(of: ancestor).isEmpty
        guard mayBeAbove else { return false }
        return ancestry(of: object).contains { $0.object === ancestor }
    }

    /// The steps from what is above an object to the object; none if it has no identifier.
    ///
    /// - Parameters:
    ///   - isListed: Whether it is among the children of what is above it.
    ///   - counter: See ``SlotList``.
    func steps(
        to object: any Restorable,
        in parent: (any Restorable)?,
        isListed: Bool,
        counter: SavedPositions.Counter? = nil
    ) -> [RestorationPath.Component] {
        guard let identifier = registry.identifier(of: object) else { return [] }
        let (above, key) = place(of: object, in: parent, isListed: isListed, counter: counter)
        let discriminator = (key == .none ? scope(of: object) : key).identifier
        return above + [RestorationPath.Component(identifier, discriminator: discriminator)]
    }

    /// Where an object is below its parent, beyond its name.
    func place(
        of object: any Restorable,
        in parent: (any Restorable)?,
        isListed: Bool,
        counter: SavedPositions.Counter? = nil
    ) -> (above: [RestorationPath.Component], discriminator: Discriminator) {
        let slots = isListed ? parent.flatMap { self.slots(of: $0, counter: counter) } : nil
        return registry.place(of: object, in: parent, slots, isListed: isListed) { parent in
            holding(of: object, by: parent)?.isListed ?? false
        }
    }

    /// What tells a child apart that its holder names.
    func discriminator(of child: any Restorable, in holder: any Restorable) -> Discriminator {
        registry.discriminator(of: child, in: holder, slots(of: holder))
    }

    private func scope(of object: any Restorable) -> Discriminator {
        roots.first { $0.object === object }?.scope ?? .none
    }

    /// The steps to an object by the parents that are named alone: no object is asked what it
    /// holds. O(depth).
    package func componentsAsNamed(of object: any Restorable) -> [RestorationPath.Component] {
        var components: [RestorationPath.Component] = []
        var parent: (any Restorable)?
        for current in registry.ancestry(of: object).reversed() {
            components += steps(to: current, in: parent, isListed: true)
            parent = current
        }
        return components
    }

    /// The live object at a path, whatever its discriminators; of several the first found.
    ///
    /// Looks down from the roots through the objects' own children; then, for objects that nobody
    /// lists, among those that the session made or registered.
    package func object(at path: [RestorationIdentifier]) -> (any Restorable)? {
        guard let last = path.last else { return nil }
        var level = roots.map(\.object)
        for (depth, identifier) in path.enumerated() {
            let found = tagged(level).filter { registry.identifier(of: $0) == identifier }
            if depth == path.count - 1, let object = found.first { return object }
            level = found.flatMap { children(of: $0).map(\.child) }
        }
        return registry.objects(named: [last]).first { self.path(of: $0)?.identifiers == path }
    }

    /// Whether anything else has a name below `parent`, or at the top: what that lists and does not
    /// tell apart from others, and what the session knows there. O(objects known).
    package func hasChild(
        named name: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        // What has no identifier adds no step: what holds that holds its children as well.
        var parent = parent
        while let next = parent, registry.identifier(of: next) == nil { parent = holder(of: next) }
        let slots = parent.flatMap { self.slots(of: $0) }
        let others = tagged(undistinguished(in: parent)).filter { $0 !== object }
        if slots?.countsPositions != true,
            others.contains(where: { registry.identifier(of: $0) == name })
        {
            return true
        }
        return registry.objects(named: [name]).contains { other in
            other !== object && slots?.contains(other) != true && above(other)?.holder === parent
        }
    }

    /// What an object contains, or what is at the top, that has nothing but its name.
    private func undistinguished(in parent: (any Restorable)?) -> [any Restorable] {
        guard let parent else {
            return roots.filter { $0.scope == .none }.map { $0.object }
        }
        return children(of: parent).filter { $0.discriminator == .none }.map { $0.child }
    }

    /// Whether a child may be called `identifier`, or something in one that is called nothing.
    func mayHold(_ identifier: RestorationIdentifier, below object: any Restorable) -> Bool {
        guard traits.traits(of: object).isDisjoint(with: [.presenter, .elementOwner]) else {
            return true
        }
        return object.restorationChildren.contains { child in
            registry.identifier(of: child).map { $0 == identifier }
                ?? !(child is UnavailableObject)
        }
    }
}
