public import Foundation

/// Says where the items of a collection lie. A subclass has all three methods; this one shows
/// nothing.
@MainActor open class UICollectionViewLayout: NSObject {
    /// The view whose items are laid out.
    open internal(set) weak var collectionView: UICollectionView?

    /// Has the items laid out again. A subclass that overrides it calls `super`.
    open func invalidateLayout() { collectionView?.layoutDidChange() }

    /// The items, or the size of the view, are others: time to compute what the layout needs.
    open func prepare() {}

    /// How much space all items take. Zero by default.
    open var collectionViewContentSize: CGSize { .zero }

    /// The items that lie in a rectangle of the content, at least in part. None by default.
    open func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? { nil }

    /// Where an item lies. Nowhere by default.
    open func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
}

/// Where an item of a collection lies.
@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    /// The item.
    open var indexPath: IndexPath
    /// Its place in the content.
    open var frame = CGRect.zero

    /// Attributes of an item.
    public init(forCellWith indexPath: IndexPath) { self.indexPath = indexPath }
}

/// Items in lines. A line that is full is followed by the next.
///
/// Unlike UIKit's, it puts the items of a line at their least distance, not over its whole length.
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of items of which the delegate gives none.
    open var itemSize = InterfaceMetrics.current.collectionItemSize {
        didSet { invalidateLayout() }
    }
    /// The distance between lines.
    open var minimumLineSpacing = InterfaceMetrics.current.collectionSpacing {
        didSet { invalidateLayout() }
    }
    /// The distance between the items of a line.
    open var minimumInteritemSpacing = InterfaceMetrics.current.collectionSpacing {
        didSet { invalidateLayout() }
    }
    /// Space around each section.
    open var sectionInset = UIEdgeInsets.zero {
        didSet { invalidateLayout() }
    }
    /// The direction in which lines follow each other.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { invalidateLayout() }
    }

    /// Items by section, and the lines that they form, in order.
    private var items: [[UICollectionViewLayoutAttributes]] = []
    private var lines: [(items: [UICollectionViewLayoutAttributes], frame: CGRect)] = []
    private var size = CGSize.zero

    /// Breaks the items into lines. O(items).
    open override func prepare() {
        (items, lines, size) = ([], [], .zero)
        guard let view = collectionView else { return }
        let isVertical = scrollDirection == .vertical
        /// The size as it would be if lines followed each other downwards, and back.
        func turned(_ rectangle: CGRect) -> CGRect {
            if isVertical { return rectangle }
            return CGRect(
                x: rectangle.minY,
                y: rectangle.minX,
                width: rectangle.height,
                height: rectangle.width
            )
        }
        let extent = isVertical ? view.frame.width : view.frame.height
        let insets =
            isVertical
            ? sectionInset
            : UIEdgeInsets(
                top: sectionInset.left,
                left: sectionInset.top,
                bottom: sectionInset.right,
                right: sectionInset.bottom
            )
        let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
        var top: CGFloat = 0
        for section in 0..<view.numberOfSections {
            var sectionItems: [UICollectionViewLayoutAttributes] = []
            var line: [UICollectionViewLayoutAttributes] = []
            var (left, height) = (insets.left, CGFloat(0))
            top += insets.top
            func endLine() {
                guard let first = line.first else { return }
                lines.append((line, line.reduce(first.frame) { $0.union($1.frame) }))
                (line, left) = ([], insets.left)
                top += height
                height = 0
            }
            for item in 0..<view.numberOfItems(inSection: section) {
                let path = IndexPath(item: item, section: section)
                let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
                let asked = delegate?.collectionView(view, layout: self, sizeForItemAt: path)
                let size = turned(CGRect(origin: .zero, size: asked ?? itemSize)).size
                if !line.isEmpty, left + size.width > extent - insets.right {
                    endLine()
                    top += minimumLineSpacing
                }
                let frame = CGRect(origin: CGPoint(x: left, y: top), size: size)
                attributes.frame = turned(frame)
                left += size.width + minimumInteritemSpacing
                height = max(height, size.height)
                line.append(attributes)
                sectionItems.append(attributes)
            }
            endLine()
            top += insets.bottom
            items.append(sectionItems)
        }
        size = turned(CGRect(x: 0, y: 0, width: extent, height: top)).size
    }

    open override var collectionViewContentSize: CGSize { size }

    /// O(log lines + items in the rectangle), where lines are of about one height.
    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        let isVertical = scrollDirection == .vertical
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            let frame = lines[middle].frame
            let isBefore = isVertical ? frame.maxY <= rect.minY : frame.maxX <= rect.minX
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return lines[low...]
            .prefix { isVertical ? $0.frame.minY < rect.maxY : $0.frame.minX < rect.maxX }
            .flatMap(\.items)
            .filter { $0.frame.intersects(rect) }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard indexPath.count == 2, items.indices.contains(indexPath.section),
            items[indexPath.section].indices.contains(indexPath.item)
        else { return nil }
        return items[indexPath.section][indexPath.item]
    }
}

/// Knows how large the items of a flow layout are.
@MainActor public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    /// The size of an item. The layout's `itemSize` by default.
    func collectionView(
        _ collectionView: UICollectionView,
        layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
    /// The layout's `itemSize`.
    public func collectionView(
        _ collectionView: UICollectionView,
        layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
}
