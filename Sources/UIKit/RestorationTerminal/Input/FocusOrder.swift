import Foundation
import RestorationUIKit

/// The views of a window that can have the keys.
@MainActor struct FocusOrder {
    /// In the order in which a person reads them.
    let views: [UIView]

    private let top: UIView?

    init(_ window: UIWindow) {
        // What is presented has the keys, and nothing behind it.
        top = window.subviews.last { !$0.isHidden && $0.alpha > 0 }
        views = top.map { Self.focusable(in: $0) } ?? []
    }

    /// All of one column, or row, comes before what is in the next.
    private static func focusable(in view: UIView) -> [UIView] {
        guard !view.isHidden, view.alpha > 0, view.isUserInteractionEnabled else { return [] }
        let isOne = view.canBecomeFocused && view.frame.width > 0 && view.frame.height > 0
        let own = isOne ? [view] : []
        // Items are chosen by their table, which has the keys.
        if view is UITableView || view is UICollectionView { return own }
        let inside = view.subviews.sorted { first, second in
            (first.frame.minY, first.frame.minX) < (second.frame.minY, second.frame.minX)
        }
        return own + inside.flatMap { focusable(in: $0) }
    }

    /// Whether nothing is wrong with a view but that there is no room for it: it gets the keys
    /// again when there is.
    func isSqueezed(_ view: UIView) -> Bool {
        guard let top, view.canBecomeFocused, view.isDescendant(of: top) else { return false }
        var next: UIView? = view
        while let current = next, current !== top {
            if current.isHidden || current.alpha == 0 || !current.isUserInteractionEnabled {
                return false
            }
            next = current.superview
        }
        return true
    }

    func contains(_ view: UIView) -> Bool { views.contains { $0 === view } }

    /// What has the keys where nobody has been given them: what is not in a bar, tables and texts
    /// before buttons.
    var first: UIView? {
        if let alert = top as? AlertView, let view = alert.firstFocus { return view }
        let content = views.filter { !($0 is BarButton) && !($0.superview is UISearchBar) }
        let main = content.first {
            $0 is UITableView || $0 is UICollectionView || $0 is any TextEditing
        }
        return main ?? content.first
    }

    /// The view that many places after another one, around the end.
    func view(_ distance: Int, after view: UIView?) -> UIView? {
        guard !views.isEmpty else { return nil }
        guard let index = views.firstIndex(where: { $0 === view }) else { return first }
        return views[(index + distance % views.count + views.count) % views.count]
    }
}
