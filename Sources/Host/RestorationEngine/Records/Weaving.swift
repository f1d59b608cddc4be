import RestorationCore

/// Saved children or a presented object that their container or presenter was not given in this
/// session. Saves write them in their former places.
struct Debt {
    struct Child {
        let row: Int
        let key: String?
        /// Whether the container was not given the child.
        var isOwed = false
        /// The row of the child that was in its slot right after the restore; -1 for none.
        var shown = -1
    }

    /// All children in order, as last saved or returned by ``woven(_:isStack:isStillOwed:)``.
    var children: [Child] = []
    /// Whether there is a list of children, even if it is empty.
    var hasChildren = true
    var presented: Int?
    /// The selected child, if the container was not given it.
    var selected: Int?
    /// The selection right after the restore.
    weak var leftSelection: (any Restorable)?

    var owed: [Int] { children.filter(\.isOwed).map(\.row) }
    /// All owed rows.
    var rows: [Int] { owed + [presented, selected].compactMap(\.self) }

    var isEmpty: Bool { rows.isEmpty }
}

extension Debt {
    /// Saved contents, all of them owed.
    init(_ saved: RecordContents, _ source: ValueSource) {
        hasChildren = saved.children != nil
        children = (saved.children ?? []).compactMap { child in
            source.row(of: child.record).map { Child(row: $0, key: child.key, isOwed: true) }
        }
        presented = saved.presented.flatMap { source.row(of: $0) }
        selected = saved.selected.flatMap { source.row(of: $0) }
    }
}

extension RecordSet {
    /// Records a child as owed to a container that shows another object in its place.
    func owe(_ child: Int, after shown: Int, to container: Int) {
        let details = makeDetails(container)
        var debt = details.debt ?? Debt()
        let key = rows[child].place.mark.key?.rawValue
        debt.children.removeAll { $0.row == child }
        debt.children += [
            .init(row: shown, key: key), .init(row: child, key: key, isOwed: true),
        ]
        details.debt = debt
    }

    /// Records the contents of a retained record as owed to the object that was bound to it.
    func oweContents(to row: Int) {
        guard keepsUnavailable, details(row)?.debt == nil, let values = details(row)?.values else {
            return
        }
        var debt = Debt(values.source.archive.contents(of: values.number), values.source)
        guard !debt.isEmpty else { return }
        if debt.selected != nil {
            debt.leftSelection = (object(row) as? any RestorableContainer)?.restorationSelection
        }
        makeDetails(row).debt = debt
    }
}

extension Debt {
    /// Inserts a container's owed children among its live ones. Each follows the sibling that it
    /// followed in the archive, or comes first if it followed none.
    ///
    /// In a stack, owed children that followed an ended member are left out with it. A child owed
    /// for a slot that shows another child follows that child; it precedes one that the slot has
    /// shown since the restore, and so gets the slot in the next launch. Linear.
    ///
    /// - Parameters:
    ///   - live: The present children of the container.
    ///   - isStillOwed: Whether an owed record is still owed.
    func woven(_ live: [Child], isStack: Bool, isStillOwed: (Int) -> Bool) -> [Child] {
        let present = Set(live.map(\.row))
        let inSlots = Dictionary(
            live.compactMap { child in child.key.map { ($0, child.row) } },
            uniquingKeysWith: { first, _ in first }
        )
        var (preceding, following): ([Int: [Child]], [Int: [Child]]) = ([:], [:])
        var anchor = -1
        // A member of the stack has ended, so those above it are left out up to the next live one.
        var isCut = false
        for child in children {
            if present.contains(child.row) {
                anchor = child.row
                isCut = false
            } else if !child.isOwed || !isStillOwed(child.row) {
                if isStack { isCut = true }
            } else if !isCut {
                let shown = child.key.flatMap { inSlots[$0] }
                if let shown, shown == child.shown {
                    preceding[shown, default: []].append(child)
                } else {
                    following[shown ?? anchor, default: []].append(child)
                }
            }
        }
        guard !(following.isEmpty && preceding.isEmpty) else { return live }
        return (following[-1] ?? [])
            + live.flatMap { (preceding[$0.row] ?? []) + [$0] + (following[$0.row] ?? []) }
    }
}
