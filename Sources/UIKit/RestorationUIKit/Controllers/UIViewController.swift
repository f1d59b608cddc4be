public import Foundation

/// Manages a view, and with it a part of what the program shows.
@MainActor open class UIViewController: UIResponder {
    /// Names the controller among its siblings, so that it is saved; `nil` leaves it out, with all
    /// that is below it (PRES-14).
    open var restorationIdentifier: String? {
        didSet { if restorationIdentifier != oldValue { noteChange() } }
    }
    /// Makes the controller at a restore; `nil` for one that the program makes at each launch, or
    /// that comes from a storyboard.
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

    /// Creates a controller of a storyboard.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// What is shown as the controller's name.
    open var title: String? { didSet { Display.noteChange() } }
    /// What a navigation bar shows of it.
    open private(set) lazy var navigationItem = UINavigationItem(self)
    /// What a tab bar shows of it.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    /// Whether a tab bar is hidden while the controller is on top of a stack.
    open var hidesBottomBarWhenPushed = false

    // MARK: The view

    /// The controller's view; loaded when it is first asked for.
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

    /// Loads the view if it is not.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView != nil else { return }
        viewDidLoad()
    }

    /// Makes the view: that of the storyboard, or an empty one.
    open func loadView() {
        view = scene?.makeView(for: self) ?? UIView(frame: UIScreen.main.bounds)
    }

    /// The view is loaded; nothing is decoded yet (REST-4). Does nothing by default.
    open func viewDidLoad() {}
    /// The view is about to be shown. Does nothing by default.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is shown. Does nothing by default.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to be shown no more. Does nothing by default.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view is shown no more. Does nothing by default.
    open func viewDidDisappear(_ animated: Bool) {}

    /// The view is about to be laid out. Does nothing by default.
    open func viewWillLayoutSubviews() {}
    /// The view is laid out. Does nothing by default.
    open func viewDidLayoutSubviews() {}
    /// Places what a container shows.
    func layoutContents() {}

    /// Whether the view is shown.
    var isShown: Bool { appearance.isShown }
    var appearance = Appearance()

    /// The children whose views are shown while this one's is.
    var childrenSeen: [UIViewController] { children }

    /// Whether ``showChildren()`` puts the children's views into this one's. A container of the
    /// program's does that itself.
    var placesChildren: Bool { false }

    /// The controller is taken off: its view lies nowhere then.
    func leaveScreen() {
        disappear()
        loadedView?.removeFromSuperview()
    }

    // MARK: Containment

    /// What the controller is in.
    open internal(set) weak var parent: UIViewController?
    /// The controllers in it.
    open internal(set) var children: [UIViewController] = []

    /// Takes a controller in. One that is in another is taken out there.
    open func addChild(_ child: UIViewController) {
        guard child.parent !== self else { return }
        if let former = child.parent { former.release(child) }
        child.willMove(toParent: self)
        children.append(child)
        child.parent = self
        noteChange()
    }

    /// Takes the controller out of what it is in.
    open func removeFromParent() {
        guard let parent else { return }
        parent.release(self)
        didMove(toParent: nil)
    }

    /// Takes other controllers in, in this order, and lets go of those that are not among them.
    /// O(controllers).
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
        childHasLeft(child)
        noteChange()
    }

    /// A child is no child any more; a container forgets its place.
    func childHasLeft(_ child: UIViewController) {}

    /// Tells that the controller is about to be in another one, or in none. Does nothing by
    /// default.
    open func willMove(toParent parent: UIViewController?) {}
    /// Tells that the controller is in another one, or in none. Does nothing by default.
    open func didMove(toParent parent: UIViewController?) {}

    /// The nearest container of that kind.
    private func container<Container: UIViewController>(_ type: Container.Type) -> Container? {
        var next = parent
        while let current = next {
            if let container = current as? Container { return container }
            next = current.parent
        }
        return nil
    }

    /// The navigation controller that the controller is in.
    open var navigationController: UINavigationController? {
        container(UINavigationController.self)
    }
    /// The tab bar controller that the controller is in.
    open var tabBarController: UITabBarController? { container(UITabBarController.self) }
    /// The split view controller that the controller is in.
    open var splitViewController: UISplitViewController? { container(UISplitViewController.self) }

    // MARK: Presentation

    /// How the controller is shown when it is presented.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// Whether the controller, when it is presented, goes only if the program says so.
    open var isModalInPresentation = false
    /// The size that the controller would like to have; nothing if it does not mind.
    open var preferredContentSize = CGSize.zero

    /// Where the controller's view lies in a window.
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

    /// What the controller itself has presented.
    private(set) var presented: UIViewController?
    private(set) weak var presenter: UIViewController?

    /// What is shown above the controller, or above what it is in.
    open var presentedViewController: UIViewController? {
        presented ?? parent?.presentedViewController
    }
    /// Who shows the controller, or what it is in, above itself.
    open var presentingViewController: UIViewController? {
        presenter ?? parent?.presentingViewController
    }

    /// Whether what the controllers in this one present is shown above this one, rather than above
    /// what this one is in.
    open var definesPresentationContext = false

    /// Shows a controller above this one: what presents it is the outermost container that this one
    /// is in, or the nearest one that defines the context of presentations.
    ///
    /// A controller that is presented already, or one that presents another one already, is
    /// refused, and the log says so.
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
        noteChange()
        completion?()
    }

    /// Puts the view of what is presented above all others in the window.
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

    /// Ends what the controller presents or, if it presents nothing, its own presentation.
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
        noteChange()
    }

    // MARK: Responding

    /// The responder that is to be the first one once the view is shown.
    weak var awaitedFirstResponder: UIResponder?

    open override var next: UIResponder? { presenter ?? loadedView?.superview ?? parent }

    override var windowOfResponder: UIWindow? {
        loadedView?.window ?? (presenter ?? parent)?.windowOfResponder
    }

    // MARK: Storyboards

    /// The views that a storyboard gives the controller, by their names there. None by default.
    open class var outlets: [UIOutlet] { [] }
    /// What the controller does for the views of its storyboard. Nothing by default.
    open class var actions: [UIStoryboardAction] { [] }

    /// The controller has come from a storyboard; its view is not loaded. Does nothing by default.
    open func awakeFromNib() {}

    /// The storyboard that the controller came from.
    open internal(set) var storyboard: UIStoryboard?
    /// What the storyboard says of it.
    var scene: StoryboardScene?

    /// Follows a segue of the storyboard.
    ///
    /// A segue that is not there is refused, and the log says so.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        guard let segue = scene?.segue(identifier, from: self) else {
            UIApplication.current?.logMissingSegue(identifier, of: self)
            return
        }
        prepare(for: segue, sender: sender)
        segue.perform()
    }

    /// Hands over what the segue's destination needs. Does nothing by default.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    // MARK: State restoration

    /// Stores the controller's state. A subclass that overrides it calls `super`. What it presents,
    /// its views' state and a container's children are stored all the same (PRES-29).
    open func encodeRestorableState(with coder: NSCoder) {}

    /// Takes the controller's state. The view is loaded. A subclass that overrides it calls
    /// `super`.
    open func decodeRestorableState(with coder: NSCoder) {}

    /// Everything is restored. Does nothing by default.
    open func applicationFinishedRestoringState() {}
}

/// How a controller is shown that is presented.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    /// In the middle, in its preferred size.
    case formSheet = 2
    case overFullScreen = 5
    case none = -1
    /// Over the whole window, like all others but ``formSheet``.
    case automatic = -2
}
