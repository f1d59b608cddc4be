public import Foundation
import RestorationKit
import RestorationStoryboards

/// A rectangle of a window, with subviews.
///
/// A view has state and structure. A toolkit draws it.
@MainActor open class UIView: UIResponder {
    /// The identifier among the controller's views, under which the view's state is saved (VIEW-1).
    open var restorationIdentifier: String?

    /// Creates a view.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view of size zero.
    public override convenience init() { self.init(frame: .zero) }

    /// Creates a storyboard's view.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init(coder: coder)
    }

    // MARK: Geometry

    /// The rectangle in the superview.
    open var frame: CGRect {
        didSet {
            if !isAutoresizing { placement = nil }
            if frame != oldValue { setNeedsDisplay() }
            guard frame.size != oldValue.size else { return }
            for view in subviews { view.resize(from: oldValue.size, to: frame.size) }
            setNeedsLayout()
        }
    }
    /// The rectangle in the view's own coordinates. Its origin is the scroll position.
    open var bounds: CGRect {
        get { CGRect(origin: scrolledTo, size: frame.size) }
        set {
            scrolledTo = newValue.origin
            frame.size = newValue.size
        }
    }
    /// The centre of the frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2,
                y: newValue.y - frame.height / 2
            )
        }
    }
    /// The margins and sizes that adapt when the superview is resized. Empty by default.
    open var autoresizingMask: AutoresizingMask = []
    private var placement: Placement?
    private var isAutoresizing = false

    private func resize(from former: CGSize, to size: CGSize) {
        guard !autoresizingMask.isEmpty else { return }
        let placement = placement ?? Placement(frame: frame, container: former)
        isAutoresizing = true
        frame = placement.frame(in: size, autoresizingMask)
        isAutoresizing = false
        self.placement = placement
    }

    /// The transform of the view.
    open var transform = CGAffineTransform.identity

    /// Whether the view is hidden.
    open var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            // A stack leaves no room for it.
            superview?.setNeedsLayout()
            setNeedsDisplay()
        }
    }
    /// The opacity, from 0 to 1.
    open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsDisplay() } } }
    /// The colour behind the view's content.
    open var backgroundColor: UIColor?
    /// A number by which the program finds the view.
    open var tag = 0
    /// Whether the view receives events.
    open var isUserInteractionEnabled = true

    // MARK: The tree

    /// The view that contains this one.
    open private(set) weak var superview: UIView?
    /// The subviews, from the lowest up.
    open private(set) var subviews: [UIView] = []
    /// The controller with this view as its root.
    var controller: UIViewController? { controllerReference?.controller }
    var controllerReference: ControllerReference?
    package var titleOfController: String? { controller?.title }

    /// The window that contains the view.
    open var window: UIWindow? { superview?.window }

    /// Adds a subview on top. The subview leaves its former superview.
    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Inserts a subview at an index.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        view.willMove(toSuperview: self)
        subviews.insert(view, at: min(index, subviews.count))
        view.superview = self
        view.didMoveToSuperview()
        setNeedsLayout()
    }

    /// Removes the view from its superview.
    open func removeFromSuperview() {
        guard let superview else { return }
        if let responder = window?.firstResponder as? UIView, responder.isDescendant(of: self) {
            window?.firstResponder = nil
        }
        willMove(toSuperview: nil)
        superview.willLoseSubview(self)
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsDisplay()
        self.superview = nil
        didMoveToSuperview()
    }

    func willLoseSubview(_ view: UIView) {}

    func addStoryboardSubview(_ view: UIView) { addSubview(view) }

    /// The view is about to get a new superview, or none. Does nothing by default.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The view has a new superview, or none. Does nothing by default.
    open func didMoveToSuperview() {}

    /// Whether the view is `view` or a descendant of it.
    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) ?? false
    }

    /// The view with a tag in this subtree.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    // MARK: Layout

    private var needsLayout = true

    /// Requests a layout.
    open func setNeedsLayout() {
        needsLayout = true
        setNeedsDisplay()
    }

    /// Requests a redraw.
    open func setNeedsDisplay() { Display.recordChange() }

    /// Lays out the subtree where needed.
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            controller?.viewWillLayoutSubviews()
            controller?.layoutContents()
            layoutSubviews()
            controller?.viewDidLayoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    /// Places the subviews. Does nothing by default.
    open func layoutSubviews() {}

    /// The insets covered by bars. Zero, because bars do not overlap content.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// The extent of ``intrinsicContentSize`` without a preference.
    public static let noIntrinsicMetric: CGFloat = -1

    /// The natural size of the content. None by default.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The preferred size in the available room.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = contentSize(in: size)
        return CGSize(
            width: wanted.width == Self.noIntrinsicMetric ? frame.width : wanted.width,
            height: wanted.height == Self.noIntrinsicMetric ? frame.height : wanted.height
        )
    }

    /// Resizes the view to its preferred size.
    open func sizeToFit() {
        let unbounded = CGFloat.greatestFiniteMagnitude
        frame.size = sizeThatFits(CGSize(width: unbounded, height: unbounded))
    }

    /// The content's size has changed, so enclosing stacks need layout.
    func recordContentChange() {
        setNeedsDisplay()
        var outer = superview
        while let stack = outer {
            stack.setNeedsLayout()
            outer = stack is UIStackView ? stack.superview : nil
        }
    }

    /// The content's size in the available room, with wrapped text.
    func contentSize(in room: CGSize) -> CGSize { intrinsicContentSize }

    /// Converts a point to another view's coordinates, or the window's for `nil`.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let (own, other) = (originInWindow, view?.originInWindow ?? .zero)
        return CGPoint(x: point.x + own.x - other.x, y: point.y + own.y - other.y)
    }

    /// Converts a rectangle to another view's coordinates, or the window's for `nil`.
    open func convert(_ rectangle: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rectangle.origin, to: view), size: rectangle.size)
    }

    /// The position of the view's own origin in the window.
    package var originInWindow: CGPoint {
        guard let superview else { return scrolledOrigin(.zero) }
        let outer = superview.originInWindow
        return scrolledOrigin(CGPoint(x: outer.x + frame.minX, y: outer.y + frame.minY))
    }

    private func scrolledOrigin(_ origin: CGPoint) -> CGPoint {
        CGPoint(x: origin.x - scrolledTo.x, y: origin.y - scrolledTo.y)
    }

    /// The point of the content at the view's upper left corner.
    package var scrolledTo = CGPoint.zero

    /// The enclosing scroll views, including this one, from the innermost out.
    var enclosingScrollViews: [UIScrollView] {
        let outer = superview?.enclosingScrollViews ?? []
        return (self as? UIScrollView).map { [$0] + outer } ?? outer
    }

    /// Scrolls the enclosing views just far enough to show this one.
    func scrollIntoSight() {
        for scroll in superview?.enclosingScrollViews ?? [] {
            scroll.scrollRectToVisible(convert(bounds, to: scroll), animated: false)
            scroll.cursorDidMove()
        }
    }

    // MARK: Focus

    /// Whether the view can have the keyboard focus of a toolkit.
    open var canBecomeFocused: Bool { false }
    /// Whether the view has the focus.
    open var isFocused: Bool { window?.focusedView === self }

    // MARK: Responding

    /// The view's controller, else the superview.
    open override var next: UIResponder? { controller ?? superview }

    override var windowOfResponder: UIWindow? { window }

    /// The nearest controller among the ancestors.
    var owner: UIViewController? { controller ?? superview?.owner }

    /// The view was made from a storyboard. Does nothing by default.
    open func awakeFromNib() {}

    /// Sets a property by its name in storyboards.
    ///
    /// - Returns: Whether the property exists and accepts the value.
    func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("tag", .number(let number)):
            guard let whole = Int(exactly: number) else { return false }
            tag = whole
        case ("hidden", .bool(let isHidden)): self.isHidden = isHidden
        case ("autoresizing", .text(let names)):
            let known: [String: AutoresizingMask] = [
                "left": .flexibleLeftMargin, "width": .flexibleWidth,
                "right": .flexibleRightMargin, "top": .flexibleTopMargin,
                "height": .flexibleHeight, "bottom": .flexibleBottomMargin,
            ]
            let masks = names.split(separator: "|").map { known[String($0)] }
            guard masks.allSatisfy({ $0 != nil }) else { return false }
            autoresizingMask = AutoresizingMask(masks.compactMap(\.self))
        default: return false
        }
        return true
    }

    // MARK: State restoration

    /// Stores the view's state. Overrides call `super`.
    open func encodeRestorableState(with coder: NSCoder) {}

    /// Applies the view's state, after the controller's own (REST-38). Overrides call `super`.
    open func decodeRestorableState(with coder: NSCoder) {}

    /// All state is restored. Does nothing by default.
    open func applicationFinishedRestoringState() {}

    /// Whether the view's state must not be written to disk (VIEW-11).
    var isSecret: Bool { false }
    /// Whether a secret is visible, which prevents a snapshot (FAIL-26).
    var showsSecret: Bool { false }

    /// Applies the state.
    ///
    /// - Throws: ``StateNotYetApplicable``.
    func takeState(_ coder: StateCoder) throws { decodeRestorableState(with: coder) }
}

extension UIView: UIStateRestoring {}

@MainActor protocol ViewParticipant: RestorableElement {}

extension UIView: @MainActor ViewParticipant {
    // `UIStateRestoring` uses the name for the parents of registered objects.
    @_implements(Restorable,restorationParent)
    var restorationOwner: (any Restorable)? { owner }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        let encoder = StateCoder(writing: coder)
        encodeRestorableState(with: encoder)
        try encoder.finish()
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        try takeState(StateCoder(reading: coder))
    }

    func restorationDidFinish() { applicationFinishedRestoringState() }
}
