import Foundation

/// A view of items that a data source knows: a table or a collection.
@MainActor protocol ItemsView: UIScrollView {
    associatedtype Cell: ItemCell

    var state: ItemsState { get }
    var cells: ItemCells<Cell> { get }
    /// Who may know what the items show.
    var association: (any UIDataSourceModelAssociation)? { get }
    var hasItems: Bool { get }
    func hasItem(at path: IndexPath) -> Bool
    /// The first item that can be seen.
    var firstVisibleItem: IndexPath? { get }
    /// Where an item lies in the content.
    func rectangle(of path: IndexPath) -> CGRect
}

/// Which items are selected, and which is the first that can be seen. Both are preserved by what
/// the items show (VIEW-6, VIEW-7).
@MainActor final class ItemsState {
    private let prefix: String
    private(set) var selection: [IndexPath] = []
    /// What waits until the view has items; the distance is `nil` if it had none.
    private var pending: (selected: [IndexPath], first: IndexPath?, distance: CGPoint?)?

    /// - Parameter prefix: What the keys in the archive begin with.
    init(prefix: String) { self.prefix = prefix }

    private enum Key: String { case selected, first, distance }
    private func key(_ key: Key) -> String { "\(prefix).\(key.rawValue)" }

    func setSelection(_ paths: [IndexPath], in view: some ItemsView) {
        guard selection != paths else { return }
        selection = paths
        view.setNeedsDisplay()
        for (path, cell) in view.cells.shown { cell.isSelected = paths.contains(path) }
        if !view.isRestoring { view.noteChange() }
    }

    func select(_ path: IndexPath, in view: some ItemsView, along: Bool) {
        guard view.hasItem(at: path) else { return }
        setSelection(along ? selection.filter { $0 != path } + [path] : [path], in: view)
    }

    func deselect(_ path: IndexPath, in view: some ItemsView) {
        setSelection(selection.filter { $0 != path }, in: view)
    }

    func encode(_ view: some ItemsView, with coder: NSCoder) {
        let items = PreservedItems(association: view.association, view: view)
        items.encode(selection, with: coder, key(.selected))
        guard let first = view.firstVisibleItem else { return }
        items.encode([first], with: coder, key(.first))
        let origin = view.rectangle(of: first).origin
        let offset = view.contentOffset
        let distance = CGPoint(x: offset.x - origin.x, y: offset.y - origin.y)
        coder.encode(distance, forKey: key(.distance))
    }

    func decode(_ view: some ItemsView, with coder: NSCoder) {
        let items = PreservedItems(association: view.association, view: view)
        let selected = items.decode(with: coder, key(.selected))
        let first = items.decode(with: coder, key(.first))
        let hadItems = coder.containsValue(forKey: key(.distance))
        let distance = hadItems ? coder.decodeCGPoint(forKey: key(.distance)) : nil
        pending = (selected ?? [], first?.first, distance)
    }

    /// - Returns: Whether that is all, or the view waits for its items.
    func applyPending(to view: some ItemsView) -> Bool {
        guard let state = pending else { return true }
        pending = nil
        // A view that had items and has none is one whose items have not come yet.
        guard state.distance == nil || view.hasItems else { return false }
        setSelection(state.selected.filter { view.hasItem(at: $0) }, in: view)
        if let first = state.first, let distance = state.distance, view.hasItem(at: first) {
            let origin = view.rectangle(of: first).origin
            view.scrollWithin(origin.x + distance.x, origin.y + distance.y)
        }
        return true
    }
}

extension UIScrollView {
    /// Leaves no empty place where there is content, on a screen whose size changes.
    func clampOffset() {
        guard InterfaceMetrics.current.isDrawn, !isRestoring else { return }
        scrollWithin(contentOffset.x, contentOffset.y)
    }

    /// Scrolls to a point, or as near to it as there is content.
    func scrollWithin(_ x: CGFloat, _ y: CGFloat) {
        contentOffset = CGPoint(
            x: min(max(0, x), max(0, contentSize.width - frame.width)),
            y: min(max(0, y), max(0, contentSize.height - frame.height))
        )
    }
}

/// A cell that shows one item after another.
@MainActor protocol ItemCell: UIView {
    var reuseIdentifier: String? { get }
    var isSelected: Bool { get set }
    func prepareForReuse()
}

/// The cells of the items that can be seen, and those that wait for another item.
@MainActor final class ItemCells<Cell: ItemCell> {
    private(set) var shown: [IndexPath: Cell] = [:]
    private var waiting: [String: [Cell]] = [:]
    /// Classes by identifier.
    var types: [String: Cell.Type] = [:]

    /// A cell that is shown no more.
    func dequeue(_ identifier: String) -> Cell? {
        let cell = waiting[identifier]?.popLast()
        cell?.prepareForReuse()
        return cell
    }

    /// Takes away the cells of all items but those that stay. O(cells shown and items that stay).
    func removeAll(but visible: [IndexPath] = []) {
        let visible = Set(visible)
        for (path, cell) in shown where !visible.contains(path) {
            shown[path] = nil
            cell.removeFromSuperview()
            cell.reuseIdentifier.map { waiting[$0, default: []].append(cell) }
        }
    }

    /// Shows items in a view, with cells that `make` gives where there are none.
    func show<View: ItemsView>(
        _ visible: [IndexPath],
        in view: View,
        make: (IndexPath) -> Cell
    ) where View.Cell == Cell {
        removeAll(but: visible)
        for path in visible {
            let cell = shown[path] ?? make(path)
            shown[path] = cell
            cell.frame = view.rectangle(of: path)
            cell.isSelected = view.state.selection.contains(path)
            if cell.superview !== view { view.addSubview(cell) }
        }
    }
}
