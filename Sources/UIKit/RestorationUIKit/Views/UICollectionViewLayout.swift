public import Foundation

/// Arranges the items of a collection. Subclasses implement all three methods; this class shows
/// nothing.
@MainActor open class UICollectionViewLayout: NSObject {
    /// The collection.
    open internal(set) weak var collectionView: UICollectionView?

    /// Requests a new layout. Overrides call `super`.
    open func invalidateLayout() { collectionView?.layoutDidChange() }

    /// Computes the layout after the items or the view's size have changed.
    open func prepare() {}

    /// The size of the content. Zero by default.
    open var collectionViewContentSize: CGSize { .zero }

    /// The items that intersect a rectangle of the content. None by default.
    open func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? { nil }

    /// An item's layout. `nil` by default.
    open func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
}

/// The layout of an item.
@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    /// The item.
    open var indexPath: IndexPath
    /// The item's frame in the content.
    open var frame = CGRect.zero

    /// Creates an item's attributes.
    public init(forCellWith indexPath: IndexPath) { self.indexPath = indexPath }
}

/// Arranges items in lines.
///
/// Unlike UIKit's, it uses the minimum spacing in each line instead of justifying it.
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of items for which the delegate gives none.
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
    /// The margins around each section.
    open var sectionInset = UIEdgeInsets.zero {
        didSet { invalidateLayout() }
    }
    /// The direction in which lines follow each other.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { invalidateLayout() }
    }

    /// The items by section, and their lines in order.
    private var items: [[UICollectionViewLayoutAttributes]] = []
    private var lines: [(items: [UICollectionViewLayoutAttributes], frame: CGRect)] = []
    private var size = CGSize.zero

    /// Breaks the items into lines. O(items).
    open override func prepare() {
        (items, lines, size) = ([], [], .zero)
        guard let view = collectionView else { return }
        let isVertical = scrollDirection == .vertical
        /// Swaps the axes for horizontal scrolling.
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

    /// O(log lines + items in the rectangle), if lines have similar heights.
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

/// The delegate for item sizes in a flow layout.
@MainActor public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    /// The size of an item. Default: the layout's `itemSize`.
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
