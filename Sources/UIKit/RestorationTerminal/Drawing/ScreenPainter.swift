import Foundation
import RestorationUIKit
import TerminalScreen

/// Draws a window from scratch. The result depends on the views only.
@MainActor struct ScreenPainter {
    let sheet: Sheet
    let window: UIWindow

    init(_ window: UIWindow, on sheet: Sheet) {
        self.window = window
        self.sheet = sheet
    }

    func draw() {
        let area = Area(
            origin: Cells.position(window.frame.origin),
            size: Cells.size(window.frame.size)
        )
        sheet.canvas.fill(area.intersection(sheet.canvas.area), style: .plain)
        // A view that fills the window covers those behind it.
        let firstVisible = window.subviews.lastIndex { coversWindow($0) } ?? 0
        for view in window.subviews.dropFirst(firstVisible) {
            if isFormSheet(view) { frame(view, in: area) }
            draw(view, in: area, clip: area.intersection(sheet.canvas.area))
        }
    }

    private func coversWindow(_ view: UIView) -> Bool {
        !view.isHidden && view.alpha > 0 && view.frame == window.bounds && !(view is AlertView)
    }

    private func isFormSheet(_ view: UIView) -> Bool {
        view !== window.rootViewController?.viewIfLoaded && view.frame != window.bounds
    }

    /// Draws the frame of a form sheet.
    private func frame(_ view: UIView, in area: Area) {
        let inside = place(view, in: area)
        let edge = inside.inset(left: -1, top: -1, right: -1, bottom: -1)
        sheet.canvas.fill(edge.intersection(sheet.canvas.area), style: .plain)
        sheet.canvas.frame(edge, title: view.titleOfController ?? "", style: .frameFocused)
    }

    /// A view's area on the screen, given its superview's.
    private func place(_ view: UIView, in outer: Area) -> Area {
        Area(
            origin: Position(
                column: outer.origin.column + Cells.count(view.frame.minX),
                row: outer.origin.row + Cells.count(view.frame.minY)
            ),
            size: Cells.size(view.frame.size)
        )
    }

    private func draw(_ view: UIView, in outer: Area, clip: Area) {
        guard !view.isHidden, view.alpha > 0 else { return }
        let area = place(view, in: outer)
        let seen = area.intersection(clip)
        guard !seen.isEmpty else { return recordHidden(view) }
        let pen = Pen(sheet: sheet, origin: area.origin, size: area.size, clip: seen)
        (view as? any TerminalDrawing)?.draw(with: pen)
        ViewDrawing(view, pen).drawBelow()
        let scrolled = Cells.position(view.scrolledTo)
        let content = Area(
            origin: Position(
                column: area.origin.column - scrolled.column,
                row: area.origin.row - scrolled.row
            ),
            size: area.size
        )
        for subview in view.subviews { draw(subview, in: content, clip: seen) }
        ViewDrawing(view, pen).drawAbove()
    }

    /// Counts a clipped view, unless scrolling can reveal it.
    private func recordHidden(_ view: UIView) {
        let isEmpty = view.frame.width <= 0 || view.frame.height <= 0
        guard !isEmpty || view.canBecomeFocused else { return }
        var outer = view.superview
        while let container = outer {
            if container is UIScrollView { return }
            outer = container.superview
        }
        if view.canBecomeFocused || view is UILabel { sheet.hiddenCount += 1 }
    }
}
