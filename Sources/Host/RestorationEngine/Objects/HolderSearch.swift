import RestorationCore

/// Finds the holders of objects that name no parent: goes down from the roots, level by level,
/// until it comes upon the object, and goes on from there the next time.
///
/// Good for as long as nothing is moved. O(graph) for all questions together.
final class HolderSearch {
    private let set: RecordSet
    /// The objects found so far, in the order of the search.
    private var queue: [any Restorable]
    private var next = 0
    private var seen: Set<ObjectIdentifier>
    private var found: [ObjectIdentifier: (holder: any Restorable, told: Told)] = [:]

    init(_ set: RecordSet) {
        self.set = set
        queue = set.roots.map(\.object)
        seen = Set(queue.map { ObjectIdentifier($0) })
    }

    func holding(of object: any Restorable) -> (holder: any Restorable, told: Told)? {
        let key = ObjectIdentifier(object)
        while found[key] == nil, next < queue.count {
            let holder = queue[next]
            next += 1
            let hasElements = set.name(of: holder) != nil
            for (child, told) in set.children(of: holder, withElements: hasElements) {
                if seen.insert(ObjectIdentifier(child)).inserted { queue.append(child) }
                if found[ObjectIdentifier(child)] == nil {
                    found[ObjectIdentifier(child)] = (holder, told)
                }
            }
        }
        return found[key]
    }
}
