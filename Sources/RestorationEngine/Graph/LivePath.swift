package import RestorationCore

/// The path of a live object, read off the graph as it is now (PATH-10).
package struct LivePath {
    let registry: ObjectRegistry
    let roots: [RestorationRoot]
    /// What containers held that is not there now, which counts in what tells children apart.
    private let absent: KeyedList<AbsentPart>
    private let traits = TraitTable()

    /// - Parameter absent: What a restore has left over. Not needed where discriminators make no
    ///   difference.
    package init(
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        absent: KeyedList<AbsentPart> = KeyedList()
    ) {
        self.absent = absent
        self.registry = registry
        self.roots = roots
    }

    /// From the root down to `object`; objects without an identifier add no step (PATH-15). `nil`
    /// if neither the object nor any ancestor has one.
    ///
    /// O(depth) where the topmost object that is named as a parent is a root. Where it is none,
    /// what holds it is looked for from the roots, in their own lists: see ``HolderSearch``.
    package func path(of object: any Restorable) -> RestorationPath? {
        RestorationPath(components(of: object, in: HolderSearch(self)))
    }

    /// The steps to an object by the parents that are named alone: no object is asked what it
    /// holds. O(depth).
    package func componentsAsNamed(of object: any Restorable) -> [RestorationPath.Component] {
        components(of: object, in: nil)
    }

    /// The steps to an object; empty if nothing on the way has an identifier.
    ///
    /// - Parameter holders: Finds what holds an object that names no parent.
    func components(
        of object: any Restorable,
        in holders: HolderSearch?
    ) -> [RestorationPath.Component] {
        var components: [RestorationPath.Component] = []
        var parent: (any Restorable)?
        for (current, isListed) in ancestry(of: object, holders).reversed() {
            components += steps(to: current, in: parent, isListed: isListed)
            parent = current
        }
        return components
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
        guard let identifier = identifier(of: object) else { return [] }
        let slots = isListed ? parent.flatMap { slotList(of: $0, counter: counter) } : nil
        let (above, key) = registry.place(of: object, in: parent, slots, isListed: isListed)
        let discriminator = (key == .none ? scope(of: object) : key).identifier
        return above + [RestorationPath.Component(identifier, discriminator: discriminator)]
    }

    /// The object and what contains it, from the inside out, each with whether the next one lists
    /// it. Circles end.
    func ancestry(
        of object: any Restorable,
        _ holders: HolderSearch?
    ) -> [(object: any Restorable, isListed: Bool)] {
        var ancestry: [(object: any Restorable, isListed: Bool)] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            let above = above(current, holders)
            ancestry.append((current, above?.isListed ?? true))
            next = above?.holder
        }
        return ancestry
    }

    /// What an object is below: the parent that it names, or that it was made or registered under;
    /// what holds it, where there is none, or where a class made it and that parent holds it no
    /// more (PATH-10).
    private func above(
        _ object: any Restorable,
        _ holders: HolderSearch?
    ) -> HolderSearch.Holding? {
        let position = registry.position(of: object)
        guard let parent = registry.parent(of: object, at: position) else {
            return holders?.holding(of: object)
        }
        guard let holders, let position, registry.followsHolder(at: position),
            !holders.lists(object, in: parent), let holding = holders.holding(of: object)
        else { return (parent, true) }
        return holding
    }

    /// What an object contains and presents. Not its elements: no class makes them.
    func held(by object: any Restorable) -> [any Restorable] {
        let slots = slotChildren(of: object)
        let named = slots.map { $0 + childrenBeside($0, in: object) } ?? object.restorationChildren
        return named + (presented(by: object).map { [$0] } ?? [])
    }

    /// What contains or presents an object, by the session's account or its own.
    package func parent(of object: any Restorable) -> (any Restorable)? {
        registry.parent(of: object, at: registry.position(of: object))
    }

    /// Whether `object` is `ancestor` or below it. O(steps between the two) if it is, else
    /// O(depth).
    package func contains(_ ancestor: any Restorable, above object: any Restorable) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            if current === ancestor { return true }
            next = parent(of: current)
        }
        return false
    }

    /// What an object is below by now. O(children), and O(graph) where it has left its parent.
    package func holder(of object: any Restorable) -> (any Restorable)? {
        above(object, HolderSearch(self))?.holder
    }

    /// Whether anything else has a name below `parent`, or at the top: what that lists, and what
    /// the session knows there. O(objects known).
    package func hasChild(
        named name: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        let listed = parent.map { children(of: $0).map(\.child) } ?? roots.map(\.object)
        let holders = HolderSearch(self)
        return tagged(listed).contains { $0 !== object && identifier(of: $0) == name }
            || registry.objects(named: name).contains {
                $0 !== object && above($0, holders)?.holder === parent
            }
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
            level = found.flatMap { children(of: $0).map(\.child) }
        }
        let holders = HolderSearch(self)
        return registry.objects(named: last).first { object in
            components(of: object, in: holders).map(\.identifier) == path
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
                queue += children(of: object, withElements: false).map(\.child)
            } else {
                tagged.append(object)
            }
        }
        return tagged
    }

    /// What an object contains, presents and owns, each with what tells it apart.
    ///
    /// - Parameters:
    ///   - withElements: Not for objects without an identifier: nobody preserves their elements.
    ///   - counter: See ``SlotList``.
    func children(
        of object: any Restorable,
        withElements: Bool = true,
        counter: SavedPositions.Counter? = nil
    ) -> [(child: any Restorable, discriminator: Discriminator)] {
        let slots = slotList(of: object, counter: counter)
        let held = slots?.held.map(\.child) ?? []
        let named = slots == nil ? object.restorationChildren : childrenBeside(held, in: object)
        var children = held.map { ($0, registry.discriminator(of: $0, in: object, slots)) }
        children += named.map { ($0, registry.discriminator(of: $0, in: object)) }
        if let presented = presented(by: object) {
            children.append((presented, registry.discriminator(of: presented, in: object)))
        }
        if withElements { children += elements(of: object).map { ($0, .none) } }
        return children
    }

    /// The children in a container's slots; `nil` of anything else.
    func slotChildren(of object: any Restorable) -> [any Restorable]? {
        guard traits.traits(of: object).contains(.container) else { return nil }
        return (object as? any RestorableContainer)?.restorationSlots.map(\.child)
    }

    /// What a container names as its children besides those in its slots; as a rule, nothing.
    func childrenBeside(
        _ slots: [any Restorable],
        in container: any Restorable
    ) -> [any Restorable] {
        let named = container.restorationChildren
        if named.count == slots.count, zip(named, slots).allSatisfy({ $0 === $1 }) { return [] }
        let held = Set(slots.map { ObjectIdentifier($0) })
        return named.filter { !held.contains(ObjectIdentifier($0)) && !($0 is UnavailableObject) }
    }

    func presented(by object: any Restorable) -> (any Restorable)? {
        guard traits.traits(of: object).contains(.presenter) else { return nil }
        return (object as? any RestorablePresenter)?.restorationPresented
    }

    func elements(of object: any Restorable) -> [any Restorable] {
        guard traits.traits(of: object).contains(.elementOwner) else { return [] }
        return (object as? any RestorableElementOwner)?.restorationElements ?? []
    }

    /// Whether a child may be called `identifier`, or something in one that is called nothing.
    func mayHold(_ identifier: RestorationIdentifier, below object: any Restorable) -> Bool {
        guard traits.traits(of: object).isDisjoint(with: [.presenter, .elementOwner]) else {
            return true
        }
        return object.restorationChildren.contains { child in
            self.identifier(of: child).map { $0 == identifier } ?? !(child is UnavailableObject)
        }
    }

    /// The children in a container's slots, and what tells them apart; `nil` of anything else.
    ///
    /// - Parameter counter: See ``SlotList``.
    func slotList(
        of object: any Restorable,
        counter: SavedPositions.Counter? = nil
    ) -> SlotList? {
        guard traits.traits(of: object).contains(.container),
            let container = object as? any RestorableContainer
        else { return nil }
        let parts =
            absent.isEmpty ? [] : absent[.of(container)].filter { $0.holder === container }
        return SlotList(of: container, absent: { _ in parts }, counter: counter) {
            identifier(of: $0)?.rawValue ?? ($0 as? UnavailableObject)?.identifier.rawValue
        }
    }

    private func scope(of object: any Restorable) -> Discriminator {
        roots.first { $0.object === object }?.scope ?? .none
    }

    func isRoot(_ object: any Restorable) -> Bool { roots.contains { $0.object === object } }
}
