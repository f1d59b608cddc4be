/// What is known of objects that are held weakly, by address of the object.
package final class IdentityTable {
    /// What an object is called, besides its parent.
    package struct Identity {
        package var identifier: RestorationIdentifier
        /// The number of its restoration class; `ArchiveRecord.none` without one.
        package var classNumber: UInt32
        /// Registered by the application, rather than made by the session.
        package var isRegistered: Bool

        package init(identifier: RestorationIdentifier, classNumber: UInt32, isRegistered: Bool) {
            self.identifier = identifier
            self.classNumber = classNumber
            self.isRegistered = isRegistered
        }
    }

    private struct Entry {
        weak var object: (any Restorable)?
        weak var parent: (any Restorable)?
        var identity: Identity
    }

    private let state = Unguarded(State())

    private struct State: ~Copyable {
        var entries = FlatArray<Entry>()
        /// Where an object's entry is. An address may be used again after its object is gone, so
        /// the entry itself decides.
        var positions = AddressTable()
        /// How many entries make it worth looking for dead ones: twice those alive the last time.
        var limit = 64

        /// Linear in the entries, but only after as many were added: constant per object.
        mutating func removeDead() {
            entries.removeAll { $0.object == nil }
            positions.removeAll()
            for position in 0..<entries.count {
                guard let object = entries[position].object else { continue }
                positions.set(UInt32(position), at: UInt(bitPattern: ObjectIdentifier(object)))
            }
            limit = max(64, entries.count * 2)
        }
    }

    package init() {}

    deinit { state.end() }

    package var count: Int { state.value.entries.count }

    /// Sets what `object` is called, replacing what was known.
    package func set(
        _ identity: Identity,
        parent: (any Restorable)?,
        of object: any Restorable
    ) {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        if let position = state.value.positions[address] {
            state.value.entries[Int(position)].identity = identity
            state.value.entries[Int(position)].object = object
            state.value.entries[Int(position)].parent = parent
            return
        }
        if state.value.entries.count >= state.value.limit { state.value.removeDead() }
        let position = state.value.entries.count
        state.value.positions.set(UInt32(position), at: address)
        // In place: an entry that is put together first is copied, and so are its weak references.
        state.value.entries.append(Entry(identity: identity))
        state.value.entries[position].object = object
        state.value.entries[position].parent = parent
    }

    /// Announces that `count` objects more are about to be known.
    package func reserve(_ count: Int) {
        let whole = state.value.entries.count + count
        state.value.limit = max(state.value.limit, whole)
        state.value.entries.reserve(whole)
        state.value.positions.reserve(whole)
    }

    /// Where `object` is in the table; good until the next change.
    package func position(of object: any Restorable) -> Int? {
        guard !state.value.entries.isEmpty,
            let position = state.value.positions[UInt(bitPattern: ObjectIdentifier(object))],
            state.value.entries[Int(position)].object === object
        else { return nil }
        return Int(position)
    }

    package func object(at position: Int) -> (any Restorable)? {
        state.value.entries[position].object
    }
    package func parent(at position: Int) -> (any Restorable)? {
        state.value.entries[position].parent
    }
    package func identity(at position: Int) -> Identity {
        state.value.entries[position].identity
    }
}
