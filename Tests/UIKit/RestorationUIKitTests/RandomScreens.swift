import Foundation
import RestorationUIKit
import TestSupport
import UIKitTestSupport

/// Windows whose screens depend on a seed and change at random.
@MainActor final class RandomScreens {
    /// The scenes of the pushed and presented screens, and a navigation stack for the base graph.
    static let storyboard = """
        {"format": 1, "scenes": [
          {"id": "Stack", "class": "UINavigationController", "children": ["Bottom"]},
          {"id": "Bottom", "class": "Screen", "useStoryboardID": true},
          {"id": "Pushed", "class": "Screen", "useStoryboardID": true},
          {"id": "Sheet", "class": "Screen", "useStoryboardID": true}
        ]}
        """

    private let seed: UInt64
    private let drawn: UIStoryboard

    /// Reads the storyboard. A storyboard outside the main bundle can restore its screens only
    /// after that.
    init(_ seed: UInt64, _ bundle: Bundle) {
        self.seed = seed
        drawn = UIStoryboard(name: "Random", bundle: bundle)
    }

    /// Fills windows with the base graph, which is the same in every launch.
    func show(in makeWindow: () -> UIWindow) -> [UIWindow] {
        var random = SeededGenerator(seed: seed)
        return (0..<Int.random(in: 1...2, using: &random)).map { _ in
            let window = makeWindow()
            window.rootViewController = base("Root", depth: 2, &random)
            window.makeKeyAndVisible()
            return window
        }
    }

    /// A part of the base graph, the same in every launch.
    private func base(
        _ name: String,
        depth: Int,
        _ random: inout SeededGenerator
    ) -> UIViewController {
        let controller: UIViewController
        switch depth > 0 ? Int.random(in: 0...4, using: &random) : 4 {
        case 0:
            controller = UINavigationController(
                rootViewController: base("Bottom", depth: 0, &random)
            )
        case 1:
            let tabs = UITabBarController()
            tabs.viewControllers = (0..<Int.random(in: 2...3, using: &random)).map {
                base("Tab\($0)", depth: depth - 1, &random)
            }
            controller = tabs
        case 2:
            let split = UISplitViewController(style: .doubleColumn)
            split.viewControllers = (0..<2).map { base("Column\($0)", depth: depth - 1, &random) }
            controller = split
        case 3: controller = drawn.instantiateViewController(withIdentifier: "Stack")
        default: controller = Screen()
        }
        controller.restorationIdentifier = name
        return controller
    }

    // MARK: Changing

    private func all(in controller: UIViewController) -> [UIViewController] {
        let below = controller.children + [own(presentedBy: controller)].compactMap(\.self)
        return [controller] + below.flatMap { all(in: $0) }
    }

    private func own(presentedBy controller: UIViewController) -> UIViewController? {
        guard let presented = controller.presentedViewController,
            presented.presentingViewController === controller
        else { return nil }
        return controller.parent?.presentedViewController === presented ? nil : presented
    }

    /// Changes one random screen.
    func change(_ windows: [UIWindow], _ random: inout SeededGenerator) {
        let controllers = windows.compactMap(\.rootViewController).flatMap { all(in: $0) }
        guard let controller = controllers.randomElement(using: &random) else { return }
        switch controller {
        case let stack as UINavigationController:
            if Bool.random(using: &random), stack.viewControllers.count > 1 {
                stack.popViewController(animated: false)
            } else {
                stack.pushViewController(screen("Pushed", &random), animated: false)
            }
        case let tabs as UITabBarController:
            tabs.selectedIndex = Int.random(in: 0..<tabs.children.count, using: &random)
        case let split as UISplitViewController: split.setCollapsed(!split.isCollapsed)
        case let screen as Screen: change(screen, &random)
        default: break
        }
    }

    /// A screen restored by its restoration class or by its storyboard scene.
    private func screen(_ name: String, _ random: inout SeededGenerator) -> UIViewController {
        if Bool.random(using: &random) {
            return drawn.instantiateViewController(withIdentifier: name)
        }
        let screen = Screen()
        screen.restorationIdentifier = name
        screen.restorationClass = Screen.self
        return screen
    }

    private func change(_ screen: Screen, _ random: inout SeededGenerator) {
        screen.loadViewIfNeeded()
        screen.view.layoutIfNeeded()
        switch Int.random(in: 0...7, using: &random) {
        case 0: screen.field.text = "text \(Int.random(in: 0...99, using: &random))"
        case 1:
            let length = screen.field.text?.utf16.count ?? 0
            let location = Int.random(in: 0...length, using: &random)
            screen.field.selectedRange = NSRange(location: location, length: 0)
        case 2:
            let row = IndexPath(row: Int.random(in: 0..<Screen.rows, using: &random), section: 0)
            screen.table.selectRow(at: row, animated: false)
        case 3:
            let row = Int.random(in: 0..<(Screen.rows - 10), using: &random)
            screen.table.contentOffset.y = CGFloat(row) * 44 + 7
        case 4 where own(presentedBy: screen) != nil: screen.dismiss(animated: false)
        case 4 where screen.presentedViewController == nil:
            screen.present(self.screen("Sheet", &random), animated: false)
        case 5:
            let item = Int.random(in: 0..<Screen.rows, using: &random)
            screen.collection.selectItem(at: IndexPath(item: item, section: 0), animated: false)
        case 6:
            screen.collection.contentOffset.y = CGFloat(Int.random(in: 0...200, using: &random))
        default:
            screen.scroll.contentOffset = CGPoint(
                x: 0,
                y: Double.random(in: 0...600, using: &random)
            )
        }
    }

    // MARK: Reading

    /// The visible contents of windows, one line per controller.
    func lines(of windows: [UIWindow]) -> [String] {
        windows.compactMap(\.rootViewController).flatMap { lines(of: $0, 0) }
    }

    private func lines(of controller: UIViewController, _ depth: Int) -> [String] {
        let name = controller.restorationIdentifier ?? "-"
        var line = String(repeating: " ", count: depth) + "\(type(of: controller)) \(name)"
        if let tabs = controller as? UITabBarController { line += " \(tabs.selectedIndex)" }
        if let screen = controller as? Screen { line += " \(screen.text)" }
        let presented = own(presentedBy: controller)
        return [line] + controller.children.flatMap { lines(of: $0, depth + 1) }
            + (presented.map { [" presents"] + lines(of: $0, depth + 1) } ?? [])
    }
}

/// A screen with a field, a table, a collection and a scroll view.
final class Screen: UIViewController, UIViewControllerRestoration {
    static let rows = 40
    private let source = Rows(0..<rows)
    let field = UITextField()
    let table = UITableView(frame: CGRect(x: 0, y: 20, width: 320, height: 220))
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 240, width: 320, height: 200))

    let collection = UICollectionView(
        frame: CGRect(x: 0, y: 440, width: 320, height: 100),
        collectionViewLayout: UICollectionViewFlowLayout()
    )

    override func viewDidLoad() {
        super.viewDidLoad()
        field.restorationIdentifier = "Field"
        table.restorationIdentifier = "Table"
        scroll.restorationIdentifier = "Scroll"
        collection.restorationIdentifier = "Collection"
        table.dataSource = source
        collection.dataSource = source
        scroll.contentSize = CGSize(width: 320, height: 900)
        for part in [field, table, scroll, collection] { view.addSubview(part) }
    }

    var text: String {
        loadViewIfNeeded()
        let selected = [
            table.indexPathForSelectedRow, collection.indexPathsForSelectedItems?.first,
        ]
        .map { $0.map { "\($0.item)" } ?? "-" }
        let offsets = [table, scroll, collection].map { "\($0.contentOffset.y)" }
        let shown = (selected + offsets).joined(separator: " ")
        return "\(field.text ?? "-") \(field.selectedRange) \(shown)"
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(field.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        field.text = coder.decodeObject(forKey: "text") as? String
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Screen() }
}
