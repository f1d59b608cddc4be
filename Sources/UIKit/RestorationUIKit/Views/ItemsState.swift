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
    /// The first item that can be seen at an offset, or the last item before it.
    func firstItem(at offset: CGPoint) -> IndexPath?
    /// Where an item lies in the content.
    func rectangle(of path: IndexPath) -> CGRect
}

/// Which items are selected, and which is the first that can be seen. Both are preserved by what
/// the items show (VIEW-6, VIEW-7).
@MainActor final class ItemsState {
    private let prefix: String
    private(set) var selection: [IndexPath] = []
    /// The first item that could be seen when the view was scrolled.
    private var first: IndexPath?
    /// What waits until the view has items; the distance is `nil` if it had none.
    private var pending: Pending?

    private struct Pending {
        let selected: [IndexPath]
        let first: IndexPath?
        let distance: CGPoint?
        /// Where the view is scrolled to if the first item is gone.
        let offset: CGPoint
    }

    /// - Parameter prefix: What the keys in the archive begin with.
    init(prefix: String) { self.prefix = prefix }

    private enum Key: String { case selected, first, distance }
    private func key(_ key: Key) -> String { "\(prefix).\(key.rawValue)" }

    func setSelection(_ paths: [IndexPath], in view: some ItemsView) {
        guard selection != paths else { return }
        selection = paths
        view.setNeedsDisplay()
        for (path, cell) in view.cells.shown { cell.isSelected = paths.contains(path) }
        view.cursorDidMove()
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
        guard let first, view.hasItem(at: first) else { return }
        items.encode([first], with: coder, key(.first))
        let origin = view.rectangle(of: first).origin
        let place = view.place
        let distance = CGPoint(x: place.x - origin.x, y: place.y - origin.y)
        coder.encode(distance, forKey: key(.distance))
    }

    /// Where the first item lies now.
    func anchorPoint(in view: some ItemsView) -> CGPoint {
        guard let first, view.hasItem(at: first) else { return .zero }
        return view.rectangle(of: first).origin
    }

    func moveAnchor(to offset: CGPoint, in view: some ItemsView) {
        first = view.firstItem(at: offset)
    }

    func decode(_ view: some ItemsView, with coder: NSCoder) {
        let items = PreservedItems(association: view.association, view: view)
        let selected = items.decode(with: coder, key(.selected))
        let first = items.decode(with: coder, key(.first))
        let hadItems = coder.containsValue(forKey: key(.distance))
        let distance = hadItems ? coder.decodeCGPoint(forKey: key(.distance)) : nil
        pending = Pending(
            selected: selected ?? [],
            first: first?.first,
            distance: distance,
            offset: view.pendingOffset ?? .zero
        )
    }

    /// - Returns: Whether that is all, or the view waits for its items.
    func applyPending(to view: some ItemsView) -> Bool {
        guard let state = pending else { return true }
        pending = nil
        // A view that had items and has none is one whose items have not come yet.
        guard state.distance == nil || view.hasItems else { return false }
        setSelection(state.selected.filter { view.hasItem(at: $0) }, in: view)
        guard let distance = state.distance else { return true }
        guard let first = state.first, view.hasItem(at: first) else {
            moveAnchor(to: state.offset, in: view)
            view.restorePlace(state.offset)
            return true
        }
        self.first = first
        let origin = view.rectangle(of: first).origin
        view.restorePlace(CGPoint(x: origin.x + distance.x, y: origin.y + distance.y))
        return true
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
