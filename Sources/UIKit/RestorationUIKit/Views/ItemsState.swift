import Foundation

@MainActor protocol ItemsView: UIScrollView {
    associatedtype Cell: ItemCell

    var state: ItemsState { get }
    var cells: ItemCells<Cell> { get }
    var association: (any UIDataSourceModelAssociation)? { get }
    var hasItems: Bool { get }
    func hasItem(at path: IndexPath) -> Bool
    /// The first visible item at an offset, or the last item before it.
    func firstItem(at offset: CGPoint) -> IndexPath?
    func rectangle(of path: IndexPath) -> CGRect
}

/// The selection and the first visible item. Both are preserved by model identifiers (VIEW-6,
/// VIEW-7).
@MainActor final class ItemsState {
    private let prefix: String
    private(set) var selection: [IndexPath] = []
    /// The first visible item after the last scroll.
    private var first: IndexPath?
    /// State that waits for the items. `distance` is `nil` if the view was saved without any.
    private var pending: Pending?

    private struct Pending {
        let selected: [IndexPath]
        let first: IndexPath?
        let distance: CGPoint?
        let offset: CGPoint
    }

    /// - Parameter prefix: The prefix of the keys in the archive.
    init(prefix: String) { self.prefix = prefix }

    private enum Key: String { case selected, first, distance }
    private func key(_ key: Key) -> String { "\(prefix).\(key.rawValue)" }

    func setSelection(_ paths: [IndexPath], in view: some ItemsView) {
        guard selection != paths else { return }
        selection = paths
        view.setNeedsDisplay()
        for (path, cell) in view.cells.shown { cell.isSelected = paths.contains(path) }
        view.cursorDidMove()
        if !view.isRestoring { view.recordChange() }
    }

    func select(_ path: IndexPath, in view: some ItemsView, keepingOthers: Bool) {
        guard view.hasItem(at: path) else { return }
        let others = keepingOthers ? selection.filter { $0 != path } : []
        setSelection(others + [path], in: view)
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

    /// - Returns: `false` if the view still waits for its items.
    func applyPending(to view: some ItemsView) -> Bool {
        guard let state = pending else { return true }
        pending = nil
        // The saved view had items, so these have not been loaded yet.
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

@MainActor protocol ItemCell: UIView {
    var reuseIdentifier: String? { get }
    var isSelected: Bool { get set }
    func prepareForReuse()
}

/// The visible cells, and those available for reuse.
@MainActor final class ItemCells<Cell: ItemCell> {
    private(set) var shown: [IndexPath: Cell] = [:]
    private var waiting: [String: [Cell]] = [:]
    var types: [String: Cell.Type] = [:]

    func dequeue(_ identifier: String) -> Cell? {
        let cell = waiting[identifier]?.popLast()
        cell?.prepareForReuse()
        return cell
    }

    /// Removes all cells except those of `visible`. O(cells shown and items that stay).
    func removeAll(but visible: [IndexPath] = []) {
        let visible = Set(visible)
        for (path, cell) in shown where !visible.contains(path) {
            shown[path] = nil
            cell.removeFromSuperview()
            cell.reuseIdentifier.map { waiting[$0, default: []].append(cell) }
        }
    }

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
