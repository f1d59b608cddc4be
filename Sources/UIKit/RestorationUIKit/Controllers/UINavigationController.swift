public import Foundation
import RestorationKit

/// A stack of controllers, of which the topmost is shown.
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
    /// What is on top of the stack.
    open var topViewController: UIViewController? { children.last }
    /// What is seen: what is presented, or the top of the stack.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Puts a controller on top. One that is on the stack already is refused.
    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        guard !children.contains(where: { $0 === controller }) else { return }
        setViewControllers(children + [controller], animated: animated)
    }

    /// Takes the topmost controller off, but for the last one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = topViewController else { return nil }
        setViewControllers(children.dropLast(), animated: animated)
        return top
    }

    /// Takes all controllers off down to `controller`.
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

    /// Takes all controllers off but the first one.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        children.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Replaces the stack.
    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
        replaceChildren(by: controllers)
        showChildren()
        layoutTabs()
        noteChange()
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

    /// What stands above the controller on top.
    public let navigationBar = UINavigationBar()
    /// Whether the bar is hidden.
    open var isNavigationBarHidden = false { didSet { layoutContents() } }

    /// Hides the bar, or shows it.
    open func setNavigationBarHidden(_ isHidden: Bool, animated: Bool) {
        isNavigationBarHidden = isHidden
    }

    /// Places the bar, the search bar of the controller on top, and that controller, from the top
    /// down.
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

    /// A stack of which nothing has come back keeps what the program has put there.
    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        guard !slots.isEmpty else { return }
        setViewControllers(slots.compactMap { $0.child as? UIViewController }, animated: false)
    }
}

/// What a navigation bar shows of a controller.
@MainActor open class UINavigationItem: NSObject {
    private weak var controller: UIViewController?
    private var ownTitle: String? { didSet { Display.noteChange() } }

    /// Creates an item with a title.
    public init(title: String) {
        ownTitle = title
        super.init()
    }

    init(_ controller: UIViewController) {
        self.controller = controller
        super.init()
    }

    /// The title; the controller's where there is none.
    open var title: String? {
        get { ownTitle ?? controller?.title }
        set { ownTitle = newValue }
    }
    /// What the button says that leads back here; the title where there is nothing.
    open var backButtonTitle: String? { didSet { Display.noteChange() } }
    /// Whether there is no button that leads back.
    open var hidesBackButton = false { didSet { Display.noteChange() } }
    /// Whether the button that leads back stands beside those on the left, not behind them.
    open var leftItemsSupplementBackButton = false { didSet { Display.noteChange() } }
    /// The buttons on the right, from there on.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { Display.noteChange() } }
    /// The buttons on the left.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { Display.noteChange() } }
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

/// A button of a bar. Linux has no selectors: the action is a closure.
@MainActor open class UIBarButtonItem: NSObject {
    /// What the button says.
    open var title: String? { didSet { Display.noteChange() } }
    /// Whether the button does anything.
    open var isEnabled = true { didSet { Display.noteChange() } }
    /// What the button does.
    open var action: (() -> Void)?

    /// Creates a button.
    public init(title: String?, action: (() -> Void)? = nil) {
        self.title = title
        self.action = action
        super.init()
    }
}
