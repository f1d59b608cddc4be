import Foundation
import RestorationUIKit

@MainActor struct FocusOrder {
    /// In reading order.
    let views: [UIView]

    private let top: UIView?

    init(_ window: UIWindow) {
        // A presented view takes the focus from the views behind it.
        top = window.subviews.last { !$0.isHidden && $0.alpha > 0 }
        views = top.map { Self.focusable(in: $0) } ?? []
    }

    /// Finishes one column or row before the next.
    private static func focusable(in view: UIView) -> [UIView] {
        guard !view.isHidden, view.alpha > 0, view.isUserInteractionEnabled else { return [] }
        let isOne = view.canBecomeFocused && view.frame.width > 0 && view.frame.height > 0
        let own = isOne ? [view] : []
        // A table takes the focus for its items.
        if view is UITableView || view is UICollectionView { return own }
        let inside = view.subviews.sorted { first, second in
            (first.frame.minY, first.frame.minX) < (second.frame.minY, second.frame.minX)
        }
        return own + inside.flatMap { focusable(in: $0) }
    }

    /// Whether a view only lacks room, and so regains the focus when there is room.
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

    /// The default focus: outside of bars, tables and texts before buttons.
    var first: UIView? {
        if let alert = top as? AlertView, let view = alert.firstFocus { return view }
        let content = views.filter { !($0 is BarButton) && !($0.superview is UISearchBar) }
        let main = content.first {
            $0 is UITableView || $0 is UICollectionView || $0 is any TextEditing
        }
        return main ?? content.first
    }

    /// The view at a distance from another one, wrapping around.
    func view(_ distance: Int, after view: UIView?) -> UIView? {
        guard !views.isEmpty else { return nil }
        guard let index = views.firstIndex(where: { $0 === view }) else { return first }
        return views[(index + distance % views.count + views.count) % views.count]
    }
}
