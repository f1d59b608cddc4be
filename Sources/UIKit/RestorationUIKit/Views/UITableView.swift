public import Foundation
import RestorationKit

/// Rows in sections.
///
/// With a restoration identifier, the selected rows and the topmost visible one are preserved
/// (VIEW-5).
@MainActor open class UITableView: UIScrollView {
    /// The source of the rows.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    /// The height of every row.
    open var rowHeight = InterfaceMetrics.current.tableRowHeight { didSet { setNeedsLayout() } }
    /// The height of a section's title.
    open var sectionHeaderHeight = InterfaceMetrics.current.tableHeaderHeight {
        didSet { setNeedsLayout() }
    }
    open override var canBecomeFocused: Bool { true }
    /// Whether several rows can be selected.
    open var allowsMultipleSelection = false

    /// The style of sections in UIKit. Here all look alike.
    public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    /// The table's style.
    public let style: Style

    /// Creates a table with a style.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    /// Creates a plain table.
    public override init(frame: CGRect) {
        style = .plain
        super.init(frame: frame)
    }

    /// Creates a storyboard's table, in plain style.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    // MARK: Rows

    private var sections: [Section] = []
    private struct Section {
        let title: String?
        let top: CGFloat
        let header: CGFloat
        let rows: Int
    }

    /// Reloads the rows. The selection ends, as in UIKit. On a screen, where keys act on the
    /// selected row, the selection of existing rows stays.
    open func reloadData() {
        let keepsSelection = InterfaceMetrics.current.isDrawn
        if !isRestoring, !keepsSelection { state.setSelection([], in: self) }
        cells.removeAll()
        replaceContent { countRows() }
        if !isRestoring, keepsSelection {
            state.setSelection(state.selection.filter { hasItem(at: $0) }, in: self)
        }
        setNeedsLayout()
        layoutIfNeeded()
        contentDidChange()
    }

    private func countRows() {
        var top: CGFloat = 0
        let count = dataSource?.numberOfSections(in: self) ?? 0
        sections = (0..<max(count, 0)).map { section in
            let rows = max(dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0, 0)
            let title = dataSource?.tableView(self, titleForHeaderInSection: section)
            let header = title == nil ? 0 : sectionHeaderHeight
            defer { top += header + CGFloat(rows) * rowHeight }
            return Section(title: title, top: top, header: header, rows: rows)
        }
        contentSize = CGSize(width: frame.width, height: top)
    }

    /// The number of sections.
    open var numberOfSections: Int { sections.count }

    /// The titles of visible sections, with their frames in the content.
    package var visibleHeaders: [(title: String, frame: CGRect)] {
        sections.compactMap { section in
            guard let title = section.title else { return nil }
            let frame = CGRect(x: 0, y: section.top, width: bounds.width, height: section.header)
            let isSeen =
                frame.maxY > contentOffset.y && frame.minY < contentOffset.y + bounds.height
            return isSeen ? (title, frame) : nil
        }
    }

    /// The number of rows in a section.
    open func numberOfRows(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].rows : 0
    }

    func hasItem(at path: IndexPath) -> Bool {
        path.count == 2 && path.row >= 0 && path.row < numberOfRows(inSection: path.section)
    }

    /// A row's frame in the content, or zero if there is no such row.
    open func rectForRow(at path: IndexPath) -> CGRect {
        guard hasItem(at: path) else { return .zero }
        let section = sections[path.section]
        return CGRect(
            x: 0,
            y: section.top + section.header + CGFloat(path.row) * rowHeight,
            width: frame.width,
            height: rowHeight
        )
    }

    /// The row at a point of the content.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        guard rowHeight > 0 else { return nil }
        for (index, section) in sections.enumerated() {
            let row = Int(((point.y - section.top - section.header) / rowHeight).rounded(.down))
            if row >= 0, row < section.rows { return IndexPath(row: row, section: index) }
        }
        return nil
    }

    /// The visible rows, from the top down. O(sections and rows seen).
    open var indexPathsForVisibleRows: [IndexPath]? {
        guard rowHeight > 0 else { return [] }
        let (top, bottom) = (contentOffset.y, contentOffset.y + frame.height)
        return sections.enumerated().flatMap { index, section -> [IndexPath] in
            let start = section.top + section.header
            let first = max(0, Int(((top - start) / rowHeight).rounded(.down)))
            let end = min(section.rows, Int(((bottom - start) / rowHeight).rounded(.up)))
            return first < end ? (first..<end).map { IndexPath(row: $0, section: index) } : []
        }
    }

    /// The position in the view to which a row is scrolled.
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

    /// Scrolls to a row.
    open func scrollToRow(at path: IndexPath, at position: ScrollPosition, animated: Bool) {
        let rectangle = rectForRow(at: path)
        guard rectangle != .zero else { return }
        func scroll(_ y: CGFloat) {
            contentOffset = nearestOffset(to: CGPoint(x: contentOffset.x, y: y))
        }
        switch position {
        case .none: scrollRectToVisible(rectangle, animated: animated)
        case .top: scroll(rectangle.minY)
        case .middle: scroll(rectangle.midY - frame.height / 2)
        case .bottom: scroll(rectangle.maxY - frame.height)
        }
    }

    /// Deletes rows that the data source has removed. The other rows stay selected.
    open func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
        reloadMovingSelection { path in
            guard !paths.contains(path) else { return nil }
            let before = paths.count { $0.section == path.section && $0.row < path.row }
            return IndexPath(row: path.row - before, section: path.section)
        }
    }

    /// Inserts rows that the data source has added. The selection moves along.
    open func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
        reloadMovingSelection { path in
            var row = path.row
            for new in paths.sorted() where new.section == path.section && new.row <= row {
                row += 1
            }
            return IndexPath(row: row, section: path.section)
        }
    }

    /// Reloads rows.
    open func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
        reloadMovingSelection { $0 }
    }

    /// The animation of rows in UIKit. Here rows change at once.
    public enum RowAnimation: Int, Sendable {
        case fade, right, left, top, bottom, none, middle
        case automatic = 100
    }

    /// Reloads the rows, and maps the selection and the cursor by `move`.
    private func reloadMovingSelection(_ move: (IndexPath) -> IndexPath?) {
        let moved = state.selection.compactMap(move)
        let cursor = cursorRow
        cells.removeAll()
        replaceContent { countRows() }
        state.setSelection(moved.filter { hasItem(at: $0) }, in: self)
        // A deleted row's successor takes its place.
        ownCursorRow = cursor.map { cursor in
            let last = max(0, numberOfRows(inSection: cursor.section) - 1)
            return move(cursor) ?? IndexPath(row: min(cursor.row, last), section: cursor.section)
        }
        setNeedsLayout()
        layoutIfNeeded()
    }

    // MARK: Cells

    let cells = ItemCells<UITableViewCell>()

    /// Registers a class for cells with an identifier.
    open func register(
        _ cellClass: UITableViewCell.Type?,
        forCellReuseIdentifier identifier: String
    ) { cells.types[identifier] = cellClass }

    /// A reusable cell, or a new one of the registered class. `nil` without either.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cells.dequeue(identifier)
            ?? cells.types[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    /// A reusable cell, or a new one of the registered class. Default class: `UITableViewCell`.
    open func dequeueReusableCell(
        withIdentifier identifier: String,
        for path: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// The cell of a visible row.
    open func cellForRow(at path: IndexPath) -> UITableViewCell? { cells.shown[path] }

    /// Places the visible cells.
    open override func layoutSubviews() {
        if sections.isEmpty { countRows() }
        contentSize.width = frame.width
        super.layoutSubviews()
        guard let dataSource else { return }
        cells.show(indexPathsForVisibleRows ?? [], in: self) {
            dataSource.tableView(self, cellForRowAt: $0)
        }
    }

    open override var contentOffset: CGPoint { didSet { setNeedsLayout() } }

    // MARK: Selection

    let state = ItemsState(prefix: "UITableView")

    /// The row to which keys apply: the selected one, or a separate cursor if several rows can be
    /// selected or the program has deselected the row.
    package var cursorRow: IndexPath? {
        get {
            let selected = allowsMultipleSelection ? nil : state.selection.first
            return selected ?? ownCursorRow.flatMap { hasItem(at: $0) ? $0 : nil }
        }
        set {
            ownCursorRow = newValue
            cursorDidMove()
            setNeedsDisplay()
            if !allowsMultipleSelection { selectRow(at: newValue, animated: false) }
        }
    }
    private var ownCursorRow: IndexPath?

    /// The first selected row.
    open var indexPathForSelectedRow: IndexPath? { state.selection.first }
    /// The selected rows, or `nil` if there are none.
    open var indexPathsForSelectedRows: [IndexPath]? {
        state.selection.isEmpty ? nil : state.selection
    }

    /// Selects a row without notifying the delegate.
    open func selectRow(
        at path: IndexPath?,
        animated: Bool,
        scrollPosition: ScrollPosition = .none
    ) {
        guard let path else { return state.setSelection([], in: self) }
        state.select(path, in: self, keepingOthers: allowsMultipleSelection)
        if scrollPosition != .none { scrollToRow(at: path, at: scrollPosition, animated: animated) }
    }

    /// Deselects a row without notifying the delegate.
    open func deselectRow(at path: IndexPath, animated: Bool) {
        state.deselect(path, in: self)
    }

    override var cursorFrame: CGRect? { cursorRow.map { rectForRow(at: $0) } }
    override var anchorPoint: CGPoint { state.anchorPoint(in: self) }
    override func moveAnchor(to offset: CGPoint) { state.moveAnchor(to: offset, in: self) }

    // MARK: State restoration

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        state.encode(self, with: coder)
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        state.decode(self, with: coder)
    }

    override func takeState(_ coder: StateCoder) throws {
        if !hasItems { countRows() }
        try super.takeState(coder)
    }

    override func applyPending() -> Bool {
        let hasItems = state.applyPending(to: self)
        return dataSource == nil ? super.applyPending() && hasItems : hasItems
    }
}

extension UITableView: ItemsView {
    var association: (any UIDataSourceModelAssociation)? {
        dataSource as? any UIDataSourceModelAssociation
    }
    var hasItems: Bool { sections.contains { $0.rows > 0 } }
    func firstItem(at offset: CGPoint) -> IndexPath? {
        guard rowHeight > 0 else { return nil }
        var last: IndexPath?
        for (index, section) in sections.enumerated() where section.rows > 0 {
            let rows = (offset.y - section.top - section.header) / rowHeight
            let row = Int(min(max(0, rows.rounded(.down)), CGFloat(section.rows)))
            if row < section.rows { return IndexPath(row: row, section: index) }
            last = IndexPath(row: section.rows - 1, section: index)
        }
        return last
    }
    func rectangle(of path: IndexPath) -> CGRect { rectForRow(at: path) }
}

extension UITableViewCell: ItemCell {}

/// The source of a table's rows.
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
    /// The number of sections. 1 by default.
    func numberOfSections(in tableView: UITableView) -> Int
    /// The number of rows in a section.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// The cell of a row.
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
    /// The title of a section. None by default.
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    /// Whether the user can delete a row. `false` by default, unlike in UIKit, where implementing
    /// `tableView(_:commit:forRowAt:)` permits it.
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
    /// The user has deleted a row. Does nothing by default.
    func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    )
}

extension UITableViewDataSource {
    /// One.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// `nil`.
    public func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
    /// `false`.
    public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        false
    }
    /// Does nothing.
    public func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {}
}

/// The delegate for a table's rows.
@MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
    /// The user has selected a row.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    /// The user has deselected a row.
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// Does nothing.
    public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
}

/// The cell of a row.
@MainActor open class UITableViewCell: UIView {
    /// The layout of a cell.
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }

    /// The cell's layout: subtitle or detail label.
    public let style: CellStyle
    /// The cell's reuse identifier.
    public let reuseIdentifier: String?
    /// The text.
    public let textLabel: UILabel? = UILabel()
    /// The text beside or below, or `nil` in the default style.
    public let detailTextLabel: UILabel?
    /// An edit of a row.
    public enum EditingStyle: Int, Sendable { case none, delete, insert }

    /// The mark at the right edge.
    open var accessoryType = AccessoryType.none {
        didSet { if accessoryType != oldValue { setNeedsDisplay() } }
    }
    /// A mark at the right edge.
    public enum AccessoryType: Int, Sendable {
        case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }
    /// The image.
    public let imageView: UIImageView? = UIImageView(image: nil)
    /// Whether the row is selected.
    open internal(set) var isSelected = false

    /// Creates a cell. Required, unlike UIKit's, because a table creates cells of registered
    /// classes by it.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        detailTextLabel = style == .default ? nil : UILabel()
        super.init(frame: .zero)
        for view in [imageView, textLabel, detailTextLabel].compactMap(\.self) { addSubview(view) }
    }

    public required init?(coder: NSCoder) {
        style = .default
        reuseIdentifier = nil
        detailTextLabel = nil
        super.init(coder: coder)
    }

    /// Prepares the cell for another row. Does nothing by default.
    open func prepareForReuse() {}

    /// The texts change without notice, so layout always runs.
    open override func layoutIfNeeded() {
        setNeedsLayout()
        super.layoutIfNeeded()
    }

    /// Places the detail text on the right of the text or below it.
    open override func layoutSubviews() {
        super.layoutSubviews()
        guard let textLabel else { return }
        let metrics = InterfaceMetrics.current
        let margin = metrics.cellMargin
        let edge = accessoryType == .none ? margin : 2 * margin + metrics.accessoryWidth
        var area = CGRect(origin: .zero, size: bounds.size)
        area.origin.x = margin
        area.size.width = max(0, area.width - margin - edge)
        guard let detail = detailTextLabel, !(detail.text ?? "").isEmpty else {
            textLabel.frame = area
            return
        }
        let line = metrics.textSize(" ", .greatestFiniteMagnitude).height
        if style == .subtitle, area.height >= 2 * line {
            let parts = area.divided(atDistance: area.height / 2, from: .minYEdge)
            (textLabel.frame, detail.frame) = (parts.slice, parts.remainder)
            return
        }
        let wanted = min(detail.intrinsicContentSize.width, area.width)
        let parts = area.divided(atDistance: wanted, from: .maxXEdge)
        detail.frame = parts.slice
        textLabel.frame = parts.remainder.divided(atDistance: margin, from: .maxXEdge).remainder
    }
}

/// A controller of a table that fills its view.
@MainActor
open class UITableViewController: UIViewController, UITableViewDataSource,
    UITableViewDelegate
{
    /// The table.
    open var tableView: UITableView! {
        get { view as? UITableView }
        set { view = newValue }
    }

    private let style: UITableView.Style

    /// Creates a controller whose table has a style.
    public init(style: UITableView.Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller of a plain table.
    public override init(nibName: String?, bundle nibBundle: Bundle?) {
        style = .plain
        super.init(nibName: nibName, bundle: nibBundle)
    }

    /// Creates a storyboard's controller, with a plain table.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    open override func loadView() {
        super.loadView()
        if !(viewIfLoaded is UITableView) {
            view = UITableView(frame: UIScreen.main.bounds, style: style)
        }
        guard let table = viewIfLoaded as? UITableView else { return }
        if table.delegate == nil { table.delegate = self }
        if table.dataSource == nil { table.dataSource = self }
    }

    /// One by default.
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// Zero by default.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    /// A plain cell by default.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
    /// `nil` by default.
    open func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
    /// `false` by default.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        false
    }
    /// Does nothing by default.
    open func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {}
    /// Does nothing by default.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// Does nothing by default.
    open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
    /// Does nothing by default.
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}
