package import RestorationCore

/// Tells a restore of data that arrives. Belongs to the session's thread.
package protocol ArrivalSource: AnyObject {
    /// A ticket whose news come to this source.
    func makeTicket() -> RestorationTicket

    /// Waits for data, as long as the restore itself may wait.
    ///
    /// - Returns: The tickets of what has arrived; `nil` when the time is over.
    func nextArrivals() -> Set<ObjectIdentifier>?
}

/// An object whose restoration class has said "not yet".
package final class AwaitedObject {
    /// What stands for it.
    package let kept: UnavailableObject
    /// Says that it is worth asking again.
    package let ticket: RestorationTicket
    /// When the wait ends; `nil` if it does not end by itself.
    package var deadline: ContinuousClock.Instant?

    /// The archive that is being restored, and the object's record in it.
    let archive: ArchiveReader
    let number: Int
    /// The nearest object above it that was there when the restore returned; its record, if any.
    private(set) var parentRecord: Int?
    private(set) weak var parent: (any Restorable)?
    /// What had its path then: the program's own, which its class may return.
    private(set) weak var occupant: (any Restorable)?
    private(set) var isSettled = false

    init(
        _ kept: UnavailableObject,
        ticket: RestorationTicket,
        archive: ArchiveReader,
        number: Int
    ) {
        self.kept = kept
        self.ticket = ticket
        self.archive = archive
        self.number = number
    }

    var node: UInt32 { archive.records[number].path }

    /// Remembers what the restore leaves.
    func settle(
        parent: (record: Int, object: any Restorable)?,
        occupant: (any Restorable)?
    ) {
        parentRecord = parent?.record
        self.parent = parent?.object
        self.occupant = occupant
        isSettled = true
    }
}

/// How a restore left a container that waits for some of its children.
final class AwaitingContainer {
    /// A child as it was saved.
    struct Child {
        weak var object: (any Restorable)?
        let key: String?
        /// Its record, if it was not there.
        let record: Int?
    }

    /// A slot as it was left.
    struct Slot {
        weak var object: (any Restorable)?
        let key: String?
    }

    private(set) weak var container: (any RestorableContainer)?
    let children: [Child]
    /// The record of the child that was selected, if it was not there.
    let selected: Int?
    private(set) var slots: [Slot]
    private(set) weak var selection: (any Restorable)?
    /// Where a stack ends for now, and what is to be there.
    let gap: (position: Int, kept: UnavailableObject?)?
    /// Objects in slots that the program has changed since.
    private var changed: Set<ObjectIdentifier> = []

    init(
        _ container: any RestorableContainer,
        children: [Child],
        selected: Int?,
        gap: (position: Int, kept: UnavailableObject?)?
    ) {
        self.container = container
        self.children = children
        self.selected = selected
        self.gap = gap
        slots = container.restorationSlots.map { Slot(object: $0.child, key: $0.key) }
        selection = container.restorationSelection
    }

    func position(of number: Int) -> Int? { children.firstIndex { $0.record == number } }

    func noteChange(of object: any Restorable) {
        if slots.contains(where: { $0.object === object }) {
            changed.insert(ObjectIdentifier(object))
        }
    }

    /// Whether the selection is still what the restore left.
    func isSelectionUntouched(in container: any RestorableContainer) -> Bool {
        container.restorationSelection === selection
    }

    /// Goes on from how `earlier` was left: what has been changed since then stays changed.
    func takeOver(from earlier: AwaitingContainer, wasAttached: Bool, wasSelectionKept: Bool) {
        changed = earlier.changed
        if !wasAttached { slots = earlier.slots }
        if !wasSelectionKept { selection = earlier.selection }
    }

    /// Whether something other than what the restore left is where a child belongs.
    func isTaken(_ position: Int, in container: any RestorableContainer) -> Bool {
        guard let key = children[position].key,
            let holder = container.restorationSlots.first(where: { $0.key == key })?.child,
            holder !== children[position].object
        else { return false }
        let left = slots.first { $0.key == key }?.object
        return holder !== left || changed.contains(ObjectIdentifier(holder))
    }

    /// Whether the placeholder of a child that was shown is shown no more.
    func isRemoved(_ position: Int, from container: any RestorableContainer) -> Bool {
        guard let kept = children[position].object, slots.contains(where: { $0.object === kept })
        else { return false }
        return !container.restorationSlots.contains { $0.child === kept }
    }

    /// Whether a stack has other members than the restore left.
    func isRearranged(
        _ container: any RestorableContainer,
        isTagged: (any Restorable) -> Bool
    ) -> Bool {
        guard container.restorationArrangement == .stack else { return false }
        let current = container.restorationSlots.map(\.child).filter(isTagged)
        let left = slots.map(\.object).filter { $0.map(isTagged) ?? true }
        return current.count != left.count
            || !zip(current, left).allSatisfy { $0 === $1 }
    }
}
