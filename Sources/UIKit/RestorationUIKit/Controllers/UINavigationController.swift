public import Foundation
import RestorationKit

/// A stack of controllers, whose top is shown.
@MainActor open class UINavigationController: UIViewController {
    /// Creates a stack of one controller.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    public override init(nibName: String?, bundle nibBundle: Bundle?) {
        super.init(nibName: nibName, bundle: nibBundle)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The stack, from the bottom up.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The top of the stack.
    open var topViewController: UIViewController? { children.last }
    /// The visible controller: the presented one, or the top of the stack.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Pushes a controller. Ignores one that is on the stack already.
    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        guard !children.contains(where: { $0 === controller }) else { return }
        setViewControllers(children + [controller], animated: animated)
    }

    /// Pops the top controller, unless it is the only one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = topViewController else { return nil }
        setViewControllers(children.dropLast(), animated: animated)
        return top
    }

    /// Pops all controllers above `controller`.
    @discardableResult
    open func popToViewController(
        _ controller: UIViewController,
        animated: Bool
    ) -> [UIViewController]? {
        guard let index = children.firstIndex(where: { $0 === controller }) else { return nil }
        let popped = Array(children[(index + 1)...])
        setViewControllers(Array(children[...index]), animated: animated)
        return popped
    }

    /// Pops all controllers except the first one.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        children.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Replaces the stack.
    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
        replaceChildren(by: controllers)
        showChildren()
        layoutTabs()
        recordChange()
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        navigationBar.navigationController = self
        showChildren()
        layoutTabs()
    }

    /// The controller on top may hide the tabs.
    private func layoutTabs() {
        if isViewLoaded { tabBarController?.layoutContents() }
    }

    override var placesChildren: Bool { true }

    // MARK: The bar

    /// The bar above the controller on top.
    public let navigationBar = UINavigationBar()
    /// Whether the bar is hidden.
    open var isNavigationBarHidden = false { didSet { layoutContents() } }

    /// Hides or shows the bar.
    open func setNavigationBarHidden(_ isHidden: Bool, animated: Bool) {
        isNavigationBarHidden = isHidden
    }

    override func layoutContents() {
        guard let view = viewIfLoaded else { return }
        let height = InterfaceMetrics.current.navigationBarHeight
        var rest = view.bounds
        func place(_ bar: UIView, isShown: Bool) {
            guard isShown else { return bar.removeFromSuperview() }
            let parts = rest.divided(atDistance: height, from: .minYEdge)
            (bar.frame, rest) = (parts.slice, parts.remainder)
            if bar.superview !== view { view.addSubview(bar) }
        }
        if height > 0 {
            place(navigationBar, isShown: !isNavigationBarHidden)
            let search = topViewController?.navigationItem.searchController?.searchBar
            if searchBar !== search { searchBar?.removeFromSuperview() }
            searchBar = search
            if let search { place(search, isShown: true) }
        }
        topViewController?.view.frame = rest
    }
    private weak var searchBar: UISearchBar?

    override var childrenSeen: [UIViewController] { [topViewController].compactMap(\.self) }
}

@MainActor protocol ContainerParticipant: RestorableContainer {}

extension UINavigationController: @MainActor ContainerParticipant {
    var restorationSlots: [RestorationSlot] { children.map { RestorationSlot($0) } }
    var restorationArrangement: RestorationArrangement { .stack }
    var distinguishesChildrenByPosition: Bool { true }

    /// Without restored children, the stack keeps the program's own.
    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        guard !slots.isEmpty else { return }
        setViewControllers(slots.compactMap { $0.child as? UIViewController }, animated: false)
    }
}

/// A controller's entry in a navigation bar.
@MainActor open class UINavigationItem: NSObject {
    private weak var controller: UIViewController?
    private var ownTitle: String? { didSet { Display.recordChange() } }

    /// Creates an item with a title.
    public init(title: String) {
        ownTitle = title
        super.init()
    }

    init(_ controller: UIViewController) {
        self.controller = controller
        super.init()
    }

    /// The title. Default: the controller's title.
    open var title: String? {
        get { ownTitle ?? controller?.title }
        set { ownTitle = newValue }
    }
    /// The title of the button that leads back here. Default: the item's title.
    open var backButtonTitle: String? { didSet { Display.recordChange() } }
    /// Whether the back button is hidden.
    open var hidesBackButton = false { didSet { Display.recordChange() } }
    /// Whether the left buttons appear beside the back button, instead of replacing it.
    open var leftItemsSupplementBackButton = false { didSet { Display.recordChange() } }
    /// The buttons on the right, from right to left.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { Display.recordChange() } }
    /// The buttons on the left.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { Display.recordChange() } }
    /// The first button on the right.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// The first button on the left.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The search of the controller's content.
    open var searchController: UISearchController? {
        didSet { controller?.navigationController?.layoutContents() }
    }
}

/// A button of a bar. Linux has no selectors, so the action is a closure.
@MainActor open class UIBarButtonItem: NSObject {
    /// The button's title.
    open var title: String? { didSet { Display.recordChange() } }
    /// Whether the user can press the button.
    open var isEnabled = true { didSet { Display.recordChange() } }
    /// The button's action.
    open var action: (() -> Void)?

    /// Creates a button.
    public init(title: String?, action: (() -> Void)? = nil) {
        self.title = title
        self.action = action
        super.init()
    }
}
