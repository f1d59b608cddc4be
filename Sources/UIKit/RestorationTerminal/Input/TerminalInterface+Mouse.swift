import Foundation
import RestorationUIKit
import TerminalScreen

extension TerminalInterface {
    private func view(at place: Position) -> (view: UIView, place: Position)? {
        guard let window else { return nil }
        return PointedView(place, in: window).found
    }

    func scroll(at place: Position, by lines: Int) {
        var view = view(at: place)?.view
        while let current = view {
            if let scrollable = current as? UIScrollView, scroll(scrollable, by: lines) { return }
            view = current.superview
        }
    }

    func click(at place: Position) {
        guard let window, let (view, inside) = view(at: place) else { return }
        switch view {
        case let cell as UITableViewCell:
            guard let table = cell.superview as? UITableView,
                let path = table.indexPathForRow(at: cell.frame.origin)
            else { return }
            guard window.moveFocus(to: table) else { return }
            table.cursorRow = path
            system.select(path, in: table)
        case let cell as UICollectionViewCell:
            guard let collection = cell.superview as? UICollectionView,
                let path = collection.indexPath(for: cell)
            else { return }
            guard window.moveFocus(to: collection) else { return }
            system.select(path, in: collection)
        case let text as any TextEditing:
            let keys = TextKeys(text, system)
            // Before the focus moves, because that may scroll the text.
            let place = keys.place(at: inside)
            guard window.moveFocus(to: view) else { return }
            keys.move(to: place)
        case let slider as UISlider:
            guard window.moveFocus(to: slider) else { return }
            let part = Float(inside.column) / Float(max(1, Cells.count(slider.bounds.width) - 1))
            let extent = slider.maximumValue - slider.minimumValue
            system.slide(slider, to: slider.minimumValue + extent * part)
        case let segments as UISegmentedControl:
            guard window.moveFocus(to: segments) else { return }
            if let index = SegmentPlaces(segments).segment(at: inside.column) {
                system.select(index, in: segments)
            }
        case let control as UIControl:
            guard window.moveFocus(to: control) else { return }
            system.tap(control)
        default:
            if view.canBecomeFocused { window.moveFocus(to: view) }
        }
    }
}

@MainActor private struct PointedView {
    private(set) var found: (view: UIView, place: Position)?

    init(_ place: Position, in window: UIWindow) {
        guard let top = window.subviews.last(where: { !$0.isHidden && $0.alpha > 0 }) else {
            return
        }
        let inside = CGPoint(x: CGFloat(place.column) + 0.5, y: CGFloat(place.row) + 0.5)
        look(top, inside)
    }

    /// - Parameter point: In the superview's coordinates.
    private mutating func look(_ view: UIView, _ point: CGPoint) {
        guard !view.isHidden, view.alpha > 0, view.isUserInteractionEnabled,
            view.frame.contains(point)
        else { return }
        let place = CGPoint(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
        if view.canBecomeFocused || view is UITableViewCell || view is UICollectionViewCell {
            found = (view, Position(column: Int(place.x), row: Int(place.y)))
        }
        let content = CGPoint(x: place.x + view.scrolledTo.x, y: place.y + view.scrolledTo.y)
        for subview in view.subviews { look(subview, content) }
    }
}
