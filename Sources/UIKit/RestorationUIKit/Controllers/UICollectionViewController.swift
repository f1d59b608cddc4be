public import Foundation

/// A controller of a collection that fills its view.
@MainActor
open class UICollectionViewController: UIViewController, UICollectionViewDataSource,
    UICollectionViewDelegate
{
    /// The collection's initial layout.
    public let collectionViewLayout: UICollectionViewLayout

    /// The collection.
    open var collectionView: UICollectionView! {
        get { view as? UICollectionView }
        set { view = newValue }
    }

    /// Creates a controller whose collection has a layout.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a storyboard's controller, with a flow layout.
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
    }

    open override func loadView() {
        super.loadView()
        if !(viewIfLoaded is UICollectionView) {
            view = UICollectionView(
                frame: UIScreen.main.bounds,
                collectionViewLayout: collectionViewLayout
            )
        }
        guard let collection = viewIfLoaded as? UICollectionView else { return }
        if collection.delegate == nil { collection.delegate = self }
        if collection.dataSource == nil { collection.dataSource = self }
    }

    /// One by default.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    /// Zero by default.
    open func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { 0 }
    /// A plain cell by default.
    open func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell { UICollectionViewCell(frame: .zero) }
    /// `true` by default.
    open func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }
    /// Does nothing by default.
    open func collectionView(
        _ collectionView: UICollectionView,
        didSelectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing by default.
    open func collectionView(
        _ collectionView: UICollectionView,
        didDeselectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing by default.
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}
