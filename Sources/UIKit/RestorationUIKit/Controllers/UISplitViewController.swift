public import Foundation
import RestorationKit

/// Controllers side by side, or one at a time on a narrow screen.
///
/// Unlike in UIKit, a collapsed split view controller's columns stay its children. Paths do not
/// depend on the layout, so a restore works in either one (CONT-8).
@MainActor open class UISplitViewController: UIViewController {
    /// A column of a split view.
    public enum Column: String, CaseIterable, Sendable {
        case primary, supplementary, secondary
    }

    /// The number of columns.
    public enum Style: Int, Sendable {
        /// Two columns, given by `viewControllers`.
        case unspecified
        case doubleColumn
        case tripleColumn
    }

    /// The number of columns.
    public let style: Style
    /// Decides which column a collapse shows.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    private var columns: [Column: UIViewController] = [:]
    /// The visible column while collapsed. Falls back to the primary one.
    private var seenColumn = Column.primary {
        didSet { if seenColumn != oldValue { recordChange() } }
    }

    /// Whether the visible column was restored, which takes precedence when the columns collapse.
    private var hasRestoredColumn = false

    /// Creates a split view controller.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName: String?, bundle nibBundle: Bundle?) {
        style = .unspecified
        super.init(nibName: nibName, bundle: nibBundle)
    }

    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    /// The columns' controllers, beginning with the primary one.
    open var viewControllers: [UIViewController] {
        get { Column.allCases.compactMap { columns[$0] } }
        set {
            let places: [Column] =
                newValue.count > 2 ? Column.allCases : [.primary, .secondary]
            setColumns(Dictionary(uniqueKeysWithValues: zip(places, newValue)))
        }
    }

    /// The controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Sets the controller of a column. The controller leaves any other column.
    open func setViewController(_ controller: UIViewController?, for column: Column) {
        var columns = columns.filter { $0.value !== controller }
        columns[column] = controller
        setColumns(columns)
    }

    private func setColumns(_ new: [Column: UIViewController]) {
        guard Column.allCases.contains(where: { columns[$0] !== new[$0] }) else { return }
        replaceChildren(by: Column.allCases.compactMap { new[$0] })
        columns = new
        showChildren()
        recordChange()
    }

    override func didRemoveChild(_ child: UIViewController) {
        columns = columns.filter { $0.value !== child }
    }

    /// Whether only one column is visible at a time. The toolkit sets it by ``setCollapsed(_:)``.
    open private(set) var isCollapsed = false

    /// Collapses or expands the columns.
    open func setCollapsed(_ isCollapsed: Bool) {
        guard isCollapsed != self.isCollapsed else { return }
        self.isCollapsed = isCollapsed
        let isKnown = hasRestoredColumn
        hasRestoredColumn = false
        if isCollapsed, !isKnown, let primary = columns[.primary],
            let secondary = columns[.secondary]
        {
            let isOfNoInterest =
                delegate?.splitViewController(
                    self,
                    collapseSecondary: secondary,
                    onto: primary
                ) ?? false
            seenColumn = isOfNoInterest ? .primary : .secondary
        }
        showChildren()
    }

    /// Shows a controller in the secondary column.
    open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
        setViewController(controller, for: .secondary)
        seenColumn = .secondary
        showChildren()
    }

    /// Shows a column of a collapsed split view.
    open func show(_ column: Column) {
        seenColumn = column
        showChildren()
    }

    var columnBefore: Column? {
        let places = Column.allCases.filter { columns[$0] != nil }
        guard isCollapsed, let index = places.firstIndex(of: seenColumn), index > 0 else {
            return nil
        }
        return places[index - 1]
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        showChildren()
    }

    override var childrenSeen: [UIViewController] {
        guard isCollapsed else { return viewControllers }
        return [columns[seenColumn] ?? columns[.primary]].compactMap(\.self)
    }

    override var placesChildren: Bool { true }

    /// The primary column's fraction of the width. Default: 0.3.
    open var preferredPrimaryColumnWidthFraction: CGFloat = 0.3 { didSet { layoutContents() } }
    /// The supplementary column's fraction of the width. Default: 0.3.
    open var preferredSupplementaryColumnWidthFraction: CGFloat = 0.3 {
        didSet { layoutContents() }
    }

    /// Places columns side by side, of which the last one takes the remaining width. Headless
    /// columns are equally wide.
    private func place(_ seen: [UIViewController], in bounds: CGRect) {
        guard InterfaceMetrics.current.isDrawn else {
            let width = bounds.width / CGFloat(max(seen.count, 1))
            for (index, child) in seen.enumerated() {
                child.view.frame = CGRect(
                    x: CGFloat(index) * width,
                    y: 0,
                    width: width,
                    height: bounds.height
                )
            }
            return
        }
        let gap = InterfaceMetrics.current.columnGap
        var rest = bounds
        for child in seen {
            var width = rest.width
            if child !== seen.last {
                let isPrimary = child === columns[.primary]
                let fraction =
                    isPrimary
                    ? preferredPrimaryColumnWidthFraction
                    : preferredSupplementaryColumnWidthFraction
                width = min(width, (bounds.width * fraction).rounded())
            }
            let parts = rest.divided(atDistance: width, from: .minXEdge)
            child.view.frame = parts.slice
            rest = parts.remainder.divided(atDistance: gap, from: .minXEdge).remainder
        }
    }

    override func layoutContents() {
        guard let view = viewIfLoaded else { return }
        if let limit = InterfaceMetrics.current.collapsingWidth {
            setCollapsed(view.bounds.width < limit)
        }
        place(childrenSeen, in: view.bounds)
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(seenColumn.rawValue, forKey: "UISplitViewController.seenColumn")
        coder.encode(isCollapsed, forKey: "UISplitViewController.isCollapsed")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let name = coder.decodeObject(of: NSString.self, forKey: "UISplitViewController.seenColumn")
        guard let column = name.flatMap({ Column(rawValue: $0 as String) }) else { return }
        seenColumn = column
        hasRestoredColumn = coder.decodeBool(forKey: "UISplitViewController.isCollapsed")
        showChildren()
    }
}

extension UISplitViewController: @MainActor ContainerParticipant {
    var restorationSlots: [RestorationSlot] {
        Column.allCases.compactMap { column in
            columns[column].map { RestorationSlot($0, key: column.rawValue) }
        }
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        for slot in slots {
            guard let column = slot.key.flatMap({ Column(rawValue: $0) }) else { continue }
            setViewController(slot.child as? UIViewController, for: column)
        }
    }
}

/// Decides which column a collapsed split view shows.
@MainActor public protocol UISplitViewControllerDelegate: NSObjectProtocol {
    /// Whether a collapse shows the primary column instead of the secondary one. `false` by
    /// default.
    func splitViewController(
        _ splitViewController: UISplitViewController,
        collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool
}

extension UISplitViewControllerDelegate {
    /// `false`: the secondary column is shown.
    public func splitViewController(
        _ splitViewController: UISplitViewController,
        collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool { false }
}
