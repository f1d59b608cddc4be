internal import RestorationCore

/// What a plugin put below one of its objects, in order, each once.
struct PluginChildren {
    private(set) var objects: [any Restorable] = []
    private var members: Set<ObjectIdentifier> = []

    mutating func add(_ child: any Restorable) {
        if members.insert(ObjectIdentifier(child)).inserted { objects.append(child) }
    }

    /// Puts another child in the place of one, if that is there.
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

    /// Returns whether the child was there.
    mutating func remove(_ child: any Restorable) -> Bool {
        guard members.remove(ObjectIdentifier(child)) != nil else { return false }
        objects.removeAll { $0 === child }
        return true
    }
}
