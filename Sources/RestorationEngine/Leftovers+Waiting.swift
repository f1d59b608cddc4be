package import RestorationCore

/// Waiting for objects after the restore, and giving it up.
extension Leftovers {
    /// When the next wait ends; `nil` if none does by itself.
    package var nextDeadline: ContinuousClock.Instant? { awaited.compactMap(\.deadline).min() }

    /// Why the places of awaited objects are not theirs any more: what the person or the program did
    /// meanwhile counts.
    ///
    /// - Parameter tickets: Of those to look at; `nil` for all.
    package func closedPlaces(
        of tickets: Set<ObjectIdentifier>? = nil,
        registry: ObjectRegistry,
        roots: [RestorationRoot]
    ) -> [(awaited: AwaitedObject, reason: Diagnosis)] {
        let awaited = awaited.filter {
            tickets?.contains(ObjectIdentifier($0.ticket)) ?? true
        }
        guard !awaited.isEmpty else { return [] }
        let check = PlaceCheck(self, of: awaited, registry: registry, roots: roots)
        return awaited.compactMap { awaited in
            check.closing(of: awaited).map { (awaited, $0) }
        }
    }

    /// Gives up waiting for some objects, and for those that cannot come without them. Their state
    /// is kept.
    ///
    /// - Returns: The records that are awaited no more, each with the reason.
    package mutating func endWait(
        for ended: [(awaited: AwaitedObject, reason: Diagnosis)]
    ) -> [(node: UInt32, reason: Diagnosis)] {
        var reasons: [ObjectIdentifier: Diagnosis] = [:]
        for (object, reason) in ended { reasons[ObjectIdentifier(object.kept)] = reason }
        let archive = ended.first?.awaited.archive
        awaited.removeAll { reasons[ObjectIdentifier($0.kept)] != nil }
        let order = WaitingOrder(self)
        let hopeless = awaited.filter { !order.isHopeful($0.kept) }
        if !hopeless.isEmpty { awaited.removeAll { !order.isHopeful($0.kept) } }
        var changes: [(node: UInt32, reason: Diagnosis)] = []
        for kept in unavailable where kept.isAwaited && !order.isHopeful(kept) {
            let reason =
                reasons[ObjectIdentifier(kept)]
                ?? Diagnosis(
                    problem: "What it was to come with does not come",
                    remedy: Self.nextLaunch
                )
            kept.reason = reason
            if let home = kept.home, let archive {
                changes.append((archive.records[home].path, reason))
            }
            // What has hope has it from others that have, so that the order makes no difference.
            kept.isAwaited = false
        }
        for object in ended.map(\.awaited) + hopeless { object.ticket.cancel() }
        return changes
    }

    /// Lets go of what cannot be restored and is awaited no more, where nothing of that is kept.
    package mutating func giveUpUnawaited() {
        unavailable.removeAll { !$0.isAwaited }
        absent.removeAll { $0.role != .element && !$0.kept.isAwaited }
    }

    package static let nextLaunch =
        "Its state is kept, and its restoration class is asked again at the next launch."

    /// Takes in what a late restore leaves. What came and was taken by nobody is kept as before.
    ///
    /// - Returns: Objects that came and that nobody took, with the reason.
    package mutating func add(
        _ late: Restoration.Outcome,
        of plan: ArrivalPlan
    ) -> [(node: UInt32, reason: Diagnosis)] {
        unavailable += late.leftovers.unavailable
        heldBack += late.leftovers.heldBack
        passedOver += late.leftovers.passedOver
        carried += late.leftovers.carried
        absent += late.leftovers.absent
        awaited += late.leftovers.awaited
        arrangements += late.leftovers.arrangements
        let lost = plan.tops.filter { top in
            top.kept.arrived == nil && late.arrived.contains { $0 === top.kept }
        }
        let lostNodes = Set(plan.archive.nodes(below: Set(lost.map(\.node))))
        var changes: [(node: UInt32, reason: Diagnosis)] = []
        for kept in late.arrived {
            let node = plan.archive.records[kept.home!].path
            guard lostNodes.contains(node), kept.arrived == nil else {
                kept.isSpent = true
                kept.references = []
                continue
            }
            kept.isAwaited = false
            kept.reason = Self.nobody
            unavailable.append(kept)
            changes.append((node, Self.nobody))
        }
        passedOver.removeAll { reference in
            (reference.object as? UnavailableObject).map { $0.isSpent && $0.arrived == nil }
                ?? false
        }
        return changes
    }

    private static let nobody = Diagnosis(
        problem: "It arrived, and nobody took it",
        remedy: "Put it where it belongs when didRestoreAwaited(_:) tells of it; its state is kept."
    )
}

/// Finds out whether the places of awaited objects are still free.
private struct PlaceCheck {
    private let order: WaitingOrder
    private let occupants: PathOccupants
    private let presented: [ObjectIdentifier: AbsentPart]
    private let paths: LivePath

    init(
        _ leftovers: Leftovers,
        of awaited: [AwaitedObject],
        registry: ObjectRegistry,
        roots: [RestorationRoot]
    ) {
        order = WaitingOrder(leftovers)
        occupants = PathOccupants(of: awaited, registry: registry, roots: roots)
        paths = LivePath(registry: registry, roots: roots)
        presented = Dictionary(
            leftovers.absent.filter { $0.role == .presented }
                .map { (ObjectIdentifier($0.kept), $0) },
            uniquingKeysWith: { $1 }
        )
    }

    func closing(of awaited: AwaitedObject) -> Diagnosis? {
        if awaited.parentRecord != nil, awaited.parent == nil {
            return Self.closed("What it belongs to is gone")
        }
        if let occupant = occupants.occupant(of: awaited), occupant !== awaited.occupant {
            return Self.closed("Another object has its path by now")
        }
        if let part = presented[ObjectIdentifier(awaited.kept)] {
            guard let presenter = part.holder as? any RestorablePresenter else {
                return Self.closed("What it belongs to is gone")
            }
            if presenter.restorationPresented != nil {
                return Self.closed("Something else is presented in its place")
            }
        }
        guard let (list, position) = order.place(of: awaited.number) else { return nil }
        guard let container = list.container else {
            return Self.closed("What it belongs to is gone")
        }
        if list.isRearranged(container, isTagged: { isTagged($0) }) {
            return Self.closed("The stack that it belongs to has been rearranged")
        }
        if list.isRemoved(position, from: container) {
            return Self.closed("What stood in its place was removed")
        }
        return list.isTaken(position, in: container)
            ? Self.closed("Something else is in its slot by now") : nil
    }

    private func isTagged(_ object: any Restorable) -> Bool {
        object is UnavailableObject || paths.identifier(of: object) != nil
    }

    private static func closed(_ problem: String) -> Diagnosis {
        Diagnosis(
            problem: "\(problem), so it is not waited for any longer",
            remedy: "Nothing needs to be done: what was done meanwhile counts."
        )
    }
}

/// The live objects that have the paths of awaited ones.
struct PathOccupants {
    private var found: [ObjectIdentifier: any Restorable] = [:]

    init(of awaited: [AwaitedObject], registry: ObjectRegistry, roots: [RestorationRoot]) {
        guard let archive = awaited.first?.archive else { return }
        let live = LiveGraph(archive: archive, roots: roots, registry: registry)
        let named = registry.objects(named: Set(awaited.map(\.kept.identifier)))
        let paths = LivePath(registry: registry, roots: roots)
        for object in awaited {
            if let occupant = live.occupant(of: object.node) {
                found[ObjectIdentifier(object)] = occupant
                continue
            }
            guard let candidates = named[object.kept.identifier] else { continue }
            let path = archive.path(of: object.node)
            found[ObjectIdentifier(object)] = candidates.first { paths.path(of: $0) == path }
        }
    }

    func occupant(of awaited: AwaitedObject) -> (any Restorable)? {
        found[ObjectIdentifier(awaited)]
    }
}

extension LiveGraph {
    fileprivate func occupant(of node: UInt32) -> (any Restorable)? {
        if case .object(let object) = object(at: node, known: { _ in nil }) { return object }
        return nil
    }
}
