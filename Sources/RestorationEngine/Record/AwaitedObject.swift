package import RestorationCore

/// An object whose restoration class has said "not yet".
package final class AwaitedObject {
    /// What stands for it.
    package let kept: UnavailableObject
    /// Says that it is worth asking again.
    package let ticket: RestorationTicket
    /// When the wait ends; `nil` if it does not end by itself.
    package var deadline: ContinuousClock.Instant?
    /// Whether its data has come, and something has to come before it.
    var hasArrived = false

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
    /// The object above, if it was and is there.
    var place: (record: Int, object: any Restorable)? {
        guard let parentRecord, let parent else { return nil }
        return (parentRecord, parent)
    }

    /// Remembers what the restore leaves.
    ///
    /// - Parameter parent: Without an object if that has ended.
    func settle(
        parent: (record: Int, object: (any Restorable)?)?,
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
    /// The container's own record in the archive that is being restored.
    let record: Int
    let children: [Child]
    private let positions: [Int: Int]
    /// The record of the child that was selected, if it was not there.
    let selected: Int?
    private(set) var slots: [Slot]
    private lazy var members = Set(slots.compactMap(\.object).map { ObjectIdentifier($0) })
    private(set) weak var selection: (any Restorable)?
    /// Where a stack ends for now, and what is to be there.
    let gap: (position: Int, kept: UnavailableObject?)?
    /// Objects in slots that the program has changed since.
    private(set) var changed: Set<ObjectIdentifier> = []

    init(
        _ container: any RestorableContainer,
        record: Int,
        children: [Child],
        selected: Int?,
        gap: (position: Int, kept: UnavailableObject?)?
    ) {
        self.container = container
        self.record = record
        self.children = children
        positions = Dictionary(
            children.enumerated().compactMap { position, child in
                child.record.map { ($0, position) }
            },
            uniquingKeysWith: { $1 }
        )
        self.selected = selected
        self.gap = gap
        slots = container.restorationSlots.map { Slot(object: $0.child, key: $0.key) }
        selection = container.restorationSelection
    }

    /// Where the child of a record belongs that was not there.
    func position(of record: Int) -> Int? { positions[record] }

    func noteChange(of object: any Restorable) {
        if members.contains(ObjectIdentifier(object)) { changed.insert(ObjectIdentifier(object)) }
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
}

// MARK: - What has been done meanwhile

extension AwaitingContainer {
    /// How the container stands now, as far as that matters.
    struct Standing {
        /// Whether a stack has other members than the restore left.
        var isRearranged = false
        /// By key, what is in the slots, and what the restore left in them.
        var holders: [String: any Restorable] = [:]
        var left: [String: any Restorable] = [:]
        /// What stood for children and stands there no more.
        var removed: Set<ObjectIdentifier> = []
    }

    /// - Parameter isTagged: Whether a member has an identifier.
    func standing(
        in container: any RestorableContainer,
        isTagged: (any Restorable) -> Bool
    ) -> Standing {
        let current = container.restorationSlots
        var standing = Standing()
        for slot in current.reversed() { slot.key.map { standing.holders[$0] = slot.child } }
        for slot in slots.reversed() { slot.key.map { standing.left[$0] = slot.object } }
        let shown = slots.lazy.compactMap(\.object).filter { $0 is UnavailableObject }
        standing.removed = Set(shown.map { ObjectIdentifier($0) })
        if !standing.removed.isEmpty {
            for slot in current { standing.removed.remove(ObjectIdentifier(slot.child)) }
        }
        if container.restorationArrangement == .stack {
            let members = current.map(\.child).filter(isTagged)
            let left = slots.map(\.object).filter { $0.map(isTagged) ?? true }
            standing.isRearranged = !members.elementsEqual(left) { $0 === $1 }
        }
        return standing
    }

    /// Whether something other than what the restore left is where a child belongs.
    func isTaken(_ position: Int, in standing: Standing) -> Bool {
        guard let key = children[position].key, let holder = standing.holders[key],
            holder !== children[position].object
        else { return false }
        return holder !== standing.left[key] || changed.contains(ObjectIdentifier(holder))
    }

    /// Whether the placeholder of a child that was shown is shown no more.
    func isRemoved(_ position: Int, from standing: Standing) -> Bool {
        children[position].object.map { standing.removed.contains(ObjectIdentifier($0)) } ?? false
    }
}
