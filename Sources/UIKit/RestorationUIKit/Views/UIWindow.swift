public import Foundation

/// The rectangle on the screen that a controller's view fills.
@MainActor open class UIWindow: UIView {
    /// What the window shows.
    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.leaveScreen()
            if isShown { showRoot() }
            application?.noteRoots()
        }
    }
    /// The scene that the window belongs to; `nil` in a program without scenes.
    open weak var windowScene: UIWindowScene? {
        didSet { if windowScene !== oldValue { application?.noteRoots() } }
    }
    /// Who gets what is typed.
    weak var firstResponder: UIResponder? {
        didSet {
            guard InterfaceMetrics.current.isDrawn, let view = firstResponder as? UIView else {
                return
            }
            focusedView = view
        }
    }
    /// The view that has the keys, where what shows the program has some.
    package weak var focusedView: UIView? {
        didSet {
            guard focusedView !== oldValue else { return }
            setNeedsDisplay()
            oldValue?.owner?.noteChange()
            focusedView?.owner?.noteChange()
            oldValue?.enclosingScrollViews.forEach { $0.keepFollowedOffset() }
            if !isRestoringFocus { focusedView?.scrollIntoSight() }
            focusedView?.enclosingScrollViews.forEach { $0.setNeedsLayout() }
        }
    }
    /// Whether ``focusedView`` is the one of the last launch: then scroll views have their places.
    private var isRestoringFocus = false

    /// Gives the keys back to a view that had them when the program was saved.
    func restoreFocus(to view: UIView) {
        isRestoringFocus = true
        moveFocus(to: view)
        isRestoringFocus = false
    }

    /// Gives the keys to a view. One that takes text gets what is typed, too.
    ///
    /// - Returns: Whether it has them now: who gets what is typed may refuse to give that up.
    @discardableResult
    package func moveFocus(to view: UIView?) -> Bool {
        guard view !== focusedView else {
            if let view, view.canBecomeFirstResponder { view.becomeFirstResponder() }
            return true
        }
        if let first = firstResponder, first !== view, !first.resignFirstResponder() {
            return false
        }
        if view?.becomeFirstResponder() != true { focusedView = view }
        return true
    }

    /// Has what the window shows fill it, and what is presented.
    open override func layoutSubviews() {
        super.layoutSubviews()
        for view in subviews {
            if let controller = view.controller { view.frame = controller.frame(in: bounds) }
        }
    }

    /// Whether the window has been shown.
    private(set) var isShown = false

    /// Creates a window.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }

    /// Creates a window as large as the screen.
    public convenience init() { self.init(frame: UIScreen.main.bounds) }

    /// Creates a window of a scene, as large as the screen.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        self.windowScene = windowScene
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isHidden = true
    }

    open override var window: UIWindow? { self }
    open override var next: UIResponder? { windowScene ?? application }

    private var application: UIApplication? { UIApplication.current }

    /// Whether the window gets what is typed.
    open var isKeyWindow: Bool { application?.keyWindow === self }

    /// Shows the window above all others, and has it get what is typed.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    /// Has the window get what is typed.
    open func makeKey() { application?.keyWindow = self }

    /// A window that is not hidden is shown.
    open override var isHidden: Bool {
        didSet {
            guard isHidden != oldValue, let application else { return }
            setNeedsDisplay()
            if isHidden {
                application.windows.removeAll { $0 === self }
                isShown = false
                rootViewController?.disappear()
            } else {
                application.windows.append(self)
                isShown = true
                showRoot()
            }
            application.noteRoots()
        }
    }

    /// Has the root's view in the window and, once all is restored, the root appear.
    func showRoot() {
        // This may set another root.
        rootViewController?.loadViewIfNeeded()
        guard let root = rootViewController else { return }
        root.view.frame = root.frame(in: bounds)
        if root.view.superview !== self { insertSubview(root.view, at: 0) }
        guard application?.defersAppearance != true else { return }
        root.appear()
        layoutIfNeeded()
    }

    /// What tells the window's root from that of another window with an equal identifier (PATH-16).
    ///
    /// - Parameter index: The window's place among those that are shown.
    func restorationScope(_ index: Int) -> String? {
        if let windowScene { return windowScene.restorationScope(of: self) }
        if let restorationIdentifier, !restorationIdentifier.isEmpty {
            return restorationIdentifier
        }
        return index == 0 ? nil : "\(index + 1)"
    }
}

/// What windows are shown on.
@MainActor public final class UIScreen {
    /// The screen.
    public static let main = UIScreen()

    /// The rectangle of the screen; what shows the program sets it.
    public var bounds = CGRect(x: 0, y: 0, width: 320, height: 480)

    private init() {}
}
