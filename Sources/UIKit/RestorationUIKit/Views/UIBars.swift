import Foundation

/// The bar above a stack of controllers: back button, title, and buttons.
///
/// Headless, it takes no room.
@MainActor open class UINavigationBar: UIView {
    weak var navigationController: UINavigationController?
    private let left = BarButtons()
    private let right = BarButtons()

    /// The title of the controller on top of the stack.
    package var title: String? { navigationController?.topViewController?.navigationItem.title }

    /// Titles and buttons change without notice, so layout always runs.
    open override func layoutIfNeeded() {
        setNeedsLayout()
        super.layoutIfNeeded()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let item = navigationController?.topViewController?.navigationItem
        left.show(leftEntries, in: self)
        right.show((item?.rightBarButtonItems ?? []).map { Self.entry($0) }, in: self)
        var x: CGFloat = 0
        for button in left.buttons {
            button.frame = CGRect(x: x, y: 0, width: button.width, height: bounds.height)
            x = button.frame.maxX
        }
        x = bounds.width
        for button in right.buttons {
            x -= button.width
            button.frame = CGRect(x: x, y: 0, width: button.width, height: bounds.height)
        }
    }

    private var leftEntries: [BarButtons.Entry] {
        guard let stack = navigationController, let top = stack.topViewController else { return [] }
        var entries = (top.navigationItem.leftBarButtonItems ?? []).map { Self.entry($0) }
        let below = stack.viewControllers.dropLast().last
        let canGoBack =
            entries.isEmpty || top.navigationItem.leftItemsSupplementBackButton
        if let below, canGoBack, !top.navigationItem.hidesBackButton {
            let title = below.navigationItem.backButtonTitle ?? below.navigationItem.title
            entries.insert(
                BarButtons.Entry(title: "‹ \(title ?? "Back")", isEnabled: true) {
                    [weak stack] in stack?.popViewController(animated: true)
                },
                at: 0
            )
        }
        return entries
    }

    private static func entry(_ item: UIBarButtonItem) -> BarButtons.Entry {
        BarButtons.Entry(title: item.title ?? "", isEnabled: item.isEnabled) { item.action?() }
    }
}

/// The bar that lists the tabs and marks the selected one. Headless, it takes no room.
@MainActor open class UITabBar: UIView {
    weak var tabBarController: UITabBarController?
    private let tabs = BarButtons()

    /// Titles and badges change without notice, so layout always runs.
    open override func layoutIfNeeded() {
        setNeedsLayout()
        super.layoutIfNeeded()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard let controller = tabBarController else { return }
        tabs.show(controller.children.map { entry($0, in: controller) }, in: self)
        var x: CGFloat = 0
        for button in tabs.buttons {
            button.frame = CGRect(x: x, y: 0, width: button.width, height: bounds.height)
            x = button.frame.maxX
        }
    }

    private func entry(
        _ child: UIViewController,
        in controller: UITabBarController
    ) -> BarButtons.Entry {
        let title = child.tabBarItem.title ?? child.title ?? ""
        let badge = child.tabBarItem.badgeValue.map { " (\($0))" } ?? ""
        return BarButtons.Entry(
            title: title + badge,
            isEnabled: true,
            isSelected: controller.selectedViewController === child
        ) { [weak child, weak controller] in
            guard let child, let controller, let application = UIApplication.current else { return }
            UISystem(application).select(child, in: controller)
        }
    }
}

@MainActor package final class BarButton: UIButton {
    fileprivate var entry: BarButtons.Entry? {
        didSet {
            setTitle(entry?.title, for: .normal)
            isEnabled = entry?.isEnabled ?? false
            isSelected = entry?.isSelected ?? false
        }
    }

    fileprivate var width: CGFloat {
        let metrics = InterfaceMetrics.current
        let size = metrics.textSize(currentTitle ?? "", .greatestFiniteMagnitude)
        return size.width + metrics.controlPadding / 2
    }
}

/// The buttons on one side of a bar, which are reused while their number stays the same.
@MainActor private final class BarButtons {
    struct Entry {
        let title: String
        let isEnabled: Bool
        var isSelected = false
        let perform: () -> Void
    }

    private(set) var buttons: [BarButton] = []

    func show(_ entries: [Entry], in bar: UIView) {
        for button in buttons.dropFirst(entries.count) { button.removeFromSuperview() }
        buttons = Array(buttons.prefix(entries.count))
        for (index, entry) in entries.enumerated() {
            if index == buttons.count { buttons.append(make(in: bar)) }
            buttons[index].entry = entry
        }
    }

    private func make(in bar: UIView) -> BarButton {
        let button = BarButton()
        button.addAction(
            UIAction { [weak button] _ in button?.entry?.perform() },
            for: .primaryActionTriggered
        )
        bar.addSubview(button)
        return button
    }
}
