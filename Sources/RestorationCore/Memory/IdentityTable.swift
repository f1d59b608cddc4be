/// What is known of objects that it does not keep alive, by address of the object.
///
/// A weak reference to each object would do, but it costs: from then on the object counts its
/// references in a table apart, and every retain and release goes there. So an entry only keeps the
/// object's memory from being used again ("pins" it), which lets an address stand for one object
/// for good. Whether an object is still there must be known for two kinds alone, which are held
/// weakly as well: parents, and objects whose entries are removed when they end.
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

    /// How long an entry stays.
    package enum Lifetime {
        /// Until its object has ended, or a little longer.
        case ofObject
        /// As long as the table. For objects of which there is only a certain number ever, such as
        /// those of a restore: what is left of one that has ended is an empty shell.
        case ofTable
    }

    private struct Entry {
        var pin: Pin
        /// The object itself among the weak references; `none` if the entry stays.
        var object = ArchiveRecord.none
        var parent = ArchiveRecord.none
        var identity: Identity

        var isHeld: Bool { object != ArchiveRecord.none }
    }

    /// Keeps an object's memory, but not the object. Nobody looks at it: it may have ended.
    private struct Pin {
        private unowned let object: AnyObject?
        let address: UInt

        init(_ object: AnyObject?) {
            self.object = object
            address = object.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
        }
    }

    private struct Weak {
        weak var object: (any Restorable)?
    }

    private let state = Unguarded(State())

    private struct State: ~Copyable {
        var entries = FlatArray<Entry>()
        var positions = AddressTable()
        var weak = FlatArray<Weak>()
        /// The parent given last, and its number: siblings mostly follow each other.
        var lastParent = (pin: Pin(nil), number: ArchiveRecord.none)
        /// How many entries are removed when their object ends.
        var heldCount = 0
        /// How many entries make it worth looking for dead ones: twice those alive the last time.
        var limit = 64

        mutating func hold(_ object: (any Restorable)?) -> UInt32 {
            guard let object else { return ArchiveRecord.none }
            weak.append(Weak())
            weak[weak.count - 1].object = object
            return UInt32(weak.count - 1)
        }

        mutating func hold(parent: (any Restorable)?) -> UInt32 {
            guard let parent else { return ArchiveRecord.none }
            if let known = number(ofLastParent: ObjectIdentifier(parent)) { return known }
            lastParent = (Pin(parent), hold(parent))
            return lastParent.number
        }

        func number(ofLastParent parent: ObjectIdentifier) -> UInt32? {
            lastParent.pin.address == UInt(bitPattern: parent) ? lastParent.number : nil
        }

        /// Linear in the entries, but only after as many were added: constant per object.
        mutating func removeDead() {
            var old = FlatArray<Weak>()
            swap(&old, &weak)
            lastParent = (Pin(nil), ArchiveRecord.none)
            func object(_ number: UInt32) -> (any Restorable)? {
                number == ArchiveRecord.none ? nil : old[Int(number)].object
            }
            // What all parents that have ended are from now on.
            var ended = ArchiveRecord.none
            func holdParent(_ number: UInt32) -> UInt32 {
                if number == ArchiveRecord.none { return number }
                if let parent = object(number) { return hold(parent: parent) }
                if ended == ArchiveRecord.none {
                    ended = UInt32(weak.count)
                    weak.append(Weak())
                }
                return ended
            }
            entries.removeAll { $0.object != ArchiveRecord.none && object($0.object) == nil }
            positions.removeAll()
            heldCount = 0
            for position in 0..<entries.count {
                positions.set(UInt32(position), at: entries[position].pin.address)
                entries[position].object = hold(object(entries[position].object))
                entries[position].parent = holdParent(entries[position].parent)
                if entries[position].isHeld { heldCount += 1 }
            }
            limit = max(64, entries.count * 2)
        }
    }

    package init() {}

    deinit { state.end() }

    package var count: Int { state.value.entries.count }

    /// How many entries are removed when their object ends. May count some that have.
    package var heldCount: Int { state.value.heldCount }
    package func isHeld(at position: Int) -> Bool { state.value.entries[position].isHeld }

    /// Sets what `object` is called, replacing what was known.
    package func set(
        _ identity: Identity,
        parent: (any Restorable)?,
        of object: any Restorable,
        lifetime: Lifetime
    ) {
        makeRoom()
        set(identity, parentNumber: state.value.hold(parent: parent), of: object, lifetime)
    }

    /// The same for an object whose parent is that of the last call: then the parent itself is not
    /// asked for, and its references need not be counted.
    ///
    /// - Returns: Whether it is.
    package func set(
        _ identity: Identity,
        lastParent: ObjectIdentifier,
        of object: any Restorable,
        lifetime: Lifetime
    ) -> Bool {
        makeRoom()
        guard let parent = state.value.number(ofLastParent: lastParent) else { return false }
        set(identity, parentNumber: parent, of: object, lifetime)
        return true
    }

    /// Sets which class made the object at `position`. What else is known of it stays.
    package func set(classNumber: UInt32, at position: Int) {
        state.value.entries[position].identity.classNumber = classNumber
    }

    /// Removes the entries of objects that have ended. Positions change. O(entries).
    package func removeDead() { state.value.removeDead() }

    private func makeRoom() {
        if state.value.entries.count >= state.value.limit { removeDead() }
    }

    private func set(
        _ identity: Identity,
        parentNumber: UInt32,
        of object: any Restorable,
        _ lifetime: Lifetime
    ) {
        let next = state.value.entries.count
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let known = state.value.positions.insert(UInt32(next), at: address)
        let position = known.map { Int($0) } ?? next
        if position == next {
            state.value.entries.append(
                Entry(pin: Pin(object), parent: parentNumber, identity: identity)
            )
        } else {
            state.value.entries[position].parent = parentNumber
            state.value.entries[position].identity = identity
        }
        if lifetime == .ofObject, !state.value.entries[position].isHeld {
            state.value.entries[position].object = state.value.hold(object)
            state.value.heldCount += 1
        }
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
        guard !state.value.entries.isEmpty else { return nil }
        return state.value.positions[UInt(bitPattern: ObjectIdentifier(object))].map { Int($0) }
    }

    /// Where the object at an address is in the table.
    package func position(at address: UInt) -> Int? {
        state.value.positions[address].map { Int($0) }
    }
    package func address(at position: Int) -> UInt { state.value.entries[position].pin.address }

    /// An object whose entry is removed when it ends.
    package func object(at position: Int) -> (any Restorable)? {
        weakObject(state.value.entries[position].object)
    }
    package func parent(at position: Int) -> (any Restorable)? {
        weakObject(state.value.entries[position].parent)
    }
    /// Whether an object was never given a parent.
    package func hasNoParent(at position: Int) -> Bool {
        state.value.entries[position].parent == ArchiveRecord.none
    }
    /// Whether an object has had a parent that has ended.
    package func hasLostParent(at position: Int) -> Bool {
        let number = state.value.entries[position].parent
        return number != ArchiveRecord.none && weakObject(number) == nil
    }
    private func weakObject(_ number: UInt32) -> (any Restorable)? {
        number == ArchiveRecord.none ? nil : state.value.weak[Int(number)].object
    }
    package func identity(at position: Int) -> Identity {
        state.value.entries[position].identity
    }
}
