import Foundation
import RestorationTesting
import RestorationUIKit
import Testing
import UIKitTestSupport

extension UIKitScenarios {
    @MainActor @Suite struct `UIKit's views` {
        private let device = Device()

        /// Shows and changes a view, then relaunches with a new view and returns that one.
        private func carry<View: UIView>(
            _ make: () -> View,
            _ change: (View) -> Void
        ) throws -> View {
            func root(_ view: View) -> LoggingController {
                let root = LoggingController("Root")
                view.restorationIdentifier = "View"
                root.onLoad = { [unowned root] in root.view.addSubview(view) }
                return root
            }
            let (first, second) = (make(), make())
            try device.launch(App(root(first)))
            change(first)
            try device.relaunch(App(root(second)))
            return second
        }

        private func scrollView() -> UIScrollView {
            let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            view.contentSize = CGSize(width: 100, height: 900)
            return view
        }

        private func table(_ source: Rows) -> UITableView {
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
            table.allowsMultipleSelection = true
            table.dataSource = source
            return table
        }

        @Test(.rule("T-58", "REST-39", "VIEW-5"))
        func `that scroll restore their offset, zoom and inset`() throws {
            let view = try carry(scrollView) {
                $0.contentOffset = CGPoint(x: 0, y: 321)
                $0.zoomScale = 2
                $0.contentInset = UIEdgeInsets(top: 7)
            }

            #expect(view.contentOffset == CGPoint(x: 0, y: 321))
            #expect(view.zoomScale == 2)
            #expect(view.contentInset.top == 7)
        }

        @Test(.rule("T-99", "REST-39", "REST-40"))
        func `regain their position when late data arrives, unless the user scrolls`() throws {
            for isMoved in [false, true] {
                let (before, after) = (NamedRows(1...40), NamedRows([]))
                let tables = [table(before), table(after)]
                var made = tables
                let late = try carry({ made.removeFirst() }, { $0.contentOffset.y = 440 })
                #expect(late.contentOffset.y == 0)

                after.items = Array(1...40)
                if isMoved { late.contentOffset.y = 3 }
                late.reloadData()

                #expect(late.contentOffset.y == (isMoved ? 3 : 440))
            }
        }

        @Test(.rule("T-59", "T-60", "VIEW-6", "VIEW-7", "VIEW-8"))
        func `of rows select the same items at their new positions, and no removed item`() throws {
            let (before, after) = (NamedRows([1, 2, 3, 4]), NamedRows([4, 9, 2]))
            var made = [table(before), table(after)]

            let view = try carry({ made.removeFirst() }) { view in
                for row in [1, 2, 3] {
                    view.selectRow(at: IndexPath(row: row, section: 0), animated: false)
                }
            }

            let rows = view.indexPathsForSelectedRows?.map(\.row).sorted()
            #expect(rows == [0, 2])
            #expect(device.outcomes.isEmpty)
        }

        @Test(.rule("T-61", "VIEW-6"))
        func `of rows select the same places if items have no names`() throws {
            let (before, after) = (Rows([1, 2, 3, 4]), Rows([4, 9, 2]))
            var made = [table(before), table(after)]

            let view = try carry({ made.removeFirst() }) { view in
                for row in [1, 3] {
                    view.selectRow(at: IndexPath(row: row, section: 0), animated: false)
                }
            }

            #expect(view.indexPathsForSelectedRows?.map(\.row) == [1])
        }

        private func collection(_ source: Rows, isHorizontal: Bool = false) -> UICollectionView {
            let layout = UICollectionViewFlowLayout()
            layout.scrollDirection = isHorizontal ? .horizontal : .vertical
            let collection = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 110, height: 110),
                collectionViewLayout: layout
            )
            collection.allowsMultipleSelection = true
            collection.dataSource = source
            return collection
        }

        @Test(.rule("T-59", "T-60", "VIEW-6", "VIEW-7", "VIEW-8"), arguments: [false, true])
        func `of items select and show the same items at their new positions`(
            isHorizontal: Bool
        ) throws {
            let (before, after) = (NamedRows(1...40), NamedRows([50, 51] + (2...40)))
            var made = [before, after].map { collection($0, isHorizontal: isHorizontal) }

            let view = try carry({ made.removeFirst() }) { view in
                for item in [0, 11] {
                    view.selectItem(at: IndexPath(item: item, section: 0), animated: false)
                }
                // The seventh item, offset by 3 points. Lines of two items are 60 points apart.
                view.contentOffset =
                    isHorizontal ? CGPoint(x: 183, y: 0) : CGPoint(x: 0, y: 183)
            }

            #expect(view.indexPathsForSelectedItems?.map(\.item) == [12])
            let first = try #require(view.indexPathsForVisibleItems.first)
            #expect(after.items[first.item] == 6)
            let offset = isHorizontal ? view.contentOffset.x : view.contentOffset.y
            #expect(offset == 183)
            #expect(device.outcomes.isEmpty)
        }

        @Test(.rule("T-61", "VIEW-6"))
        func `of items select the same places if items have no names`() throws {
            var made = [collection(Rows([1, 2, 3, 4])), collection(Rows([4, 9, 2]))]

            let view = try carry({ made.removeFirst() }) { view in
                for item in [1, 3] {
                    view.selectItem(at: IndexPath(item: item, section: 0), animated: false)
                }
            }

            #expect(view.indexPathsForSelectedItems?.map(\.item) == [1])
        }

        @Test(.rule("T-99", "REST-39"))
        func `of items regain their position when late data arrives`() throws {
            let (before, after) = (NamedRows(1...40), NamedRows([]))
            var made = [collection(before), collection(after)]
            let late = try carry({ made.removeFirst() }, { $0.contentOffset.y = 440 })
            #expect(late.contentOffset.y == 0)

            // A save in between lays out the items again, but retains the waiting position.
            late.frame.size.height = 120
            try device.application.map { try UISystem($0).enterBackground() }
            after.items = Array(1...40)
            late.reloadData()

            #expect(late.contentOffset.y == 440)
        }

        @Test(.rule("T-62", "VIEW-5"))
        func `of text select nothing if their text has become too short`() throws {
            var texts = ["a long text", "short"]
            let view: UITextView = try carry({
                let view = UITextView()
                view.text = texts.removeFirst()
                return view
            }) { $0.selectedRange = NSRange(location: 4, length: 5) }

            #expect(view.selectedRange == NSRange(location: 5, length: 0))
        }

        @Test(.rule("T-63", "VIEW-11"))
        func `of a secret text are not saved`() throws {
            let view: UITextField = try carry({
                let field = UITextField()
                field.isSecureTextEntry = true
                field.text = "password"
                return field
            }) { $0.selectedRange = NSRange(location: 1, length: 2) }

            #expect(try device.disk.savedState()?["Root/View"]?.values.isEmpty ?? true)
            #expect(view.selectedRange.length == 0)
        }

        @Test(.rule("T-94", "VIEW-5", "VIEW-9"))
        func `of text save their selection and not the typed text`() throws {
            let view = try carry(UITextField.init) {
                $0.text = "typed"
                $0.selectedRange = NSRange(location: 1, length: 3)
            }

            #expect(view.text ?? "" == "")
            let values = try #require(try device.disk.savedState()?["Root/View"]?.values)
            #expect(values.keys.contains("UITextField.selectedRange"))
            #expect(!"\(values)".contains("typed"))
        }

        @Test(.rule("VIEW-5"))
        func `of text stay read-only if they were`() throws {
            let text = try carry(UITextView.init) { $0.isEditable = false }

            #expect(!text.isEditable)
        }

        @Test(.rule("VIEW-5"))
        func `of images restore their position and transform`() throws {
            let image = try carry(UIImageView.init) {
                $0.bounds = CGRect(x: 0, y: 0, width: 30, height: 40)
                $0.center = CGPoint(x: 50, y: 60)
                $0.transform = CGAffineTransform(scaleX: 2, y: 3)
                $0.anchorPoint = CGPoint(x: 0, y: 1)
            }
            #expect(image.frame == CGRect(x: 35, y: 40, width: 30, height: 40))
            #expect(image.transform == CGAffineTransform(scaleX: 2, y: 3))
            #expect(image.anchorPoint == CGPoint(x: 0, y: 1))
        }
    }
}

/// Rows that are identified by their numbers.
final class NamedRows: Rows, UIDataSourceModelAssociation {
    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        "\(items[idx.row])"
    }

    func indexPathForElement(
        withModelIdentifier identifier: String,
        in view: UIView
    ) -> IndexPath? {
        items.firstIndex { "\($0)" == identifier }.map { IndexPath(row: $0, section: 0) }
    }
}
