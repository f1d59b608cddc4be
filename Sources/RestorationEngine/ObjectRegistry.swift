package import RestorationCore

/// What the session knows of objects beyond what they say of themselves: those it made or restored,
/// and those registered with it. Holds them weakly (OBJ-4).
package final class ObjectRegistry {
    /// What an object is called.
    package struct Identity {
        package var identifier: RestorationIdentifier
        package weak var parent: (any Restorable)?
        package var restorationClass: (any RestorationClass)?
        /// Registered by the application, rather than made by the session.
        package var isRegistered: Bool

        package init(
            identifier: RestorationIdentifier,
            parent: (any Restorable)?,
            restorationClass: (any RestorationClass)? = nil,
            isRegistered: Bool = false
        ) {
            self.identifier = identifier
            self.parent = parent
            self.restorationClass = restorationClass
            self.isRegistered = isRegistered
        }
    }

    private struct Entry {
        weak var object: (any Restorable)?
        var identity: Identity
    }
    private var entries: [Entry] = []
    /// Where an object's entry is. An address may be used again after its object is gone, so the
    /// entry itself decides.
    private var positions = AddressTable()
    /// How many entries make it worth looking for dead ones: twice those alive the last time.
    private var limit = 64

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Sets what `object` is called, replacing what was known.
    package func record(_ object: any Restorable, as identity: Identity) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        if let position = positions[address] {
            entries[Int(position)] = Entry(object: object, identity: identity)
            return
        }
        if entries.count >= limit { removeDead() }
        positions.insert(UInt32(entries.count), at: address)
        entries.append(Entry(object: object, identity: identity))
    }

    package func identity(of object: any Restorable) -> Identity? {
        guard !entries.isEmpty,
            let position = positions[UInt(bitPattern: ObjectIdentifier(object))],
            entries[Int(position)].object === object
        else { return nil }
        return entries[Int(position)].identity
    }

    /// The registered objects that are alive, in the order of their registration.
    package var registered: [(object: any Restorable, identity: Identity)] {
        entries.compactMap { entry in
            guard entry.identity.isRegistered, let object = entry.object else { return nil }
            return (object, entry.identity)
        }
    }

    /// Linear in the entries, but only after as many were added: constant per object.
    private func removeDead() {
        entries.removeAll { $0.object == nil }
        positions.removeAll()
        for (position, entry) in entries.enumerated() {
            guard let object = entry.object else { continue }
            positions.insert(
                UInt32(position), at: UInt(bitPattern: ObjectIdentifier(object)))
        }
        limit = max(64, entries.count * 2)
    }
}
