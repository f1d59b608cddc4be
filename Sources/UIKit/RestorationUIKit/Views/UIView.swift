public import Foundation
import RestorationKit
import RestorationStoryboards

/// A rectangle of a window, with views in it.
///
/// A view has state and structure and draws nothing by itself; what shows the program asks it.
@MainActor open class UIView: UIResponder {
    /// Names the view among those of its controller, so that its state is saved (VIEW-1).
    open var restorationIdentifier: String?

    /// Creates a view.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view of no size.
    public override convenience init() { self.init(frame: .zero) }

    /// Creates a view of a storyboard.
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
    /// The rectangle in the view itself: its origin is what is scrolled to.
    open var bounds: CGRect {
        get { CGRect(origin: scrolledTo, size: frame.size) }
        set {
            scrolledTo = newValue.origin
            frame.size = newValue.size
        }
    }
    /// The middle of the frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2,
                y: newValue.y - frame.height / 2
            )
        }
    }
    /// What of the view gives way when its superview gets another size: nothing by default, so
    /// that it stays where it is.
    open var autoresizingMask: AutoresizingMask = []
    /// Where the view was put, from the first time on that its superview got another size.
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

    /// How the picture is turned, stretched and moved.
    open var transform = CGAffineTransform.identity

    /// Whether the view is not shown.
    open var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            // A stack leaves no room for it.
            superview?.setNeedsLayout()
            setNeedsDisplay()
        }
    }
    /// How opaque the view is, from 0 to 1.
    open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsDisplay() } } }
    /// What is behind the view's content.
    open var backgroundColor: UIColor?
    /// A number by which the program finds the view.
    open var tag = 0
    /// Whether the view gets events.
    open var isUserInteractionEnabled = true

    // MARK: The tree

    /// What the view lies in.
    open private(set) weak var superview: UIView?
    /// The views in it, from the lowest up.
    open private(set) var subviews: [UIView] = []
    /// The controller whose view it is.
    var controller: UIViewController? { controllerReference?.controller }
    var controllerReference: ControllerReference?
    /// What the controller whose view it is calls itself.
    package var titleOfController: String? { controller?.title }

    /// The window that it is in.
    open var window: UIWindow? { superview?.window }

    /// Adds a view above all others in it. One that lies elsewhere is taken away there.
    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Adds a view below those from `index` on.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        view.willMove(toSuperview: self)
        subviews.insert(view, at: min(index, subviews.count))
        view.superview = self
        view.didMoveToSuperview()
        setNeedsLayout()
    }

    /// Takes the view out of what it lies in.
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

    /// Adds a view that a storyboard has in this one.
    func addStoryboardSubview(_ view: UIView) { addSubview(view) }

    /// Tells that the view is about to lie in another one, or in none. Does nothing by default.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Tells that the view lies in another one, or in none. Does nothing by default.
    open func didMoveToSuperview() {}

    /// Whether the view is `view` or lies in it.
    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) ?? false
    }

    /// The view with that tag among this one and those in it.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    // MARK: Layout

    private var needsLayout = true

    /// Has the view laid out when somebody looks.
    open func setNeedsLayout() {
        needsLayout = true
        setNeedsDisplay()
    }

    /// Has what shows the program draw the view anew.
    open func setNeedsDisplay() { Display.noteChange() }

    /// Lays the view out, and those in it, where that is needed.
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

    /// Places the views in this one. Does nothing by default.
    open func layoutSubviews() {}

    /// What of the view lies below something else, at each edge: nothing, as bars take a place of
    /// their own.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// In ``intrinsicContentSize``, an extent that the view has no wish for.
    public static let noIntrinsicMetric: CGFloat = -1

    /// The size that the view's content takes by itself; none by default.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The size that the view would like to have where there is so much room: that of its content.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = contentSize(in: size)
        return CGSize(
            width: wanted.width == Self.noIntrinsicMetric ? frame.width : wanted.width,
            height: wanted.height == Self.noIntrinsicMetric ? frame.height : wanted.height
        )
    }

    /// Gives the view the size that it would like to have.
    open func sizeToFit() {
        let unbounded = CGFloat.greatestFiniteMagnitude
        frame.size = sizeThatFits(CGSize(width: unbounded, height: unbounded))
    }

    /// The content takes other room: a stack that the view is in shares its room anew.
    func noteContentChange() {
        setNeedsDisplay()
        var outer = superview
        while let stack = outer {
            stack.setNeedsLayout()
            outer = stack is UIStackView ? stack.superview : nil
        }
    }

    /// The size of the content in that room; its text is wrapped there.
    func contentSize(in room: CGSize) -> CGSize { intrinsicContentSize }

    /// A point of this view in the coordinates of another one; of the window for `nil`.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let (own, other) = (originInWindow, view?.originInWindow ?? .zero)
        return CGPoint(x: point.x + own.x - other.x, y: point.y + own.y - other.y)
    }

    /// A rectangle of this view in the coordinates of another one; of the window for `nil`.
    open func convert(_ rectangle: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rectangle.origin, to: view), size: rectangle.size)
    }

    /// Where the view's own origin lies in the window.
    package var originInWindow: CGPoint {
        guard let superview else { return scrolledOrigin(.zero) }
        let outer = superview.originInWindow
        return scrolledOrigin(CGPoint(x: outer.x + frame.minX, y: outer.y + frame.minY))
    }

    private func scrolledOrigin(_ origin: CGPoint) -> CGPoint {
        CGPoint(x: origin.x - scrolledTo.x, y: origin.y - scrolledTo.y)
    }

    /// The point of its content that lies at the view's upper left corner.
    package var scrolledTo = CGPoint.zero

    /// The scroll views that it lies in, itself among them, from the innermost out.
    var enclosingScrollViews: [UIScrollView] {
        let outer = superview?.enclosingScrollViews ?? []
        return (self as? UIScrollView).map { [$0] + outer } ?? outer
    }

    /// Has the views that it lies in scroll as far as is needed to see it.
    func scrollIntoSight() {
        for scroll in superview?.enclosingScrollViews ?? [] {
            scroll.scrollRectToVisible(convert(bounds, to: scroll), animated: false)
            scroll.cursorDidMove()
        }
    }

    // MARK: Focus

    /// Whether the view can have the keys where what shows the program has some.
    open var canBecomeFocused: Bool { false }
    /// Whether the view has the keys.
    open var isFocused: Bool { window?.focusedView === self }

    // MARK: Responding

    /// The controller whose view it is, else the superview.
    open override var next: UIResponder? { controller ?? superview }

    override var windowOfResponder: UIWindow? { window }

    /// The nearest controller that the view belongs to.
    var owner: UIViewController? { controller ?? superview?.owner }

    /// The view has come from a storyboard. Does nothing by default.
    open func awakeFromNib() {}

    /// What the view is about, for storyboards: sets a property by the name that they use.
    ///
    /// - Returns: Whether the view has that property, and can take the value.
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

    /// Stores the view's state. A subclass that overrides it calls `super`.
    open func encodeRestorableState(with coder: NSCoder) {}

    /// Takes the view's state; it comes after the controller's own (REST-38). A subclass that
    /// overrides it calls `super`.
    open func decodeRestorableState(with coder: NSCoder) {}

    /// Everything is restored. Does nothing by default.
    open func applicationFinishedRestoringState() {}

    /// Whether nothing of the view may be written to disk (VIEW-11).
    var isSecret: Bool { false }
    /// Whether a secret can be seen, so that no picture may be taken (FAIL-26).
    var showsSecret: Bool { false }

    /// Takes the state, or says that it cannot yet.
    ///
    /// - Throws: ``StateNotYetApplicable``.
    func takeState(_ coder: StateCoder) throws { decodeRestorableState(with: coder) }
}

extension UIView: UIStateRestoring {}

@MainActor protocol ViewParticipant: RestorableElement {}

extension UIView: @MainActor ViewParticipant {
    // `UIStateRestoring` has the name for the parents of registered objects.
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
