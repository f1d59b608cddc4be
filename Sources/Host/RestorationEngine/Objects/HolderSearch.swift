import RestorationCore

/// Finds the holders of objects that name no parent. The search goes level by level from the roots,
/// pauses at each requested object, and resumes there.
///
/// Valid while nothing is moved. O(graph) for all lookups together.
final class HolderSearch {
    private let set: RecordSet
    /// The objects found so far, in search order.
    private var queue: [any Restorable]
    private var next = 0
    /// Roots have no holder.
    private var found: [ObjectIdentifier: (holder: (any Restorable)?, told: Told)] = [:]

    init(_ set: RecordSet) {
        self.set = set
        queue = set.roots.map(\.object)
        for root in set.roots { found[ObjectIdentifier(root.object)] = (nil, root.told) }
    }

    func holding(of object: any Restorable) -> (holder: any Restorable, told: Told)? {
        let key = ObjectIdentifier(object)
        while found[key] == nil, next < queue.count {
            let holder = queue[next]
            next += 1
            let hasElements = set.name(of: holder) != nil
            for (child, told) in set.children(of: holder, withElements: hasElements) {
                guard found[ObjectIdentifier(child)] == nil else { continue }
                queue.append(child)
                found[ObjectIdentifier(child)] = (holder, told)
            }
        }
        return found[key].flatMap { found in found.holder.map { ($0, found.told) } }
    }
}
