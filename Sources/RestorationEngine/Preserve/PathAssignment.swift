import RestorationCore

/// Gives the objects of a capture their places: mostly a parent's place is known, since parents are
/// met first.
final class PathAssignment {
    /// What tells the roots apart, by address.
    let scopes: [ObjectIdentifier: Discriminator]
    /// Whose turn it is to encode: mostly that holds what is met.
    var turn = EncodingTurn()
    private(set) var issues = PathIssues()
    /// Tells what objects hold, and what holds them.
    let graph: LiveGraph

    private let writer: ArchiveWriter
    private let registry: ObjectRegistry
    private let retained: RetainedState
    private let facts: CaptureFacts?
    private var nodes: RetainedNodes
    private var asides = Asides()
    /// By path node: objects that keep it until they are met.
    private var claims: [UInt32: ObjectIdentifier] = [:]
    /// By parent and name: the program's own children of parents to which objects were moved, or in
    /// which objects were renamed.
    private var ownChildren: [ObjectIdentifier: [String: ObjectIdentifier]] = [:]
    private var hasAsides = false
    /// By path node: the next number to try for one more object of that path.
    private var numbers: [UInt32: Int] = [:]
    private lazy var numbersInUse = registry.numbers
    private lazy var retainedNodes = listRetainedNodes()
    private var isListingRetained = false
    /// What the capture has found out about where objects are.
    private(set) var changes = PlaceChanges()
    private var hasMoved = false
    private lazy var firstRegistered = registry.firstRegistered()

    init(
        _ writer: ArchiveWriter,
        _ registry: ObjectRegistry,
        _ roots: [RestorationRoot],
        _ retained: RetainedState,
        _ traits: TraitTable,
        _ facts: CaptureFacts?
    ) {
        self.writer = writer
        self.registry = registry
        graph = LiveGraph(registry: registry, roots: roots, traits: traits) { container, held in
            retained.parts(of: container, holding: held)
        }
        self.retained = retained
        self.facts = facts
        nodes = RetainedNodes(writer)
        scopes = Dictionary(
            roots.map { (ObjectIdentifier($0.object), $0.scope) },
            uniquingKeysWith: { $1 }
        )
    }

    func isRoot(_ object: any Restorable) -> Bool { scopes[ObjectIdentifier(object)] != nil }

    // MARK: Places

    /// The place of an object, found now or before.
    func place(of object: any Restorable) -> Place {
        (hasAsides ? asides[object] : nil) ?? findPlace(of: object, isMet: true)
    }

    private func findPlace(of object: any Restorable, isMet: Bool = false) -> Place {
        let registered = registry.position(of: object)
        if let kept = retained.record(for: object), !isPlacedByHolder(object, registered) {
            // It may not be where it was; its record is to come back where it belongs.
            return Place(node: node(of: kept), isTagged: true, registered: registered)
        }
        if isMet, let place = placeInTurn(object, registered) { return place }
        guard let (parent, isListed) = above(object, isMet: isMet) else {
            return placeWithoutParent(object, registered)
        }
        var node = knownNode(of: parent)
        if node == nil {
            findAncestors(of: object, from: parent)
            // A circle of parents has been broken, and reported, at one of its members.
            if let place = asides[object] { return place }
            node = knownNode(of: parent)
        }
        let (above, discriminator) = graph.place(of: object, in: parent, isListed: isListed)
        return place(
            object,
            registered,
            under: self.node(above, below: node ?? ArchiveRecord.none),
            discriminator: discriminator
        )
    }

    /// The place of an object that was made or registered under what is encoding, and that is met
    /// there: the way of nearly all.
    private func placeInTurn(_ object: any Restorable, _ registered: Int?) -> Place? {
        guard let registered, !turn.hasMetChildren,
            let parent = registry.parent(at: registered), parent === turn.object
        else { return nil }
        let node = writer.node(ofRecord: turn.record)
        guard turn.isContainer || !registry.restoredPlaces.isEmpty else {
            let told = Discriminator(parent.restorationDiscriminator(of: object))
            return place(object, registered, under: node, discriminator: told)
        }
        let (above, discriminator) = graph.place(of: object, in: parent, isListed: true)
        return place(
            object,
            registered,
            under: self.node(above, below: node),
            discriminator: discriminator
        )
    }

    /// Whether a class made an object, and something holds it: its place is what that and its name
    /// say by now, and otherwise where it was.
    private func isPlacedByHolder(_ object: any Restorable, _ registered: Int?) -> Bool {
        guard let registered, registry.followsHolder(at: registered) else { return false }
        return !registry.hasLostParent(at: registered) || graph.above(object) != nil
    }

    private func placeWithoutParent(_ object: any Restorable, _ registered: Int?) -> Place {
        let scope = scopes[ObjectIdentifier(object)] ?? .none
        let (above, discriminator) = registry.place(of: object, in: nil, nil)
        if let facts, let registered, !isRoot(object), registry.hasLostParent(at: registered) {
            facts.bereft.append(object)
        }
        return place(
            object,
            registered,
            under: node(above, below: ArchiveRecord.none),
            discriminator: scope == .none ? discriminator : scope
        )
    }

    /// The place of an object whose parent's node is known.
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
            issues.add(
                .invalidIdentifier(type: TypeName.inMessages(object), under: parentPath)
            )
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
        if discriminator.isRefused {
            issues.addRefusedDiscriminator(of: object, writer.path(of: place.node))
        }
        return place
    }

    /// Remembers the place of an object that has no record, or none yet.
    func setAside(_ object: any Restorable, _ place: Place) {
        hasAsides = true
        asides.set(place, for: object)
    }

    // MARK: Parents

    func parent(of object: any Restorable, _ registered: Int?) -> (any Restorable)? {
        registry.parent(of: object, at: registered)
    }

    /// What an object is below: a restore looks for it there. Mostly that is what is encoding.
    ///
    /// - Parameter isMet: Whether it is the object itself that was come upon, rather than one below
    ///   it.
    private func above(_ object: any Restorable, isMet: Bool = false) -> LiveGraph.Holding? {
        let position = registry.position(of: object)
        if registry.parent(of: object, at: position) == nil {
            let isAtTop = position.map { registry.isAtTop(at: $0) } ?? false
            if isAtTop || isRoot(object) { return nil }
        }
        let holding = graph.above(
            object,
            from: turnObject,
            isHeldThere: isMet && !turn.hasMetChildren
        )
        if let holder = holding?.holder, let position, registry.followsHolder(at: position) {
            let former = registry.parent(at: position)
            if holder !== former {
                hasMoved = true
                changes.moved.append(
                    PlaceChanges.Move(object: object, former: former, parent: holder)
                )
            }
        }
        return holding
    }

    /// What is encoding.
    var turnObject: (any Restorable)? { turn.object }

    /// Goes up first and then down again instead of calling itself: trees may be deep.
    private func findAncestors(of object: any Restorable, from parent: any Restorable) {
        var chain = [parent]
        var inChain: Set = [ObjectIdentifier(object), ObjectIdentifier(parent)]
        while true {
            let last = chain[chain.count - 1]
            guard let next = above(last)?.holder else { break }
            if knownNode(of: next) != nil { break }
            guard inChain.insert(ObjectIdentifier(next)).inserted else {
                issues.add(.circularParents(type: TypeName.inMessages(next)))
                // Taken for a root, so that the rest of the circle has a path.
                setAside(next, placeWithoutParent(next, registry.position(of: next)))
                break
            }
            chain.append(next)
        }
        for ancestor in chain.reversed() where asides[ancestor] == nil {
            setAside(ancestor, claimedPlace(of: ancestor))
        }
    }

    /// The place of an object that is met later than one below it. If a class made it, it keeps
    /// that place, or the one below it would be saved below another object.
    private func claimedPlace(of ancestor: any Restorable) -> Place {
        let place = findPlace(of: ancestor)
        guard place.isTagged, let registered = place.registered,
            registry.followsHolder(at: registered), above(ancestor)?.isListed == true
        else { return place }
        let owner = writer.owner(of: place.node)
        let isTaken = owner != ArchiveRecord.none && isAnothers(owner, ancestor)
        guard isTaken || isClaimed(place, besides: ancestor) else {
            if owner == ArchiveRecord.none { claims[place.node] = ObjectIdentifier(ancestor) }
            return place
        }
        // A number must be none that a retained record has, and these are still being listed.
        return isListingRetained ? place : freePlace(beside: place, for: ancestor) ?? place
    }

    private func isAnothers(_ owner: UInt32, _ ancestor: any Restorable) -> Bool {
        guard let object = writer.object(ofRecord: Int(owner)) else { return false }
        return object !== ancestor && !(object is UnavailableObject)
    }

    private func listRetainedNodes() -> Set<UInt32> {
        isListingRetained = true
        defer { isListingRetained = false }
        return Set(retained.unavailable.map { node(of: $0) })
    }

    /// Whether a place is that of another object, which has not been met yet.
    func isClaimed(_ place: Place, besides object: any Restorable) -> Bool {
        guard !claims.isEmpty, place.isTagged, let holder = claims[place.node] else { return false }
        return holder != ObjectIdentifier(object)
    }

    /// Claims the place of an object that was renamed or moved for a child of the program's own
    /// that has the same name: only an object of a class comes back by a number.
    func claimForProgram(_ place: Place, of object: any Restorable) {
        guard registry.hasFormerPlace(object), let registered = place.registered,
            registry.followsHolder(at: registered), claims[place.node] == nil,
            writer.step(ofNode: place.node).discriminator == ArchiveRecord.none,
            let parent = graph.above(object)?.holder
        else { return }
        let key = ObjectIdentifier(parent)
        let own = ownChildren[key] ?? listOwnChildren(of: parent)
        ownChildren[key] = own
        claims[place.node] = own[registry.identity(at: registered).identifier.rawValue]
    }

    private func listOwnChildren(of parent: any Restorable) -> [String: ObjectIdentifier] {
        let own = graph.children(of: parent, withElements: false).filter {
            $0.discriminator == .none && registry.position(of: $0.child) == nil
                && !($0.child is UnavailableObject)
        }
        return Dictionary(
            own.compactMap { child, _ in
                child.restorationIdentifier.map { ($0, ObjectIdentifier(child)) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: Nodes

    private func knownNode(of object: any Restorable) -> UInt32? {
        if let number = writer.sections.number(of: object) {
            return writer.node(ofRecord: Int(number))
        }
        return asides[object]?.node
    }

    func node(of kept: UnavailableObject) -> UInt32 {
        if let object = retained.object(for: kept),
            isPlacedByHolder(object, registry.position(of: object))
        {
            return knownNode(of: object) ?? findPlace(of: object).node
        }
        guard let holder = kept.holder, let object = holder.object,
            let node = knownNode(of: object) ?? nodeByHolder(of: object)
        else { return nodes.node(of: kept, below: nil) }
        return nodes.node(of: kept, below: (holder.steps, node))
    }

    /// The node of an object that has not been met, where that may have moved: a class made it, or
    /// what it is below.
    private func nodeByHolder(of object: any Restorable) -> UInt32? {
        let mayHaveMoved = registry.ancestry(of: object).contains { ancestor in
            registry.position(of: ancestor).map { registry.followsHolder(at: $0) } ?? false
        }
        return mayHaveMoved ? findPlace(of: object).node : nil
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

    // MARK: Collisions

    /// An object is saved for the first time, or at its present path for the first time.
    func noteFirstSave(of object: any Restorable) { changes.saved.append(WeakObject(object)) }

    /// Whether an object has come from elsewhere to the path of a retained record.
    func isMovedToRetained(_ object: any Restorable, _ place: Place) -> Bool {
        guard hasMoved, retainedNodes.contains(place.node) else { return false }
        let moved = changes.moved
        return moved.contains { $0.object === object }
    }

    /// The path that an object had at the last durable save.
    ///
    /// - Parameter path: Its present one.
    func formerPath(of object: any Restorable, _ path: RestorationPath) -> RestorationPath {
        var below: [any Restorable] = []
        var hasMovedPath = false
        let (moved, numbered) = (changes.moved, changes.numbered)
        for ancestor in registry.ancestry(of: object) {
            if let former = registry.formerPath(of: ancestor) {
                let steps = zip(below.reversed(), [ancestor] + below.reversed()).flatMap {
                    graph.steps(to: $0, in: $1, isListed: true)
                }
                return RestorationPath(former.components + steps) ?? path
            }
            hasMovedPath =
                hasMovedPath || moved.contains { $0.object === ancestor }
                || numbered.contains { $0.object === ancestor }
            below.append(ancestor)
        }
        return hasMovedPath ? RestorationPath(graph.componentsAsNamed(of: object)) ?? path : path
    }

    /// So that a number has room behind it.
    private static let longestPrefix = RestorationIdentifier.maximumLength - 20

    /// Another place for an object that a class made, where its own is taken: beside that, told
    /// apart by a number that nothing live or retained has (PATH-8). `nil` for any other object.
    func freePlace(beside place: Place, for object: any Restorable) -> Place? {
        guard place.isTagged, let registered = place.registered,
            registry.followsHolder(at: registered)
        else { return nil }
        var step = writer.step(ofNode: place.node)
        // A key or a position stays before the number, so that it is not another's position.
        let own = step.discriminator == ArchiveRecord.none ? "" : writer.string(step.discriminator)
        let isNumber = RestorationIdentifier(own).map { numbersInUse.contains($0) } ?? true
        let prefix = isNumber || own.utf8.count > Self.longestPrefix ? "" : "\(own)."
        if isNumber { step.discriminator = ArchiveRecord.none }
        var free = place
        let taken = writer.number(of: step)
        var number = numbers[taken] ?? 2
        while true {
            let text = "\(prefix)\(number)"
            number += 1
            guard let discriminator = RestorationIdentifier(text),
                !numbersInUse.contains(discriminator)
            else { continue }
            step.discriminator = writer.stringNumber(text)
            free.node = writer.number(of: step)
            guard writer.owner(of: free.node) == ArchiveRecord.none,
                !retainedNodes.contains(free.node), claims[free.node] == nil
            else { continue }
            numbers[taken] = number
            changes.numbered.append(
                PlaceChanges.Number(object: object, discriminator: discriminator)
            )
            return free
        }
    }

    /// The live object that was registered under the same path before that at `position`, and
    /// counts (OBJ-12).
    func registered(before position: Int) -> (any Restorable)? {
        guard registry.identity(at: position).isRegistered else { return nil }
        let first = firstRegistered[registry.registeredName(at: position)]
        guard let first, first < position else { return nil }
        return registry.object(at: first)
    }

    /// An object is left out, since its path is that of another one.
    ///
    /// - Parameter saved: The other one; `nil` for a retained record.
    func noteDuplicate(_ object: any Restorable, at node: UInt32, saved: (any Restorable)?) {
        let saved = saved.map { TypeName.inMessages($0) } ?? "retained record"
        issues.addDuplicate(object, writer.path(of: node), saved: saved)
    }
}
