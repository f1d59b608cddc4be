public import Foundation
import RestorationKit

/// Shows one page, or two side by side, from a data source.
///
/// UIKit preserves none of it. Here the visible pages are preserved as a container's children
/// (CONT-9).
@MainActor open class UIPageViewController: UIViewController {
    /// The direction of a page turn.
    public enum NavigationDirection: Int, Sendable { case forward, reverse }
    /// The animation of a page turn in UIKit. Here pages change at once.
    public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
    /// The direction in which pages follow each other.
    public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
    /// The position of a book's spine.
    public enum SpineLocation: Int, Sendable { case none, min, mid, max }
    /// A creation option.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The raw value of a ``SpineLocation``.
        public static let spineLocation = OptionsKey(
            rawValue: "UIPageViewControllerOptionSpineLocationKey"
        )
        /// The space between two pages, which this implementation ignores.
        public static let interPageSpacing = OptionsKey(
            rawValue: "UIPageViewControllerOptionInterPageSpacingKey"
        )
    }

    /// The animation of a page turn.
    public let transitionStyle: TransitionStyle
    /// The direction in which pages follow each other.
    public let navigationOrientation: NavigationOrientation
    /// The position of the spine; `none` for scrolling pages.
    public let spineLocation: SpineLocation

    /// Creates a controller without pages.
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

    /// Creates a controller without pages, with horizontal page curls.
    public override init(nibName: String?, bundle nibBundle: Bundle?) {
        (transitionStyle, navigationOrientation, spineLocation) = (.pageCurl, .horizontal, .min)
        super.init(nibName: nibName, bundle: nibBundle)
    }

    /// Creates a storyboard's controller, with horizontal page curls.
    public required init?(coder: NSCoder) {
        (transitionStyle, navigationOrientation, spineLocation) = (.pageCurl, .horizontal, .min)
        super.init(coder: coder)
    }

    /// The source of the pages before and after the visible ones.
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// The delegate for page turns.
    open weak var delegate: (any UIPageViewControllerDelegate)?

    /// The visible pages.
    open var viewControllers: [UIViewController]? { children }

    /// Replaces the visible pages.
    open func setViewControllers(
        _ controllers: [UIViewController]?,
        direction: NavigationDirection,
        animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        replaceChildren(by: controllers ?? [])
        showChildren()
        recordChange()
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

/// The source of the pages before and after the visible ones.
@MainActor public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// The previous page, or `nil` at the first one.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The next page, or `nil` at the last one.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
}

/// The delegate for page turns.
@MainActor public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// The user has turned a page.
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
