import RestorationCore

/// The children of a container, and what tells them apart. Made once for all children: asking for
/// each of n costs O(n) together.
final class SlotList {
    /// With those that could not be restored, where they were.
    private(set) var slots: [RestorationSlot]
    /// Without them.
    let held: [RestorationSlot]
    /// Whether children of one name are told apart by their positions.
    let countsPositions: Bool
    private var discriminators: [ObjectIdentifier: Discriminator] = [:]
    private lazy var members = Set(slots.map { ObjectIdentifier($0.child) })

    /// - Parameters:
    ///   - absent: What else the container held that could not be restored, given what it holds.
    ///   - counter: Knows the positions of children if these are not what they are among the slots.
    ///   - identifier: What a child is called.
    init(
        of container: any RestorableContainer,
        absent: ([RestorationSlot]) -> [AbsentPart] = { _ in [] },
        counter: SavedPositions.Counter? = nil,
        identifier: (any Restorable) -> String?
    ) {
        held = container.restorationSlots
        let absent = absent(held)
        slots = absent.isEmpty ? held : Self.slots(held, with: absent, identifier)
        countsPositions = container.distinguishesChildrenByPosition
        var counter = counter
        var seen: [String: Int] = [:]
        for slot in slots {
            let key = Discriminator(slot.key)
            if key != .none { discriminators[ObjectIdentifier(slot.child)] = key }
            if key.identifier != nil { continue }
            if countsPositions, let name = identifier(slot.child), !name.isEmpty {
                seen[name, default: 0] += 1
                let count =
                    counter?.position(of: slot.child, called: name) ?? seen[name, default: 0]
                // The first one's path stays as it is when another of its name comes.
                if count > 1, let position = RestorationIdentifier(String(count)) {
                    discriminators[ObjectIdentifier(slot.child)] =
                        key.isRefused ? .replaced(position) : .identifier(position)
                }
            }
        }
        moveGapToEnd(of: container, absent, identifier)
    }

    /// Puts children that could not be restored back where they were.
    private static func slots(
        _ held: [RestorationSlot],
        with absent: [AbsentPart],
        _ identifier: (any Restorable) -> String?
    ) -> [RestorationSlot] {
        var slots = held
        lazy var names = Set(held.compactMap { identifier($0.child) })
        let occupied = Set(held.compactMap(\.key))
        let known = Set(held.map { ObjectIdentifier($0.child) })
        for part in absent {
            guard case .child(let position, let key) = part.role,
                !(key.map(occupied.contains) ?? false), !part.isOver,
                !known.contains(ObjectIdentifier(part.child))
            else { continue }
            // The program's own that was not looked for is where the program has put it.
            if part.kept.wasNotLookedUp, names.contains(part.kept.identifier.rawValue) { continue }
            let slot = RestorationSlot(part.child, key: key)
            slots.insert(slot, at: min(position, slots.count))
        }
        return slots
    }

    /// Where a stack has grown since over what is not there, that comes back above it, so that what
    /// is there now is there in the next launch as well, whether or not the rest comes back. The
    /// children are told apart as before.
    private func moveGapToEnd(
        of container: any RestorableContainer,
        _ absent: [AbsentPart],
        _ identifier: (any Restorable) -> String?
    ) {
        guard !absent.isEmpty, container.restorationArrangement == .stack else { return }
        // Nor is an object that was left out above a gap.
        let leftOut = Set(absent.filter { !$0.isWithheld }.map { ObjectIdentifier($0.child) })
            .subtracting(held.map { ObjectIdentifier($0.child) })
        let isThere = { (child: any Restorable) in
            !(child is UnavailableObject) && !leftOut.contains(ObjectIdentifier(child))
        }
        let gap = absent.lazy.compactMap { part in
            if case .child(let position, _) = part.role, !isThere(part.child) {
                position
            } else {
                nil
            }
        }.first
        let there = slots.filter { isThere($0.child) }
        guard let gap, there.count(where: { identifier($0.child) != nil }) > gap else { return }
        slots = there + slots.filter { !isThere($0.child) }
    }

    func discriminator(of child: any Restorable) -> Discriminator {
        discriminators.isEmpty ? .none : discriminators[ObjectIdentifier(child)] ?? .none
    }

    func contains(_ child: any Restorable) -> Bool { members.contains(ObjectIdentifier(child)) }
}

extension RestorationArrangement {
    /// How a container's children are to be: what was restored, and what is there besides.
    ///
    /// Linear in both.
    ///
    /// - Parameters:
    ///   - current: What the container holds.
    ///   - restored: What came back, in the saved order; for a stack up to the first gap.
    ///   - isTagged: Whether a child has an identifier.
    func merge(
        _ current: [RestorationSlot],
        with restored: [RestorationSlot],
        isTagged: (any Restorable) -> Bool
    ) -> [RestorationSlot] {
        switch self {
        case .stack: Self.stack(current, restored, isTagged)
        case .places: Self.places(current, restored)
        }
    }

    /// The restored members in their order; what has no identifier stays above the member that it
    /// was above (CONT-4).
    private static func stack(
        _ current: [RestorationSlot],
        _ restored: [RestorationSlot],
        _ isTagged: (any Restorable) -> Bool
    ) -> [RestorationSlot] {
        let known = Set(restored.map { ObjectIdentifier($0.child) })
        var untagged: [ObjectIdentifier?: [RestorationSlot]] = [:]
        var below: ObjectIdentifier?
        for slot in current {
            if known.contains(ObjectIdentifier(slot.child)) {
                below = ObjectIdentifier(slot.child)
            } else if !isTagged(slot.child) {
                untagged[below, default: []].append(slot)
            }
        }
        return (untagged[nil] ?? [])
            + restored.flatMap { [$0] + (untagged[ObjectIdentifier($0.child)] ?? []) }
    }

    /// What the container holds; what is missing in it after what it followed, or in its own slot.
    private static func places(
        _ current: [RestorationSlot],
        _ restored: [RestorationSlot]
    ) -> [RestorationSlot] {
        let known = Set(restored.map { ObjectIdentifier($0.child) })
        var positions: [ObjectIdentifier: Int] = [:]
        var holders: [String: Int] = [:]
        for (position, slot) in current.enumerated() {
            positions[ObjectIdentifier(slot.child)] = position
            let isFree = !known.contains(ObjectIdentifier(slot.child))
            if let key = slot.key, isFree { holders[key] = position }
        }
        var merged = current
        var added: [Int: [RestorationSlot]] = [:]
        var last = -1
        for slot in restored {
            if let position = positions[ObjectIdentifier(slot.child)] {
                last = position
            } else if let key = slot.key, let position = holders[key] {
                merged[position] = slot
                last = position
            } else {
                added[last, default: []].append(slot)
            }
        }
        guard !added.isEmpty else { return merged }
        return (added[-1] ?? []) + merged.indices.flatMap { [merged[$0]] + (added[$0] ?? []) }
    }
}

/// Whether two arrangements are one.
func isSame(_ first: [RestorationSlot], _ second: [RestorationSlot]) -> Bool {
    first.count == second.count
        && zip(first, second).allSatisfy { $0.child === $1.child && $0.key == $1.key }
}
