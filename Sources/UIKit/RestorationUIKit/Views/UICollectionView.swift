public import Foundation

/// Items in sections, arranged by a layout.
///
/// With a restoration identifier, the selected items and the first visible one are preserved
/// (VIEW-5).
@MainActor open class UICollectionView: UIScrollView {
    /// The source of the items.
    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
    /// The delegate, which may provide the items' sizes.
    open override weak var delegate: (any UIScrollViewDelegate)? { didSet { layoutDidChange() } }
    /// The layout of the items.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            layoutDidChange()
        }
    }
    /// Whether the user can select items.
    open var allowsSelection = true
    open override var canBecomeFocused: Bool { true }
    /// Whether several items can be selected.
    open var allowsMultipleSelection = false

    /// A layout's direction.
    public enum ScrollDirection: Int, Sendable { case vertical, horizontal }

    /// Creates a collection with a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

    /// Creates a storyboard's collection, with a flow layout.
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.collectionView = self
    }

    // MARK: Items

    private var sections: [Int] = []
    /// The view's size at the layout's last `prepare()`, or `nil` if the layout is invalid.
    private var preparedSize: CGSize?

    /// Reloads the items. The selection ends, as in UIKit.
    open func reloadData() {
        if !isRestoring { state.setSelection([], in: self) }
        cells.removeAll()
        replaceContent { countItems() }
        layoutIfNeeded()
        contentDidChange()
    }

    private func countItems() {
        let count = dataSource?.numberOfSections(in: self) ?? 0
        sections = (0..<max(count, 0)).map {
            max(dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? 0, 0)
        }
        layoutDidChange()
    }

    func layoutDidChange() {
        preparedSize = nil
        setNeedsLayout()
    }

    private func prepareLayout() {
        guard preparedSize != frame.size else { return }
        preparedSize = frame.size
        collectionViewLayout.prepare()
        contentSize = collectionViewLayout.collectionViewContentSize
    }

    /// The number of sections.
    open var numberOfSections: Int { sections.count }

    /// The number of items in a section.
    open func numberOfItems(inSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section] : 0
    }

    /// An item's layout, or `nil` if there is no such item.
    open func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard hasItem(at: indexPath) else { return nil }
        prepareLayout()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }

    /// The item at a point of the content.
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        items(in: CGRect(origin: point, size: CGSize(width: 1, height: 1))).last {
            rectangle(of: $0).contains(point)
        }
    }

    /// The visible items, in order. UIKit's order is undefined.
    open var indexPathsForVisibleItems: [IndexPath] {
        items(in: CGRect(origin: contentOffset, size: frame.size))
    }

    private func items(in rectangle: CGRect) -> [IndexPath] {
        prepareLayout()
        let attributes = collectionViewLayout.layoutAttributesForElements(in: rectangle) ?? []
        return attributes.map(\.indexPath).filter { hasItem(at: $0) }.sorted()
    }

    /// The position in the view to which an item is scrolled.
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// Scrolls to an item.
    open func scrollToItem(
        at indexPath: IndexPath,
        at scrollPosition: ScrollPosition,
        animated: Bool
    ) {
        guard let item = layoutAttributesForItem(at: indexPath)?.frame else { return }
        var (x, y) = (contentOffset.x, contentOffset.y)
        if scrollPosition.contains(.top) { y = item.minY }
        if scrollPosition.contains(.centeredVertically) { y = item.midY - frame.height / 2 }
        if scrollPosition.contains(.bottom) { y = item.maxY - frame.height }
        if scrollPosition.contains(.left) { x = item.minX }
        if scrollPosition.contains(.centeredHorizontally) { x = item.midX - frame.width / 2 }
        if scrollPosition.contains(.right) { x = item.maxX - frame.width }
        contentOffset = nearestOffset(to: CGPoint(x: x, y: y))
    }

    // MARK: Cells

    let cells = ItemCells<UICollectionViewCell>()

    /// Registers a class for cells with an identifier.
    open func register(
        _ cellClass: UICollectionViewCell.Type?,
        forCellWithReuseIdentifier identifier: String
    ) { cells.types[identifier] = cellClass }

    /// A reusable cell, or a new one of the registered class. Default class:
    /// `UICollectionViewCell`.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UICollectionViewCell {
        if let cell = cells.dequeue(identifier) { return cell }
        let cell = (cells.types[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
        cell.reuseIdentifier = identifier
        return cell
    }

    /// The cell of a visible item.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        cells.shown[indexPath]
    }

    /// The visible cells, in the order of their items.
    open var visibleCells: [UICollectionViewCell] {
        cells.shown.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The item of a cell.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        cells.shown.first { $0.value === cell }?.key
    }

    /// Places the visible cells.
    open override func layoutSubviews() {
        if sections.isEmpty { countItems() }
        prepareLayout()
        super.layoutSubviews()
        guard let dataSource else { return }
        cells.show(indexPathsForVisibleItems, in: self) {
            dataSource.collectionView(self, cellForItemAt: $0)
        }
    }

    open override var contentOffset: CGPoint { didSet { setNeedsLayout() } }

    // MARK: Selection

    let state = ItemsState(prefix: "UICollectionView")

    /// The selected items.
    open var indexPathsForSelectedItems: [IndexPath]? { state.selection }

    /// Selects an item without notifying the delegate.
    open func selectItem(
        at indexPath: IndexPath?,
        animated: Bool,
        scrollPosition: ScrollPosition = []
    ) {
        guard allowsSelection else { return }
        guard let indexPath else { return state.setSelection([], in: self) }
        state.select(indexPath, in: self, keepingOthers: allowsMultipleSelection)
        scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }

    /// Deselects an item without notifying the delegate.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        state.deselect(indexPath, in: self)
    }

    override var cursorFrame: CGRect? { state.selection.first.map { rectangle(of: $0) } }
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
        if !hasItems { countItems() }
        try super.takeState(coder)
    }

    override func applyPending() -> Bool {
        let hasItems = state.applyPending(to: self)
        return dataSource == nil ? super.applyPending() && hasItems : hasItems
    }
}

extension UICollectionView: ItemsView {
    var association: (any UIDataSourceModelAssociation)? {
        dataSource as? any UIDataSourceModelAssociation
    }
    var hasItems: Bool { sections.contains { $0 > 0 } }
    func firstItem(at offset: CGPoint) -> IndexPath? {
        let visible = items(in: CGRect(origin: offset, size: frame.size)).first
        // A view without a size has no visible items.
        return visible ?? items(in: CGRect(origin: offset, size: contentSize)).first
            ?? items(in: CGRect(origin: .zero, size: contentSize)).last
    }
    func hasItem(at path: IndexPath) -> Bool {
        path.count == 2 && path.item >= 0 && path.item < numberOfItems(inSection: path.section)
    }
    func rectangle(of path: IndexPath) -> CGRect {
        layoutAttributesForItem(at: path)?.frame ?? .zero
    }
}

/// The source of a collection's items.
@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
    /// The number of sections. 1 by default.
    func numberOfSections(in collectionView: UICollectionView) -> Int
    /// The number of items in a section.
    func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int
    /// The cell of an item.
    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

extension UICollectionViewDataSource {
    /// One.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

/// The delegate for a collection's items.
@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    /// Whether the user may select an item. `true` by default.
    func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool
    /// The user has selected an item.
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    /// The user has deselected an item.
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    /// `true`.
    public func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }
    /// Does nothing.
    public func collectionView(
        _ collectionView: UICollectionView,
        didSelectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing.
    public func collectionView(
        _ collectionView: UICollectionView,
        didDeselectItemAt indexPath: IndexPath
    ) {}
}
