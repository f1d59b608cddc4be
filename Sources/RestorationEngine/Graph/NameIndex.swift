package import RestorationCore

/// Finds objects by name and parent, so that nobody has to look at all siblings for that.
///
/// Entries are never removed: whoever finds an address checks that its object still has the name
/// and the parent. The registry drops an index of mostly outdated entries.
struct NameIndex {
    private var addresses: [ObjectRegistry.RegisteredName: [UInt]] = [:]
    private var parents: Set<ObjectIdentifier> = []

    /// How many names it has, outdated ones included.
    var count: Int { addresses.count }

    mutating func insert(_ address: UInt, as name: ObjectRegistry.RegisteredName) {
        name.parent.map { _ = parents.insert($0) }
        if addresses[name]?.contains(address) != true {
            addresses[name, default: []].append(address)
        }
    }

    /// The addresses of objects that have or had the name.
    func addresses(of name: ObjectRegistry.RegisteredName) -> [UInt] { addresses[name] ?? [] }

    /// Whether an object is or was the parent of others.
    func hasParent(_ object: any Restorable) -> Bool { parents.contains(ObjectIdentifier(object)) }
}

extension ObjectRegistry {
    /// Whether the session knows another object by that name and parent. Of two that a session has
    /// restored, one may have been deallocated since. O(1), once all known objects are listed.
    package func mayKnow(
        _ name: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        positions(of: name, under: parent, otherThan: object).contains { position in
            !isHeld(at: position) || self.object(at: position) != nil
        }
    }

    /// Whether an object is registered under that identifier and parent. O(1), as ``mayKnow``.
    package func hasRegistered(
        _ identifier: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> Bool {
        positions(of: identifier, under: parent, otherThan: object).contains { position in
            identity(at: position).isRegistered && self.object(at: position) != nil
        }
    }

    /// Whether an object may be above others by the session's account. O(1), as ``mayKnow``.
    package func mayHaveChildren(_ object: any Restorable) -> Bool { index().hasParent(object) }
}
