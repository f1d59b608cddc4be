internal import RestorationCore

/// A plugin's distinct children of one of its objects, in the order of adding.
struct PluginChildren {
    private var added: [any Restorable] = []
    /// The objects that the running `decode` has read. Those that it does not add come last.
    private var read: [any Restorable] = []
    private var onlyRead: Set<ObjectIdentifier> = []
    private var members: Set<ObjectIdentifier> = []

    var objects: [any Restorable] {
        onlyRead.isEmpty ? added : added + read.filter { onlyRead.contains(ObjectIdentifier($0)) }
    }

    mutating func add(_ child: any Restorable) {
        let identity = ObjectIdentifier(child)
        if onlyRead.remove(identity) != nil || members.insert(identity).inserted {
            added.append(child)
        }
    }

    /// Retains an object that the running `decode` has read.
    mutating func retain(_ child: any Restorable) {
        let identity = ObjectIdentifier(child)
        guard members.insert(identity).inserted else { return }
        read.append(child)
        onlyRead.insert(identity)
    }

    mutating func endDecoding() {
        guard !read.isEmpty else { return }
        added = objects
        read = []
        onlyRead = []
    }

    mutating func replace(_ child: any Restorable, by other: any Restorable) {
        endDecoding()
        guard members.remove(ObjectIdentifier(child)) != nil,
            let position = added.firstIndex(where: { $0 === child })
        else { return }
        if members.insert(ObjectIdentifier(other)).inserted {
            added[position] = other
        } else {
            added.remove(at: position)
        }
    }

    /// Returns whether the child was present.
    mutating func remove(_ child: any Restorable) -> Bool {
        guard members.remove(ObjectIdentifier(child)) != nil else { return false }
        onlyRead.remove(ObjectIdentifier(child))
        added.removeAll { $0 === child }
        read.removeAll { $0 === child }
        return true
    }
}
