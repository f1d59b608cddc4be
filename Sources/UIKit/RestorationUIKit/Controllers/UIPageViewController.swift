public import Foundation
import RestorationKit

/// Shows one page, or two beside each other, of pages that its data source knows.
///
/// UIKit preserves nothing of it. Here the pages that are shown are preserved as a container's
/// children are (CONT-9).
@MainActor open class UIPageViewController: UIViewController {
    /// Which page is next.
    public enum NavigationDirection: Int, Sendable { case forward, reverse }
    /// How a page is turned in UIKit. Here pages change at once.
    public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
    /// The direction in which pages follow each other.
    public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
    /// Where the spine of a book of pages is.
    public enum SpineLocation: Int, Sendable { case none, min, mid, max }
    /// What a controller can be created with.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The raw value of a ``SpineLocation``.
        public static let spineLocation = OptionsKey(
            rawValue: "UIPageViewControllerOptionSpineLocationKey"
        )
        /// The space between two pages. Nothing is drawn in it here.
        public static let interPageSpacing = OptionsKey(
            rawValue: "UIPageViewControllerOptionInterPageSpacingKey"
        )
    }

    /// How a page is turned.
    public let transitionStyle: TransitionStyle
    /// The direction in which pages follow each other.
    public let navigationOrientation: NavigationOrientation
    /// Where the spine is; none for pages that scroll.
    public let spineLocation: SpineLocation

    /// A controller without pages.
    ///
    /// Semantic source: `UIPageViewController` (UIKit).
    public init(
        transitionStyle style: TransitionStyle,
        navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        let wanted = (options?[.spineLocation] as? Int).flatMap { SpineLocation(rawValue: $0) }
        spineLocation =
            style == .scroll
            ? .none : wanted ?? options?[.spineLocation] as? SpineLocation ?? .min
        super.init(nibName: nil, bundle: nil)
    }

    /// A controller without pages, which turn horizontally by a curl.
    public override init(nibName: String?, bundle nibBundle: Bundle?) {
        (transitionStyle, navigationOrientation, spineLocation) = (.pageCurl, .horizontal, .min)
        super.init(nibName: nibName, bundle: nibBundle)
    }

    /// One of a storyboard, whose pages turn horizontally by a curl.
    public required init?(coder: NSCoder) {
        (transitionStyle, navigationOrientation, spineLocation) = (.pageCurl, .horizontal, .min)
        super.init(coder: coder)
    }

    /// Knows the pages before and after one.
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// Hears of pages that are turned.
    open weak var delegate: (any UIPageViewControllerDelegate)?

    /// The pages that are shown.
    open var viewControllers: [UIViewController]? { children }

    /// Shows other pages.
    open func setViewControllers(
        _ controllers: [UIViewController]?,
        direction: NavigationDirection,
        animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        replaceChildren(by: controllers ?? [])
        showChildren()
        noteChange()
        completion?(true)
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        showChildren()
    }

    override var placesChildren: Bool { true }

    override func layoutContents() {
        guard let view = viewIfLoaded else { return }
        for child in children { child.viewIfLoaded?.frame = view.bounds }
    }
}

extension UIPageViewController: @MainActor ContainerParticipant {
    var restorationSlots: [RestorationSlot] { children.map { RestorationSlot($0) } }
    var restorationArrangement: RestorationArrangement { .stack }
    var distinguishesChildrenByPosition: Bool { true }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        setViewControllers(
            slots.compactMap { $0.child as? UIViewController },
            direction: .forward,
            animated: false
        )
    }
}

/// Knows the pages before and after one.
@MainActor public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// The page before that one; `nil` if it is the first.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The page after that one; `nil` if it is the last.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
}

/// Hears of pages that are turned.
@MainActor public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// A page has been turned.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    )
}

extension UIPageViewControllerDelegate {
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    ) {}
}
