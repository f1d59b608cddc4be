import Foundation
import RestorationKit
import RestorationUIKit
import TestSupport
import Testing
import UIKitTestSupport

@MainActor @Suite(.serialized) struct `Controllers in others` {
    private let device = Device()

    @Test func `change their columns, and each has one`() {
        let split = UISplitViewController(style: .doubleColumn)
        let (a, b) = (UIViewController(), UIViewController())
        split.viewControllers = [a, b]

        split.viewControllers = [b, a]

        #expect(split.viewController(for: .primary) === b)
        #expect(a.parent === split && b.parent === split)
        split.setViewController(b, for: .secondary)
        #expect(split.viewControllers == [b] && a.parent == nil)
    }

    @Test func `leave their column, or their tab, when they go elsewhere`() {
        let split = UISplitViewController(style: .doubleColumn)
        let detail = UIViewController()
        split.viewControllers = [UIViewController(), detail]
        let tabs = UITabBarController()
        let tab = UIViewController()
        tabs.viewControllers = [tab, UIViewController()]
        let stack = UINavigationController()

        stack.pushViewController(detail, animated: false)
        stack.pushViewController(tab, animated: false)

        #expect(split.viewController(for: .secondary) == nil)
        #expect(tabs.selectedViewController == nil)
        #expect(detail.parent === stack && tab.parent === stack)
    }

    @Test func `show the requested column, which is restored`() throws {
        func launch() throws -> UISplitViewController {
            let split = UISplitViewController(style: .tripleColumn)
            split.viewControllers = ["A", "B", "C"].map { name in
                let column = UIViewController()
                column.restorationIdentifier = name
                return column
            }
            split.setCollapsed(true)
            try device.launch(SecureProgram(split))
            return split
        }
        let split = try launch()
        split.show(.supplementary)
        #expect(split.viewController(for: .supplementary)?.viewIfLoaded?.superview != nil)
        try device.leave()

        let again = try launch()

        #expect(again.viewController(for: .supplementary)?.viewIfLoaded?.superview != nil)
        #expect(again.viewController(for: .secondary)?.viewIfLoaded?.superview == nil)
    }

    @Test func `that the program no longer builds are reported as missing, once`() throws {
        func launch(_ names: [String]) throws {
            let split = UISplitViewController(style: .tripleColumn)
            split.viewControllers = names.map { name in
                let column = UIViewController()
                let text = UITextView()
                (column.restorationIdentifier, text.restorationIdentifier) = (name, "Text")
                column.view.addSubview(text)
                return column
            }
            try device.launch(SecureProgram(split))
        }
        try launch(["A", "B", "C"])
        try device.leave()

        try launch(["A", "B"])

        // The second of two controllers is in the last column, not in the middle one.
        #expect(
            device.log.problems
                == ["Root/B#supplementary", "Root/C#secondary"].map {
                    "\($0) was not restored: No object of the program has this path"
                }
        )
    }

    @Test func `that are presented have views in the window, which get typed keys`() throws {
        let root = UIViewController()
        try device.launch(SecureProgram(root))
        let form = UIViewController()
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
        form.loadViewIfNeeded()
        form.view.addSubview(field)

        root.present(form, animated: false)

        #expect(field.window != nil && form.next === root)
        #expect(field.becomeFirstResponder() && field.isFirstResponder)
        root.dismiss(animated: false)
        #expect(!field.isFirstResponder && field.window == nil)
    }

    @Test func `are not retained in memory by their registered objects`() throws {
        try device.launch(SecureProgram(UIViewController()))
        weak var owner: UIViewController?
        do {
            let controller = OwningController()
            controller.restorationIdentifier = "Owner"
            UIApplication.registerObject(
                forStateRestoration: controller.note,
                restorationIdentifier: "Note"
            )
            owner = controller
        }

        #expect(owner == nil)
    }

    @Test func `of a segmented control ignore a selected segment that does not exist`() throws {
        let text = """
            {"format": 1, "initial": "A", "scenes": [{"id": "A", "view": {
              "class": "UISegmentedControl", "values": {"segments": "a|b", "selected": 1e40}}}]}
            """
        let program = try StoryboardProgram(text)
        try device.launch(program)

        let control = program.window?.rootViewController?.view as? UISegmentedControl
        #expect(control?.selectedSegmentIndex == UISegmentedControl.noSegment)
    }
}

private final class OwningController: UIViewController {
    let note = Note()

    override init(nibName: String?, bundle nibBundle: Bundle?) {
        super.init(nibName: nibName, bundle: nibBundle)
        note.owner = self
    }

    required init?(coder: NSCoder) { nil }
}

private final class Note: NSObject, UIStateRestoring {
    weak var owner: UIViewController?
    var restorationParent: (any UIStateRestoring)? { owner }
}
