import Foundation
import RestorationUIKit
import Testing
import UIKitTestSupport

/// The cells that a table shows.
@MainActor @Suite(.serialized) struct `A table` {
    @Test func `shows the cells of the last reload, and no others`() {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let names = Names()
        table.dataSource = names

        names.names = ["b"]
        table.reloadData()

        let cells = table.subviews.compactMap { $0 as? UITableViewCell }
        #expect(cells.map(\.textLabel?.text) == ["b"])
    }
}

/// Controllers that programs create with UIKit's initialisers.
@MainActor @Suite(.serialized) struct `A controller with a style` {
    @Test func `of a table has a table of that style`() {
        #expect(UITableViewController(style: .grouped).tableView.style == .grouped)
        #expect(UITableViewController().tableView.style == .plain)
        #expect(Settings().tableView.style == .insetGrouped)
    }

    @Test func `of pages has the orientation, and the spine where pages have one`() {
        let scrolling = UIPageViewController(
            transitionStyle: .scroll,
            navigationOrientation: .vertical,
            options: [.interPageSpacing: 8]
        )
        let book = Guide()

        #expect(scrolling.navigationOrientation == .vertical && scrolling.spineLocation == .none)
        #expect(book.transitionStyle == .pageCurl && book.spineLocation == .mid)
        book.setViewControllers([UIViewController()], direction: .forward, animated: false)
        #expect(book.viewControllers?.count == 1)
    }

    private final class Settings: UITableViewController {
        init() { super.init(style: .insetGrouped) }
        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    private final class Guide: UIPageViewController {
        init() {
            let spine = UIPageViewController.SpineLocation.mid.rawValue
            super.init(
                transitionStyle: .pageCurl,
                navigationOrientation: .horizontal,
                options: [.spineLocation: spine]
            )
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
    }
}

private final class Names: NSObject, UITableViewDataSource {
    var names = ["a", "b"]

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        names.count
    }

    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Name", for: indexPath)
        cell.textLabel?.text = names[indexPath.row]
        return cell
    }
}
