public import Foundation

/// Manages a view, which shows a part of the program.
@MainActor open class UIViewController: UIResponder {
    /// The identifier among the siblings. `nil` leaves the controller out of saves, with its
    /// subtree (PRES-14).
    open var restorationIdentifier: String? {
        didSet { if restorationIdentifier != oldValue { recordChange() } }
    }
    /// The class that makes the controller at a restore. `nil` for a controller that the program
    /// makes at each launch, or that a storyboard provides.
    open var restorationClass: (any UIViewControllerRestoration.Type)?

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - nibName: Not used: there are no nib files.
    ///   - nibBundle: Not used.
    public init(nibName: String?, bundle nibBundle: Bundle?) {
        super.init()
    }

    /// Creates a controller.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Creates a storyboard's controller.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The controller's title.
    open var title: String? { didSet { Display.recordChange() } }
    /// The controller's entry in a navigation bar.
    open private(set) lazy var navigationItem = UINavigationItem(self)
    /// The controller's entry in a tab bar.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    /// Whether the tab bar is hidden while the controller is on top of a stack.
    open var hidesBottomBarWhenPushed = false

    // MARK: The view

    /// The controller's view, loaded on first access.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controllerReference = nil
            loadedView = newValue
            guard let newValue else { return }
            let reference = reference ?? ControllerReference(self)
            self.reference = reference
            newValue.controllerReference = reference
        }
    }
    private var loadedView: UIView?
    private var reference: ControllerReference?

    deinit { reference?.clear() }

    /// The view, if it is loaded.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether the view is loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view if needed.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView != nil else { return }
        viewDidLoad()
    }

    /// Makes the view: the storyboard's, or an empty one.
    open func loadView() {
        view = scene?.makeView(for: self) ?? UIView(frame: UIScreen.main.bounds)
    }

    /// The view is loaded; nothing is decoded yet (REST-4). Does nothing by default.
    open func viewDidLoad() {}
    /// The view is about to be shown. Does nothing by default.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is shown. Does nothing by default.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to be hidden. Does nothing by default.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view is hidden. Does nothing by default.
    open func viewDidDisappear(_ animated: Bool) {}

    /// The view is about to be laid out. Does nothing by default.
    open func viewWillLayoutSubviews() {}
    /// The view is laid out. Does nothing by default.
    open func viewDidLayoutSubviews() {}
    func layoutContents() {}

    var isShown: Bool { appearance.isShown }
    var appearance = Appearance()

    /// The children that are visible along with this controller.
    var childrenSeen: [UIViewController] { children }

    /// Whether ``showChildren()`` adds the children's views to this one's. The program's own
    /// containers do that themselves.
    var placesChildren: Bool { false }

    func leaveScreen() {
        disappear()
        loadedView?.removeFromSuperview()
    }

    // MARK: Containment

    /// The container of the controller.
    open internal(set) weak var parent: UIViewController?
    /// The contained controllers.
    open internal(set) var children: [UIViewController] = []

    /// Adds a child, which leaves its former parent.
    open func addChild(_ child: UIViewController) {
        guard child.parent !== self else { return }
        if let former = child.parent { former.release(child) }
        child.willMove(toParent: self)
        children.append(child)
        child.parent = self
        recordChange()
    }

    /// Removes the controller from its parent.
    open func removeFromParent() {
        guard let parent else { return }
        parent.release(self)
        didMove(toParent: nil)
    }

    /// Replaces the children. O(controllers).
    func replaceChildren(by controllers: [UIViewController]) {
        let staying = children.isEmpty ? [] : Set(controllers.map { ObjectIdentifier($0) })
        for child in children where !staying.contains(ObjectIdentifier(child)) {
            child.disappear()
            child.viewIfLoaded?.removeFromSuperview()
            child.removeFromParent()
        }
        for controller in controllers where controller.parent !== self {
            addChild(controller)
            controller.didMove(toParent: self)
        }
        children = controllers
    }

    private func release(_ child: UIViewController) {
        children.removeAll { $0 === child }
        child.parent = nil
        didRemoveChild(child)
        recordChange()
    }

    /// A child was removed. A container forgets its place.
    func didRemoveChild(_ child: UIViewController) {}

    /// The controller is about to get a new parent, or none. Does nothing by default.
    open func willMove(toParent parent: UIViewController?) {}
    /// The controller has a new parent, or none. Does nothing by default.
    open func didMove(toParent parent: UIViewController?) {}

    private func container<Container: UIViewController>(_ type: Container.Type) -> Container? {
        var next = parent
        while let current = next {
            if let container = current as? Container { return container }
            next = current.parent
        }
        return nil
    }

    /// The nearest navigation controller among the ancestors.
    open var navigationController: UINavigationController? {
        container(UINavigationController.self)
    }
    /// The nearest tab bar controller among the ancestors.
    open var tabBarController: UITabBarController? { container(UITabBarController.self) }
    /// The nearest split view controller among the ancestors.
    open var splitViewController: UISplitViewController? { container(UISplitViewController.self) }

    // MARK: Presentation

    /// The style of the controller's presentation.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// Whether only the program can dismiss the presented controller.
    open var isModalInPresentation = false
    /// The preferred size of the presented controller. Zero if it has none.
    open var preferredContentSize = CGSize.zero

    func frame(in bounds: CGRect) -> CGRect {
        guard presenter != nil, modalPresentationStyle == .formSheet else { return bounds }
        let wanted = preferredContentSize
        let size = CGSize(
            width: min(wanted.width > 0 ? wanted.width : bounds.width * 0.8, bounds.width - 2),
            height: min(wanted.height > 0 ? wanted.height : bounds.height * 0.8, bounds.height - 2)
        )
        return CGRect(
            x: ((bounds.width - size.width) / 2).rounded(.down),
            y: ((bounds.height - size.height) / 2).rounded(.down),
            width: max(0, size.width.rounded(.down)),
            height: max(0, size.height.rounded(.down))
        )
    }

    /// The controller that this one itself presents.
    private(set) var presented: UIViewController?
    private(set) weak var presenter: UIViewController?

    /// The controller presented by this one or an ancestor.
    open var presentedViewController: UIViewController? {
        presented ?? parent?.presentedViewController
    }
    /// The controller that presents this one or an ancestor.
    open var presentingViewController: UIViewController? {
        presenter ?? parent?.presentingViewController
    }

    /// Whether this controller, rather than an ancestor, presents for its children.
    open var definesPresentationContext = false

    /// Presents a controller. The presenter is the nearest controller that defines a presentation
    /// context, or else the outermost container.
    ///
    /// The call is refused, with a log message, if either controller is part of a presentation
    /// already.
    open func present(
        _ controller: UIViewController,
        animated: Bool,
        completion: (() -> Void)? = nil
    ) {
        if let parent, !definesPresentationContext {
            return parent.present(controller, animated: animated, completion: completion)
        }
        // This may present another controller.
        loadViewIfNeeded()
        guard controller.presenter == nil, controller !== self else {
            return refuse("it is presented already", controller)
        }
        guard presented == nil else {
            return refuse("\(type(of: self)) presents another controller already", controller)
        }
        presented = controller
        controller.presenter = self
        showPresented()
        recordChange()
        completion?()
    }

    func showPresented() {
        if isShown { presented?.loadViewIfNeeded() }
        guard isShown, let presented else { return }
        if let window = windowOfResponder {
            presented.view.frame = presented.frame(in: window.bounds)
            window.addSubview(presented.view)
        }
        presented.appear()
    }

    private func refuse(_ why: String, _ controller: UIViewController) {
        UIApplication.current?.logRefusal(of: controller, why)
    }

    /// Dismisses the presented controller or, if there is none, this one.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        let presenter = presentedViewController?.presentingViewController
        (presenter ?? presentingViewController)?.dismissPresented()
        completion?()
    }

    func dismissPresented() {
        guard let controller = presented else { return }
        controller.dismissPresented()
        controller.leaveScreen()
        controller.presenter = nil
        presented = nil
        recordChange()
    }

    // MARK: Responding

    /// The first responder once the view is shown.
    weak var awaitedFirstResponder: UIResponder?

    open override var next: UIResponder? { presenter ?? loadedView?.superview ?? parent }

    override var windowOfResponder: UIWindow? {
        loadedView?.window ?? (presenter ?? parent)?.windowOfResponder
    }

    // MARK: Storyboards

    /// The storyboard's outlets, by name. None by default.
    open class var outlets: [UIOutlet] { [] }
    /// The storyboard's actions. None by default.
    open class var actions: [UIStoryboardAction] { [] }

    /// The controller was made from a storyboard; its view is not loaded. Does nothing by default.
    open func awakeFromNib() {}

    /// The storyboard of the controller.
    open internal(set) var storyboard: UIStoryboard?
    var scene: StoryboardScene?

    /// Performs a segue of the storyboard. An unknown segue is refused, with a log message.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        guard let segue = scene?.segue(identifier, from: self) else {
            UIApplication.current?.logMissingSegue(identifier, of: self)
            return
        }
        prepare(for: segue, sender: sender)
        segue.perform()
    }

    /// Prepares the segue's destination. Does nothing by default.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    // MARK: State restoration

    /// Stores the controller's state. Overrides call `super`. Presented controllers, views' state
    /// and a container's children are stored separately (PRES-29).
    open func encodeRestorableState(with coder: NSCoder) {}

    /// Applies the controller's state. The view is loaded. Overrides call `super`.
    open func decodeRestorableState(with coder: NSCoder) {}

    /// All state is restored. Does nothing by default.
    open func applicationFinishedRestoringState() {}
}

/// The style of a presentation.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    /// In the middle, in its preferred size.
    case formSheet = 2
    case overFullScreen = 5
    case none = -1
    /// Over the whole window, as all others except ``formSheet``.
    case automatic = -2
}
