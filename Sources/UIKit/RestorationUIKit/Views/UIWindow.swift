public import Foundation

/// A window, which a controller's view fills.
@MainActor open class UIWindow: UIView {
    /// The controller shown by the window.
    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.leaveScreen()
            if isShown { showRoot() }
            application?.recordRoots()
        }
    }
    /// The window's scene, or `nil` in a program without scenes.
    open weak var windowScene: UIWindowScene? {
        didSet { if windowScene !== oldValue { application?.recordRoots() } }
    }
    weak var firstResponder: UIResponder? {
        didSet {
            guard InterfaceMetrics.current.isDrawn, let view = firstResponder as? UIView else {
                return
            }
            focusedView = view
        }
    }
    /// The focused view, if a toolkit draws the program.
    package weak var focusedView: UIView? {
        didSet {
            guard focusedView !== oldValue else { return }
            setNeedsDisplay()
            oldValue?.owner?.recordChange()
            focusedView?.owner?.recordChange()
            oldValue?.enclosingScrollViews.forEach { $0.keepFollowedOffset() }
            if !isRestoringFocus { focusedView?.scrollIntoSight() }
            focusedView?.enclosingScrollViews.forEach { $0.setNeedsLayout() }
        }
    }
    /// Whether a restore sets ``focusedView``. Scroll views then stay at their restored positions.
    private var isRestoringFocus = false

    func restoreFocus(to view: UIView) {
        isRestoringFocus = true
        moveFocus(to: view)
        isRestoringFocus = false
    }

    /// Moves the focus to a view, which becomes the first responder if it accepts text.
    ///
    /// - Returns: Whether the focus moved. The first responder may refuse to resign.
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

    /// The root and presented controllers fill the window.
    open override func layoutSubviews() {
        super.layoutSubviews()
        for view in subviews {
            if let controller = view.controller { view.frame = controller.frame(in: bounds) }
        }
    }

    private(set) var isShown = false

    /// Creates a hidden window.
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

    /// Whether the window receives keyboard input.
    open var isKeyWindow: Bool { application?.keyWindow === self }

    /// Shows the window on top and makes it the key window.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    /// Makes the window receive keyboard input.
    open func makeKey() { application?.keyWindow = self }

    /// Whether the window is hidden. Setting `false` shows it.
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
            application.recordRoots()
        }
    }

    /// Adds the root's view to the window. The root appears once all is restored.
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

    /// The scope that distinguishes the window's root from those of other windows (PATH-16).
    ///
    /// - Parameter index: The window's index among the visible ones.
    func restorationScope(_ index: Int) -> String? {
        if let windowScene { return windowScene.restorationScope(of: self) }
        if let restorationIdentifier, !restorationIdentifier.isEmpty {
            return restorationIdentifier
        }
        return index == 0 ? nil : "\(index + 1)"
    }
}

/// The screen of the windows.
@MainActor public final class UIScreen {
    /// The only screen.
    public static let main = UIScreen()

    /// The screen's rectangle, set by the toolkit.
    public var bounds = CGRect(x: 0, y: 0, width: 320, height: 480)

    private init() {}
}
