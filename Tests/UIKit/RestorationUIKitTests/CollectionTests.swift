import Foundation
import RestorationUIKit
import Testing
import UIKitTestSupport

/// The items that a collection shows, and their data.
@MainActor @Suite(.serialized) struct `A collection` {
    private let layout = UICollectionViewFlowLayout()
    private let source = Sections()

    private func collection() -> UICollectionView {
        let frame = CGRect(x: 0, y: 0, width: 110, height: 110)
        let collection = UICollectionView(frame: frame, collectionViewLayout: layout)
        collection.register(Cell.self, forCellWithReuseIdentifier: "Item")
        collection.dataSource = source
        collection.delegate = source
        collection.layoutIfNeeded()
        return collection
    }

    private func frames(_ collection: UICollectionView) -> [CGRect] {
        source.counts.indices.flatMap { section in
            (0..<source.counts[section]).compactMap {
                let path = IndexPath(item: $0, section: section)
                return collection.layoutAttributesForItem(at: path)?.frame
            }
        }
    }

    @Test func `breaks items into lines, section after section`() {
        source.counts = [3, 1]
        layout.sectionInset = UIEdgeInsets(top: 1, bottom: 2)

        let view = collection()

        let origins = frames(view).map(\.origin)
        #expect(origins.map(\.x) == [0, 60, 0, 0])
        #expect(origins.map(\.y) == [1, 1, 61, 114])
        #expect(view.contentSize == CGSize(width: 110, height: 166))
    }

    @Test func `breaks items into columns if it scrolls sideways`() {
        source.counts = [3]
        layout.scrollDirection = .horizontal
        layout.sectionInset = UIEdgeInsets(left: 5)

        let view = collection()

        #expect(frames(view).map(\.origin.x) == [5, 5, 65])
        #expect(frames(view).map(\.origin.y) == [0, 60, 0])
        #expect(view.contentSize == CGSize(width: 115, height: 110))
    }

    @Test func `asks the delegate how large an item is`() {
        source.counts = [3]
        source.sizes = [0: CGSize(width: 100, height: 20), 1: CGSize(width: 20, height: 40)]

        let origins = frames(collection()).map(\.origin)

        #expect(origins.map(\.x) == [0, 0, 30])
        #expect(origins.map(\.y) == [0, 30, 30])
    }

    @Test func `shows visible items, with reused cells`() {
        source.counts = [1000]
        Cell.made = 0
        let view = collection()
        #expect(view.visibleCells.count == 4)

        for y in stride(from: CGFloat(0), to: 6000, by: 90) {
            view.contentOffset.y = y
            view.layoutIfNeeded()
        }

        let cells = view.subviews.compactMap { $0 as? Cell }
        #expect(cells.count == view.indexPathsForVisibleItems.count)
        #expect(Cell.made <= 8)
        let path = view.indexPathsForVisibleItems[0]
        #expect(view.cellForItem(at: path).flatMap(view.indexPath(for:)) == path)
    }

    @Test func `repeats its layout when its size or its layout object changes`() {
        source.counts = [3]
        let view = collection()

        view.frame.size.width = 170
        #expect(frames(view).map(\.origin.x) == [0, 60, 120])
        layout.itemSize = CGSize(width: 80, height: 10)
        #expect(frames(view).map(\.origin.x) == [0, 90, 0])
        view.collectionViewLayout = Diagonal()

        #expect(frames(view).map(\.origin.x) == [0, 30, 60])
        #expect(view.indexPathForItem(at: CGPoint(x: 35, y: 35))?.item == 1)
        #expect(view.indexPathForItem(at: CGPoint(x: 35, y: 5)) == nil)
    }

    @Test func `scrolls to an item, and no farther than there is content`() {
        source.counts = [10]
        let view = collection()

        view.scrollToItem(at: IndexPath(item: 4, section: 0), at: .top, animated: false)
        #expect(view.contentOffset.y == 120)
        view.scrollToItem(at: IndexPath(item: 9, section: 0), at: .top, animated: false)
        #expect(view.contentOffset.y == 180)
        view.scrollToItem(at: IndexPath(item: 10, section: 0), at: .top, animated: false)

        #expect(view.contentOffset.y == 180)
    }
}

private final class Cell: UICollectionViewCell {
    static var made = 0

    required init(frame: CGRect) {
        Self.made += 1
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }
}

private final class Sections: NSObject, UICollectionViewDataSource,
    UICollectionViewDelegateFlowLayout
{
    var counts: [Int] = []
    var sizes: [Int: CGSize] = [:]

    func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }

    func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { counts[section] }

    func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "Item", for: indexPath)
    }

    func collectionView(
        _ collectionView: UICollectionView,
        layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        sizes[indexPath.item] ?? (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize
            ?? .zero
    }
}

/// A custom layout.
private final class Diagonal: UICollectionViewLayout {
    private func attributes(_ item: Int) -> UICollectionViewLayoutAttributes {
        let attributes = UICollectionViewLayoutAttributes(
            forCellWith: IndexPath(item: item, section: 0)
        )
        let place = CGFloat(item * 30)
        attributes.frame = CGRect(x: place, y: place, width: 30, height: 30)
        return attributes
    }

    override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        let count = collectionView?.numberOfItems(inSection: 0) ?? 0
        return (0..<count).map(attributes).filter { $0.frame.intersects(rect) }
    }

    override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { attributes(indexPath.item) }
}
