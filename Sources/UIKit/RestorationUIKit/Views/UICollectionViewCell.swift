public import Foundation

/// The cell of an item.
@MainActor open class UICollectionViewCell: UIView, ItemCell {
    /// The cell's reuse identifier.
    open internal(set) var reuseIdentifier: String?
    /// The container of the cell's content.
    public let contentView = UIView()
    /// Whether the item is selected.
    open var isSelected = false

    /// Creates a cell. Required, unlike UIKit's, because a collection creates cells of registered
    /// classes by it.
    public required override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addSubview(contentView)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = CGRect(origin: .zero, size: frame.size)
    }

    /// Prepares the cell for another item. Does nothing by default.
    open func prepareForReuse() {}
}
