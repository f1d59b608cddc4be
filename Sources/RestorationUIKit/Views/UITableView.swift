public import Foundation
import RestorationKit

/// Rows in sections, one below the other.
///
/// With an identifier, the selected rows and the topmost visible one are preserved (VIEW-5).
@MainActor open class UITableView: UIScrollView {
    /// Knows the rows.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    /// The height of every row.
    open var rowHeight: CGFloat = 44 { didSet { setNeedsLayout() } }
    /// The height of the title of a section that has one.
    open var sectionHeaderHeight: CGFloat = 28 { didSet { setNeedsLayout() } }
    /// Whether several rows can be selected.
    open var allowsMultipleSelection = false

    // MARK: Rows

    /// Where each section begins, and how many rows it has.
    private var sections: [(top: CGFloat, header: CGFloat, rows: Int)] = []

    /// Asks the data source anew. The selection ends, as in UIKit.
    open func reloadData() {
        if !isRestoring { state.setSelection([], in: self) }
        cells.removeAll()
        countRows()
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
            return (top, header, rows)
        }
        contentSize = CGSize(width: frame.width, height: top)
    }

    /// How many sections there are.
    open var numberOfSections: Int { sections.count }

    /// How many rows a section has.
    open func numberOfRows(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].rows : 0
    }

    func hasItem(at path: IndexPath) -> Bool {
        path.count == 2 && path.row >= 0 && path.row < numberOfRows(inSection: path.section)
    }

    /// The rectangle of a row in the content; zero if there is no such row.
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

    /// The rows that can be seen, from the top down. O(sections and rows seen).
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

    /// Where in the view a row is scrolled to.
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

    /// Scrolls to a row.
    open func scrollToRow(at path: IndexPath, at position: ScrollPosition, animated: Bool) {
        let rectangle = rectForRow(at: path)
        guard rectangle != .zero else { return }
        func scroll(_ y: CGFloat) { scrollWithin(contentOffset.x, y) }
        switch position {
        case .none: scrollRectToVisible(rectangle, animated: animated)
        case .top: scroll(rectangle.minY)
        case .middle: scroll(rectangle.midY - frame.height / 2)
        case .bottom: scroll(rectangle.maxY - frame.height)
        }
    }

    // MARK: Cells

    let cells = ItemCells<UITableViewCell>()

    /// Has cells of an identifier made of a class.
    open func register(
        _ cellClass: UITableViewCell.Type?,
        forCellReuseIdentifier identifier: String
    ) { cells.types[identifier] = cellClass }

    /// A cell that is shown no more; `nil` if there is none and no class is registered.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cells.dequeue(identifier)
            ?? cells.types[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    /// A cell that is shown no more, or a new one: of the registered class, else a plain one.
    open func dequeueReusableCell(
        withIdentifier identifier: String,
        for path: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// The cell of a row that can be seen.
    open func cellForRow(at path: IndexPath) -> UITableViewCell? { cells.shown[path] }

    /// Places the cells that can be seen.
    open override func layoutSubviews() {
        super.layoutSubviews()
        if sections.isEmpty { countRows() }
        contentSize.width = frame.width
        guard let dataSource else { return }
        cells.show(indexPathsForVisibleRows ?? [], in: self) {
            dataSource.tableView(self, cellForRowAt: $0)
        }
    }

    open override var contentOffset: CGPoint { didSet { setNeedsLayout() } }

    // MARK: Selection

    let state = ItemsState(prefix: "UITableView")

    /// The row that is selected, or the first of them.
    open var indexPathForSelectedRow: IndexPath? { state.selection.first }
    /// The rows that are selected; `nil` if none is.
    open var indexPathsForSelectedRows: [IndexPath]? {
        state.selection.isEmpty ? nil : state.selection
    }

    /// Selects a row. The delegate is not told.
    open func selectRow(
        at path: IndexPath?,
        animated: Bool,
        scrollPosition: ScrollPosition = .none
    ) {
        guard let path else { return state.setSelection([], in: self) }
        state.select(path, in: self, along: allowsMultipleSelection)
        if scrollPosition != .none { scrollToRow(at: path, at: scrollPosition, animated: animated) }
    }

    /// Deselects a row. The delegate is not told.
    open func deselectRow(at path: IndexPath, animated: Bool) {
        state.deselect(path, in: self)
    }

    // MARK: State restoration

    override var preservesOffset: Bool { dataSource == nil }

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
        let isScrolled = super.applyPending()
        return state.applyPending(to: self) && isScrolled
    }
}

extension UITableView: ItemsView {
    var association: (any UIDataSourceModelAssociation)? {
        dataSource as? any UIDataSourceModelAssociation
    }
    var hasItems: Bool { sections.contains { $0.rows > 0 } }
    var firstVisibleItem: IndexPath? { indexPathsForVisibleRows?.first }
    func rectangle(of path: IndexPath) -> CGRect { rectForRow(at: path) }
}

extension UITableViewCell: ItemCell {}

/// Knows the rows of a table.
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
    /// How many sections there are. 1 by default.
    func numberOfSections(in tableView: UITableView) -> Int
    /// How many rows a section has.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// The cell of a row.
    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
    /// The title of a section. None by default.
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

extension UITableViewDataSource {
    /// One.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// None.
    public func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
}

/// Hears what happens to the rows of a table.
@MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
    /// The person has selected a row.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    /// The person has deselected a row.
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
    /// What a cell has besides its text.
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }

    /// What the cell has besides its text.
    public let style: CellStyle
    /// What cells of one kind have in common.
    public let reuseIdentifier: String?
    /// The text.
    public let textLabel: UILabel? = UILabel()
    /// What stands beside or below the text.
    public let detailTextLabel: UILabel?
    /// The picture.
    public let imageView: UIImageView? = UIImageView(image: nil)
    /// Whether the row is selected.
    open internal(set) var isSelected = false

    /// Creates a cell. Required, unlike UIKit's: a table makes cells of registered classes by it.
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

    /// The cell is to show another row. Does nothing by default.
    open func prepareForReuse() {}
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

    open override func loadView() {
        super.loadView()
        if !(viewIfLoaded is UITableView) { view = UITableView(frame: UIScreen.main.bounds) }
        guard let table = viewIfLoaded as? UITableView else { return }
        if table.delegate == nil { table.delegate = self }
        if table.dataSource == nil { table.dataSource = self }
    }

    /// None by default.
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// None by default.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    /// A plain cell by default.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
    /// None by default.
    open func tableView(
        _ tableView: UITableView,
        titleForHeaderInSection section: Int
    ) -> String? { nil }
    /// Does nothing by default.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    /// Does nothing by default.
    open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
    /// Does nothing by default.
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}
