package import RestorationCore

/// Where an object was at the last durable save. Objects below one ancestor share its place, so
/// that noting the place of each costs nothing for their depth.
final class FormerPlace {
    private var above: FormerPlace?
    private let steps: [RestorationPath.Component]

    init(_ steps: [RestorationPath.Component], below above: FormerPlace?) {
        self.steps = steps
        self.above = above
    }

    /// `nil` of an object that was never saved. O(depth).
    var path: RestorationPath? {
        RestorationPath(sequence(first: self, next: \.above).reversed().flatMap(\.steps))
    }

    // One after the other: a chain of thousands of places would overflow the stack.
    deinit {
        var next = above.take()
        while isKnownUniquelyReferenced(&next) { next = next?.above.take() }
    }
}

extension LiveGraph {
    /// Remembers where an object was saved that is about to be renamed or moved: nowhere, if it is
    /// new.
    ///
    /// Follows the parents by the session's account, which a save brings up to date, and the live
    /// graph above the program's own objects. O(1) below an object whose place is known since the
    /// last save.
    package func recordFormerPlace(of object: any Restorable) {
        guard !registry.hasFormerPlace(object) else { return }
        guard !registry.isUnsaved(object) else {
            return registry.setFormerPlace(FormerPlace([], below: nil), of: object)
        }
        var below: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var place: FormerPlace?
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            place = registry.placeSinceSave(of: current)
            if place != nil { break }
            below.append(current)
            next = registry.parent(of: current) ?? holding(of: current)?.holder
        }
        for (position, current) in below.enumerated().reversed() {
            let parent = position + 1 < below.count ? below[position + 1] : next
            place = FormerPlace(steps(to: current, in: parent, isListed: true), below: place)
            registry.setPlaceSinceSave(place, of: current)
        }
        registry.setFormerPlace(place, of: object)
    }
}
