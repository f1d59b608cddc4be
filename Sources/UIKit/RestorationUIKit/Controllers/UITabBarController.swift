public import Foundation
import RestorationKit

/// Several controllers, of which the selected one is shown.
@MainActor open class UITabBarController: UIViewController {
    /// The delegate for selections.
    open weak var delegate: (any UITabBarControllerDelegate)?

    /// The tabs in their order.
    open var viewControllers: [UIViewController]? {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Replaces the tabs. The selection stays if its tab is still there.
    open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
        let controllers = controllers ?? []
        replaceChildren(by: controllers)
        if selection?.parent !== self { selection = children.first }
        showChildren()
        recordChange()
    }

    private weak var selection: UIViewController?

    /// The controller of the selected tab. Assigning a controller without a tab has no effect.
    open var selectedViewController: UIViewController? {
        get { selection }
        set {
            guard let newValue, children.contains(where: { $0 === newValue }) else { return }
            selection = newValue
            showChildren()
            recordChange()
        }
    }

    /// The index of the selected tab, or `NSNotFound` without tabs.
    open var selectedIndex: Int {
        get { children.firstIndex { $0 === selection } ?? NSNotFound }
        set {
            if children.indices.contains(newValue) { selectedViewController = children[newValue] }
        }
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        tabBar.tabBarController = self
        showChildren()
    }

    override var placesChildren: Bool { true }

    /// The bar that lists the tabs.
    public let tabBar = UITabBar()

    private var hidesBar: Bool {
        let top = (selection as? UINavigationController)?.topViewController ?? selection
        return top?.hidesBottomBarWhenPushed ?? false
    }

    override func layoutContents() {
        guard let view = viewIfLoaded else { return }
        let height = InterfaceMetrics.current.tabBarHeight
        var rest = view.bounds
        if height > 0, !hidesBar {
            let parts = rest.divided(atDistance: height, from: .minYEdge)
            (tabBar.frame, rest) = (parts.slice, parts.remainder)
            if tabBar.superview !== view { view.addSubview(tabBar) }
        } else {
            tabBar.removeFromSuperview()
        }
        selection?.view.frame = rest
    }

    override var childrenSeen: [UIViewController] { [selection].compactMap(\.self) }

    override func didRemoveChild(_ child: UIViewController) {
        if selection === child { selection = nil }
    }
}

extension UITabBarController: @MainActor ContainerParticipant {
    var restorationSlots: [RestorationSlot] { children.map { RestorationSlot($0) } }
    var restorationSelection: (any Restorable)? { selection }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        setViewControllers(slots.compactMap { $0.child as? UIViewController }, animated: false)
        if let selection = selection as? UIViewController { selectedViewController = selection }
    }
}

/// The delegate for selections.
@MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
    /// Whether the user may select a tab. `true` by default.
    func tabBarController(
        _ tabBarController: UITabBarController,
        shouldSelect viewController: UIViewController
    ) -> Bool
    /// The user has selected a tab.
    func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    )
}

extension UITabBarControllerDelegate {
    /// `true`.
    public func tabBarController(
        _ tabBarController: UITabBarController,
        shouldSelect viewController: UIViewController
    ) -> Bool { true }
    /// Does nothing.
    public func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    ) {}
}

/// A controller's entry in a tab bar.
@MainActor open class UITabBarItem: NSObject {
    /// The tab's name.
    open var title: String? { didSet { Display.recordChange() } }
    /// The tab's image.
    open var image: UIImage?
    /// A number by which the program finds the item.
    open var tag: Int
    /// A text beside the name, such as a count.
    open var badgeValue: String? { didSet { Display.recordChange() } }

    /// Creates an item.
    public init(title: String?, image: UIImage?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
        super.init()
    }
}
