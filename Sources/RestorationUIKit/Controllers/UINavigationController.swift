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
        let former = topViewController
        replaceChildren(by: controllers)
        if isViewLoaded { showTop(insteadOf: former) }
        noteChange()
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        showTop(insteadOf: nil)
    }

    private func showTop(insteadOf former: UIViewController?) {
        let top = topViewController
        if former !== top {
            former?.disappear()
            former?.viewIfLoaded?.removeFromSuperview()
        }
        guard let top, let view = viewIfLoaded else { return }
        top.view.frame = view.bounds
        if top.view.superview !== view { view.addSubview(top.view) }
        if isShown { top.appear() }
    }

    override var childrenSeen: [UIViewController] { [topViewController].compactMap(\.self) }
}

@MainActor protocol ContainerParticipant: RestorableContainer {}

extension UINavigationController: @MainActor ContainerParticipant {
    var restorationSlots: [RestorationSlot] { children.map { RestorationSlot($0) } }
    var restorationArrangement: RestorationArrangement { .stack }
    var distinguishesChildrenByPosition: Bool { true }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        setViewControllers(slots.compactMap { $0.child as? UIViewController }, animated: false)
    }
}

/// What a navigation bar shows of a controller.
@MainActor open class UINavigationItem: NSObject {
    private weak var controller: UIViewController?
    private var ownTitle: String?

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
    /// The buttons on the right, from there on.
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// The buttons on the left.
    open var leftBarButtonItems: [UIBarButtonItem]?
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
    open var searchController: UISearchController?
}

/// A button of a bar. Linux has no selectors: the action is a closure.
@MainActor open class UIBarButtonItem: NSObject {
    /// What the button says.
    open var title: String?
    /// Whether the button does anything.
    open var isEnabled = true
    /// What the button does.
    open var action: (() -> Void)?

    /// Creates a button.
    public init(title: String?, action: (() -> Void)? = nil) {
        self.title = title
        self.action = action
        super.init()
    }
}
