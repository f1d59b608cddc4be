internal import RestorationCore

/// A plugin's distinct children of one of its objects, in order.
struct PluginChildren {
    private(set) var objects: [any Restorable] = []
    private var members: Set<ObjectIdentifier> = []

    mutating func add(_ child: any Restorable) {
        if members.insert(ObjectIdentifier(child)).inserted { objects.append(child) }
    }

    mutating func replace(_ child: any Restorable, by other: any Restorable) {
        guard members.remove(ObjectIdentifier(child)) != nil,
            let position = objects.firstIndex(where: { $0 === child })
        else { return }
        if members.insert(ObjectIdentifier(other)).inserted {
            objects[position] = other
        } else {
            objects.remove(at: position)
        }
    }

    /// Returns whether the child was present.
    mutating func remove(_ child: any Restorable) -> Bool {
        guard members.remove(ObjectIdentifier(child)) != nil else { return false }
        objects.removeAll { $0 === child }
        return true
    }
}
