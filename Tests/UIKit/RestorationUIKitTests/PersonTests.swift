import Foundation
import RestorationKit
import RestorationUIKit
import Testing
import UIKitTestSupport

/// The user's actions, simulated through `UISystem`.
@MainActor @Suite(.serialized) struct `A person` {
    private let device = Device()

    private func launch(_ root: UIViewController = UIViewController()) throws -> UISystem {
        UISystem(try device.launch(SecureProgram(root)))
    }

    @Test func `selects rows, and notifies the delegate`() throws {
        let person = try launch()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        let rows = Listener()
        table.dataSource = rows
        table.delegate = rows
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false)

        person.select(IndexPath(row: 1, section: 0), in: table)
        person.select(IndexPath(row: 9, section: 0), in: table)
        table.allowsMultipleSelection = true
        person.select(IndexPath(row: 2, section: 0), in: table)
        person.select(IndexPath(row: 1, section: 0), in: table)

        #expect(rows.heard == ["-0", "+1", "+2", "-1"])
        #expect(table.indexPathForSelectedRow?.row == 2)
    }

    @Test func `answers alerts, which then are removed and not restored`() throws {
        let root = UIViewController()
        let person = try launch(root)
        var answers: [String] = []
        let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
        let delete = UIAlertAction(title: "Delete", style: .destructive) { action in
            answers.append("\(action.title ?? ""), \(root.presentedViewController == nil)")
        }
        let keep = UIAlertAction(title: "Keep", style: .cancel) { _ in answers.append("Keep") }
        keep.isEnabled = false
        alert.addAction(delete)
        alert.addAction(keep)
        alert.addTextField { $0.placeholder = "Why" }
        root.present(alert, animated: false)

        person.choose(keep, of: alert)
        #expect(root.presentedViewController === alert)
        #expect(alert.textFields?.first?.becomeFirstResponder() == true)
        person.choose(delete, of: alert)

        #expect(answers == ["Delete, true"])
        root.present(alert, animated: false)
        try device.leave()
        let again = UIViewController()
        _ = try launch(again)
        #expect(again.presentedViewController == nil)
    }

    @Test func `selects items that the delegate allows, and notifies it`() throws {
        let person = try launch()
        let frame = CGRect(x: 0, y: 0, width: 320, height: 200)
        let collection = UICollectionView(
            frame: frame,
            collectionViewLayout: UICollectionViewFlowLayout()
        )
        let items = Listener()
        collection.dataSource = items
        collection.delegate = items
        items.forbidden = 1

        for item in [0, 1, 2, 9] {
            person.select(IndexPath(item: item, section: 0), in: collection)
        }
        collection.allowsMultipleSelection = true
        for item in [0, 2] { person.select(IndexPath(item: item, section: 0), in: collection) }

        #expect(items.heard == ["+0", "-0", "+2", "+0", "-2"])
        #expect(collection.indexPathsForSelectedItems?.map(\.item) == [0])
    }

    @Test func `selects a tab only if the delegate lets them`() throws {
        let person = try launch()
        let tabs = UITabBarController()
        let controllers = [UIViewController(), UIViewController(), UIViewController()]
        tabs.viewControllers = controllers
        let guardian = Guardian(controllers[1])
        tabs.delegate = guardian

        person.select(controllers[1], in: tabs)
        #expect(tabs.selectedIndex == 0)
        person.select(controllers[2], in: tabs)

        #expect(tabs.selectedIndex == 2)
        #expect(guardian.heard == [controllers[2]])
    }

    @Test func `turns pages up to the last`() throws {
        let person = try launch()
        let book = Book()
        let pages = UIPageViewController()
        pages.dataSource = book
        pages.setViewControllers([book.pages[0]], direction: .forward, animated: false)

        #expect(person.turnPage(.forward, of: pages))
        #expect(!person.turnPage(.forward, of: pages))
        #expect(pages.viewControllers == [book.pages[1]])
        #expect(person.turnPage(.reverse, of: pages))
    }

    @Test func `replaces the selection by typing, if the delegate allows that`() throws {
        let person = try launch()
        let field = UITextField()
        let guardian = TextGuardian()
        field.delegate = guardian
        var returns = 0
        field.addAction(UIAction { _ in returns += 1 }, for: .editingDidEndOnExit)
        field.text = "Milo 😀"
        field.selectedRange = NSRange(location: 0, length: 4)

        person.type("Lili", into: field)
        person.type("!", into: field)
        person.pressReturn(in: field)

        #expect(field.text == "Lili 😀")
        #expect(field.selectedRange == NSRange(location: 4, length: 0))
        #expect(returns == 1)
    }

    @Test func `changes state with a control, and it is saved soon`() throws {
        let person = try launch()
        let session = try #require(device.application?.restorationSession)
        let button = UIButton()
        var isTapped = false
        button.addAction(UIAction { _ in isTapped = true }, for: .touchUpInside)
        #expect(session.nextDeadline == nil)

        person.tap(button)

        #expect(isTapped)
        #expect(session.nextDeadline != nil)
    }
}

/// Records which rows and items the user selects (`+`) and deselects (`-`), and prevents the
/// selection of the item `forbidden`.
private final class Listener: Rows, UITableViewDelegate, UICollectionViewDelegate {
    var heard: [String] = []
    var forbidden: Int?

    init() { super.init(0..<3) }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        heard.append("+\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        heard.append("-\(indexPath.row)")
    }
    func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { indexPath.item != forbidden }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        heard.append("+\(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
    {
        heard.append("-\(indexPath.item)")
    }
}

private final class Guardian: NSObject, UITabBarControllerDelegate {
    private let forbidden: UIViewController
    var heard: [UIViewController] = []

    init(_ forbidden: UIViewController) { self.forbidden = forbidden }

    func tabBarController(
        _ tabBarController: UITabBarController,
        shouldSelect viewController: UIViewController
    ) -> Bool { viewController !== forbidden }
    func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    ) { heard.append(viewController) }
}

private final class Book: NSObject, UIPageViewControllerDataSource {
    let pages = [UIViewController(), UIViewController()]

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? { viewController === pages[1] ? pages[0] : nil }
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? { viewController === pages[0] ? pages[1] : nil }
}

private final class TextGuardian: NSObject, UITextFieldDelegate {
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { string != "!" }
}
