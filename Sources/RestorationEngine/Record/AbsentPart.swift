package import RestorationCore

/// What an object held when it was preserved and does not hold now, since it could not be restored
/// or is not loaded yet. Saves write it where it was, as long as that makes sense.
package struct AbsentPart {
    package enum Role: Hashable, Sendable {
        /// A container's child, at that position and in that slot.
        case child(position: Int, key: String?)
        /// What a presenter presented.
        case presented
        /// The child of a container that was selected.
        case selected
    }

    package private(set) weak var holder: (any Restorable)?
    package let kept: UnavailableObject
    package let role: Role
    /// The holder's record in the archive that is being restored, where it presents what comes
    /// late.
    let holderRecord: Int?
    /// The member below it in a stack that it was left out of; `nil` if there is none.
    private(set) weak var base: (any Restorable)?
    /// What that is called; `nil` where there is none.
    let baseName: RestorationIdentifier?
    /// Whether the holder was kept out of taking it back: when it comes late, it is still to be
    /// kept.
    var isWithheld = false
    /// Where the holder had it selected: what the restore has left selected in its place.
    private weak var leftSelection: (any Restorable)?

    package init(
        _ kept: UnavailableObject,
        of holder: any Restorable,
        _ holderRecord: Int? = nil,
        as role: Role,
        above base: (object: any Restorable, name: RestorationIdentifier)? = nil
    ) {
        self.holder = holder
        self.holderRecord = holderRecord
        self.kept = kept
        self.role = role
        self.base = base?.object
        baseName = base?.name
        guard role == .selected else { return }
        leftSelection = (holder as? any RestorableContainer)?.restorationSelection
    }

    /// Whether something else has been selected since.
    func isOverridden(by selection: (any Restorable)?) -> Bool {
        role == .selected && selection != nil && selection !== leftSelection
    }

    /// What it is, and whose.
    struct Identity: Hashable {
        let kept: ObjectIdentifier
        let holder: ObjectIdentifier?
    }

    var identity: Identity {
        Identity(kept: ObjectIdentifier(kept), holder: holder.map { ObjectIdentifier($0) })
    }

    /// Whether its holder has something else selected by now: asks the holder.
    var isOverridden: Bool {
        guard role == .selected, let container = holder as? any RestorableContainer else {
            return false
        }
        return isOverridden(by: container.restorationSelection)
    }
}
