package import RestorationCore

/// The live objects as they are now: what each holds, what holds it, and what tells it apart from
/// others of its name. Their paths are read off here (PATH-10).
///
/// What was asked for is remembered, and kept alive, so that no address is used twice: asking for
/// each of n children costs O(n) together. Good for as long as nothing is moved; make another one
/// then, which costs nothing.
package final class LiveGraph {
    let registry: ObjectRegistry
    let roots: [RestorationRoot]
    let traits: TraitTable
    /// What a container had besides what it holds, which counts in what tells children apart.
    private let absent: (any RestorableContainer, [RestorationSlot]) -> [AbsentPart]
    private var slotLists: [ObjectIdentifier: (of: any Restorable, slots: SlotList)] = [:]
    /// The parent asked about last: siblings mostly follow each other.
    private var lastParent: (object: any Restorable, slots: SlotList?)?
    private var listings: [ObjectIdentifier: Listing] = [:]
    private lazy var search = HolderSearch(roots)

    /// What an object lists.
    private struct Listing {
        let object: any Restorable
        let children: Set<ObjectIdentifier>
        let presented: ObjectIdentifier?
    }

    /// What holds an object, and whether among its children, which something may tell apart.
    typealias Holding = (holder: any Restorable, isListed: Bool)

    init(
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        traits: TraitTable = TraitTable(),
        absent: @escaping (any RestorableContainer, [RestorationSlot]) -> [AbsentPart]
    ) {
        self.registry = registry
        self.roots = roots
        self.traits = traits
        self.absent = absent
    }

    /// - Parameter absent: The retained parts of containers and presenters. Not needed where
    ///   discriminators make no difference.
    package convenience init(
        registry: ObjectRegistry,
        roots: [RestorationRoot],
        absent: KeyedList<AbsentPart> = KeyedList()
    ) {
        self.init(registry: registry, roots: roots) { container, _ in
            absent.isEmpty ? [] : absent[.of(container)].filter { $0.holder === container }
        }
    }

    func isRoot(_ object: any Restorable) -> Bool { roots.contains { $0.object === object } }

    // MARK: Down

    /// The children in a container's slots, and what tells them apart; `nil` of anything else.
    ///
    /// - Parameter counter: See ``SlotList``. Always given, or never.
    func slots(
        of object: any Restorable,
        counter: SavedPositions.Counter? = nil
    ) -> SlotList? {
        if let lastParent, lastParent.object === object { return lastParent.slots }
        let slots = findSlots(of: object, counter)
        lastParent = (object, slots)
        return slots
    }

    private func findSlots(
        of object: any Restorable,
        _ counter: SavedPositions.Counter?
    ) -> SlotList? {
        guard traits.traits(of: object).contains(.container) else { return nil }
        if let known = slotLists[ObjectIdentifier(object)] { return known.slots }
        guard let container = object as? any RestorableContainer else { return nil }
        let slots = SlotList(
            of: container,
            absent: { self.absent(container, $0) },
            counter: counter,
            identifier: { self.registry.name(of: $0) }
        )
        slotLists[ObjectIdentifier(object)] = (object, slots)
        return slots
    }

    /// It turns out to have more children.
    func forgetSlots(of container: any Restorable) {
        slotLists[ObjectIdentifier(container)] = nil
        lastParent = nil
    }

    func presented(by object: any Restorable) -> (any Restorable)? {
        guard traits.traits(of: object).contains(.presenter) else { return nil }
        return (object as? any RestorablePresenter)?.restorationPresented
    }

    func elements(of object: any Restorable) -> [any Restorable] {
        guard traits.traits(of: object).contains(.elementOwner) else { return [] }
        return (object as? any RestorableElementOwner)?.restorationElements ?? []
    }

    /// What an object names as its children: those in its slots first.
    private func named(by object: any Restorable) -> (slots: [any Restorable], [any Restorable]) {
        guard traits.traits(of: object).contains(.container),
            let container = object as? any RestorableContainer
        else { return ([], object.restorationChildren) }
        let slots = container.restorationSlots.map(\.child)
        let named = container.restorationChildren
        if named.count == slots.count, zip(named, slots).allSatisfy({ $0 === $1 }) {
            return (slots, [])
        }
        let held = Set(slots.map { ObjectIdentifier($0) })
        return (
            slots,
            named.filter { !held.contains(ObjectIdentifier($0)) && !($0 is UnavailableObject) }
        )
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
        let slots = slots(of: object, counter: counter)
        let (held, beside) = named(by: object)
        var children = held.map { ($0, registry.discriminator(of: $0, in: object, slots)) }
        children += beside.map { ($0, registry.discriminator(of: $0, in: object)) }
        if let presented = presented(by: object) {
            children.append((presented, registry.discriminator(of: presented, in: object)))
        }
        if withElements { children += elements(of: object).map { ($0, .none) } }
        return children
    }

    /// The objects with identifiers; in place of one without, what it contains (PATH-15).
    func tagged(_ objects: [any Restorable]) -> [any Restorable] {
        var tagged: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var queue = objects[...]
        while let object = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            if registry.identifier(of: object) == nil {
                queue += children(of: object, withElements: false).map(\.child)
            } else {
                tagged.append(object)
            }
        }
        return tagged
    }

    // MARK: Up

    /// How an object holds another one; `nil` if it neither lists nor presents it. What it holds is
    /// listed once.
    func holding(of child: any Restorable, by parent: any Restorable) -> Holding? {
        let listing = listing(of: parent)
        if listing.children.contains(ObjectIdentifier(child)) { return (parent, true) }
        return listing.presented == ObjectIdentifier(child) ? (parent, false) : nil
    }

    private func listing(of object: any Restorable) -> Listing {
        if let known = listings[ObjectIdentifier(object)] { return known }
        let (slots, beside) = named(by: object)
        let listing = Listing(
            object: object,
            children: Set((slots + beside).map { ObjectIdentifier($0) }),
            presented: presented(by: object).map { ObjectIdentifier($0) }
        )
        listings[ObjectIdentifier(object)] = listing
        return listing
    }

    /// What an object is below: the parent that it names, or that it was made or registered under;
    /// what holds it, where there is none, or where a class made it and that parent holds it no
    /// more.
    ///
    /// - Parameters:
    ///   - source: What has led to the object, and mostly is what holds it.
    ///   - isHeldThere: Whether it is still in what has led to it, if it was.
    func above(
        _ object: any Restorable,
        from source: (any Restorable)? = nil,
        isHeldThere: Bool = false
    ) -> Holding? {
        let position = registry.position(of: object)
        guard let parent = registry.parent(of: object, at: position) else {
            return holding(of: object, from: source)
        }
        guard let position, registry.followsHolder(at: position),
            !(isHeldThere && parent === source),
            holding(of: object, by: parent) == nil,
            let holding = holding(of: object, from: source)
        else { return (parent, true) }
        return holding
    }

    private func holding(
        of object: any Restorable,
        from source: (any Restorable)?
    ) -> Holding? {
        source.flatMap { holding(of: object, by: $0) } ?? holding(of: object)
    }

    /// What holds an object; `nil` for a root, and where nothing holds it. Of several the first one
    /// that is come upon from the roots: O(objects above and beside it), O(graph) for all such
    /// questions together.
    func holding(of object: any Restorable) -> Holding? {
        isRoot(object) ? nil : search.holding(of: object, in: self)
    }

    /// What an object is below by now.
    package func holder(of object: any Restorable) -> (any Restorable)? { above(object)?.holder }

    /// In the order in which a save meets what an object holds.
    fileprivate func forEachHeld(
        by object: any Restorable,
        _ body: (any Restorable, Holding?) -> Void
    ) {
        let (slots, beside) = named(by: object)
        for child in slots { body(child, (object, true)) }
        if let presented = presented(by: object) { body(presented, (object, false)) }
        for child in beside {
            // What the session made or registered at the top stays there, unless it is in a slot.
            let position = registry.position(of: child)
            body(child, position.map { registry.isAtTop(at: $0) } == true ? nil : (object, true))
        }
    }
}

/// Finds what holds objects that name no parent, and those that a class made and that have left
/// what they were made under: a save puts them below what lists them as a child, presents them, or
/// has them for elements.
///
/// Goes down from the roots, level by level, until it comes upon what is asked for, and goes on
/// from there the next time. Nothing is looked at before something is asked.
private final class HolderSearch {
    /// What was found so far, in the order in which it is looked into.
    private var queue: [any Restorable]
    private var next = 0
    private var seen: Set<ObjectIdentifier>
    /// How much of the queue was asked for its elements. Libraries look through theirs for that.
    private var nextOwner = 0
    private var holdings: [ObjectIdentifier: LiveGraph.Holding] = [:]

    init(_ roots: [RestorationRoot]) {
        queue = roots.map(\.object)
        seen = Set(queue.map { ObjectIdentifier($0) })
    }

    func holding(of object: any Restorable, in graph: LiveGraph) -> LiveGraph.Holding? {
        let key = ObjectIdentifier(object)
        while holdings[key] == nil, next < queue.count {
            next += 1
            graph.forEachHeld(by: queue[next - 1]) { note($0, $1) }
        }
        guard object is any RestorableElement else { return holdings[key] }
        while holdings[key] == nil, nextOwner < next {
            nextOwner += 1
            let owner = queue[nextOwner - 1]
            // Nobody preserves those of an object without an identifier.
            guard graph.registry.identifier(of: owner) != nil else { continue }
            for element in graph.elements(of: owner) { note(element, (owner, false)) }
        }
        return holdings[key]
    }

    private func note(_ child: any Restorable, _ holding: LiveGraph.Holding?) {
        let key = ObjectIdentifier(child)
        if seen.insert(key).inserted { queue.append(child) }
        if let holding, holdings[key] == nil { holdings[key] = holding }
    }
}
