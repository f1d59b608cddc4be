import RestorationCore

/// The contents that a container, presenter or owner has had in the set, and has not been given in
/// this session: saves write them where they were.
struct Debt {
    /// A container's child, and the key of its slot.
    struct Child {
        let row: Int
        let key: String?
        /// Whether the container has not been given it.
        var isOwed = false
    }

    /// All children, in order, as they were saved or woven last.
    var children: [Child] = []
    /// The object that is owed to be presented.
    var presented: Int?
    /// Elements that the owner has not loaded.
    var elements: [Int] = []
    /// The child that was selected and is not there.
    var selected: Int?
    /// The selection that the restore has left in its place.
    weak var leftSelection: (any Restorable)?

    /// The children that the container has not been given.
    var owed: [Int] { children.filter(\.isOwed).map(\.row) }
    var owesChildren: Bool { children.contains { $0.isOwed } }

    var isEmpty: Bool {
        !owesChildren && presented == nil && elements.isEmpty && selected == nil
    }
}

extension RecordSet {
    /// Saves write the contents that an object is not given. Its elements are owed by themselves.
    func owe(_ contents: Contents, to row: Int) {
        var debt = details(row)?.debt ?? Debt()
        debt.children = (contents.children ?? []).map {
            Debt.Child(row: $0.row, key: $0.key, isOwed: true)
        }
        debt.presented = contents.presented
        if !debt.isEmpty { setDebt(debt, of: row) }
    }

    /// Has saves write a retained element while its owner has not loaded it.
    func oweElement(_ row: Int) {
        let owner = rows.value[row].place.parent
        guard rows.value[row].flags.contains(.isElement), owner > 0 else { return }
        var debt = details(owner)?.debt ?? Debt()
        if !debt.elements.contains(row) { debt.elements.append(row) }
        setDebt(debt, of: owner)
    }

    /// The same of an object that comes to a record while its state is retained.
    func oweContents(to row: Int) {
        guard keepsUnavailable, details(row)?.debt == nil, let values = details(row)?.values else {
            return
        }
        let saved = values.source.archive.contents(of: values.number)
        let contents = Contents(saved, values.source)
        owe(contents, to: row)
        guard !contents.elements.isEmpty || contents.selected != nil else { return }
        var debt = details(row)?.debt ?? Debt()
        debt.elements = contents.elements
        debt.selected = contents.selected
        debt.leftSelection = (object(row) as? any RestorableContainer)?.restorationSelection
        setDebt(debt, of: row)
    }
}

extension Debt {
    /// The children of a container with those that it is owed, each after the sibling that it
    /// followed, or first without one.
    ///
    /// In a stack, owed children that followed a member which is gone are left out with it. One
    /// that is owed for a slot is left out while the slot shows another child. Linear.
    ///
    /// - Parameters:
    ///   - live: The present children of the container.
    ///   - isStillOwed: Whether something that was owed is so now.
    func woven(_ live: [Child], isStack: Bool, isStillOwed: (Int) -> Bool) -> [Child] {
        let present = Set(live.map(\.row))
        let occupied = Set(live.compactMap(\.key))
        var following: [Int: [Child]] = [:]
        var anchor = -1
        // A member of the stack has ended, and with it all above up to the next live one.
        var isCut = false
        for child in children {
            if present.contains(child.row) {
                anchor = child.row
                isCut = false
            } else if !child.isOwed || !isStillOwed(child.row) {
                if isStack { isCut = true }
            } else if !isCut, child.key.map({ !occupied.contains($0) }) ?? true {
                following[anchor, default: []].append(child)
            }
        }
        guard !following.isEmpty else { return live }
        return (following[-1] ?? []) + live.flatMap { [$0] + (following[$0.row] ?? []) }
    }
}
