public import Foundation

/// The cell of an item.
@MainActor open class UICollectionViewCell: UIView, ItemCell {
    /// What cells of one kind have in common.
    open internal(set) var reuseIdentifier: String?
    /// What the cell shows lies in it.
    public let contentView = UIView()
    /// Whether the item is selected.
    open var isSelected = false

    /// Creates a cell. Required, unlike UIKit's: a collection makes cells of registered classes by
    /// it.
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

    /// The cell is to show another item. Does nothing by default.
    open func prepareForReuse() {}
}
