public import Foundation
import RestorationKit

/// A view of a part of larger content.
///
/// With a restoration identifier, its scroll position, zoom and inset are preserved. The position
/// is applied once its content exists, unless the user scrolls first (REST-39, REST-40).
@MainActor open class UIScrollView: UIView {
    /// The delegate for scrolling.
    open weak var delegate: (any UIScrollViewDelegate)?

    /// The point of the content at the view's upper left corner.
    ///
    /// On a screen, the view shows the nearest point that the content and its size allow. It
    /// returns to this point when it can.
    open var contentOffset = CGPoint.zero {
        didSet {
            let isSettling = contentOffset == settledOffset
            if !isSettling { keepOffset() }
            guard contentOffset != oldValue else { return }
            setNeedsDisplay()
            delegate?.scrollViewDidScroll(self)
            if !isRestoring, !isSettling { recordChange() }
        }
    }
    package override var scrolledTo: CGPoint {
        get { contentOffset }
        set { contentOffset = newValue }
    }

    /// The size of the content.
    open var contentSize = CGSize.zero {
        didSet {
            guard contentSize != oldValue else { return }
            settle()
            contentDidChange()
        }
    }
    /// The margins around the content.
    open var contentInset = UIEdgeInsets.zero
    /// The zoom factor.
    open var zoomScale: CGFloat = 1
    /// The smallest zoom factor.
    open var minimumZoomScale: CGFloat = 1
    /// The largest zoom factor.
    open var maximumZoomScale: CGFloat = 1

    /// Whether state is being applied, so that changes are not the user's.
    private(set) var isRestoring = false

    /// Scrolls to a point of the content.
    open func setContentOffset(_ offset: CGPoint, animated: Bool) { contentOffset = offset }

    /// Scrolls just far enough to show a rectangle of the content.
    open func scrollRectToVisible(_ rectangle: CGRect, animated: Bool) {
        let offset = offset(showing: rectangle, from: contentOffset)
        if offset != contentOffset { contentOffset = offset }
    }

    private func offset(showing rectangle: CGRect, from offset: CGPoint) -> CGPoint {
        func position(_ now: CGFloat, _ extent: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat
        {
            from < now ? from : to > now + extent ? to - extent : now
        }
        return CGPoint(
            x: position(offset.x, frame.width, rectangle.minX, rectangle.maxX),
            y: position(offset.y, frame.height, rectangle.minY, rectangle.maxY)
        )
    }

    private var farthestOffset: CGPoint {
        CGPoint(
            x: max(0, contentSize.width + contentInset.right - frame.width),
            y: max(0, contentSize.height + contentInset.bottom - frame.height)
        )
    }

    func nearestOffset(to offset: CGPoint) -> CGPoint {
        let farthest = farthestOffset
        return CGPoint(
            x: min(max(0, offset.x), farthest.x),
            y: min(max(0, offset.y), farthest.y)
        )
    }

    // MARK: The place

    /// The distance of the scroll target from ``anchorPoint``. The offset on a screen is derived
    /// from it, so a temporarily smaller view or content does not lose the position.
    private(set) var distance = CGPoint.zero
    /// Whether a resized view shows the cursor: it was visible after the last move of the cursor or
    /// the view.
    private(set) var keepsCursor = true
    /// Whether the offset differs from the nearest one in order to show the cursor.
    private var followsCursor = false
    private var formerPlace = CGPoint.zero
    /// The offset that ``settle()`` is setting.
    private var settledOffset: CGPoint?

    /// The present position of the content that was at the top after the last scroll.
    var anchorPoint: CGPoint { .zero }

    /// Records the content at the top for an offset. Does nothing by default.
    func moveAnchor(to offset: CGPoint) {}

    /// The frame of the cursor, by default of the focused descendant.
    var cursorFrame: CGRect? {
        guard let focused = window?.focusedView, focused !== self, focused.isDescendant(of: self)
        else { return nil }
        return focused.convert(focused.bounds, to: self)
    }

    /// The present position of the scroll target.
    var place: CGPoint {
        let anchor = anchorPoint
        return CGPoint(x: anchor.x + distance.x, y: anchor.y + distance.y)
    }

    private func setPlace(_ offset: CGPoint) {
        moveAnchor(to: offset)
        setDistance(offset)
        followsCursor = false
    }

    private func setDistance(_ offset: CGPoint) {
        let anchor = anchorPoint
        distance = CGPoint(x: offset.x - anchor.x, y: offset.y - anchor.y)
        formerPlace = offset
    }

    /// Makes the current offset the scroll target.
    func keepOffset() {
        setPlace(contentOffset)
        cursorDidMove()
    }

    /// Replaces the content without changing the scroll target.
    func replaceContent(_ replace: () -> Void) {
        let place = formerPlace
        replace()
        setPlace(place)
    }

    func cursorDidMove() {
        guard !isRestoring, frame.height > 0, let cursor = cursorFrame else { return }
        keepFollowedOffset()
        keepsCursor = offset(showing: cursor, from: contentOffset) == contentOffset
    }

    /// Makes the offset the scroll target if it followed the cursor.
    func keepFollowedOffset() { if followsCursor { setPlace(contentOffset) } }

    /// Shows the scroll target, or the nearest offset that the content allows.
    func settle() {
        // Headless, the program's own offset stays, as in UIKit.
        guard InterfaceMetrics.current.isDrawn else { return setPlace(contentOffset) }
        formerPlace = place
        let nearest = nearestOffset(to: formerPlace)
        let cursor = keepsCursor ? cursorFrame : nil
        let offset = cursor.map { self.offset(showing: $0, from: nearest) } ?? nearest
        followsCursor = offset != nearest
        guard offset != contentOffset else { return }
        settledOffset = offset
        contentOffset = offset
        settledOffset = nil
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        settle()
    }

    /// Content was loaded or changed: applies state that waits for it.
    func contentDidChange() { UIApplication.current?.applyAwaitedState(to: self) }

    // MARK: State restoration

    private enum Key {
        static let offset = "UIScrollView.contentOffset"
        static let inset = "UIScrollView.contentInset"
        static let zoom = "UIScrollView.zoomScale"
        static let cursor = "UIScrollView.keepsCursor"
    }

    /// A restored position that waits for its content.
    private(set) var pendingOffset: CGPoint?

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(place, forKey: Key.offset)
        coder.encode(contentInset, forKey: Key.inset)
        coder.encode(Double(zoomScale), forKey: Key.zoom)
        coder.encode(keepsCursor, forKey: Key.cursor)
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: Key.zoom) else { return }
        zoomScale = CGFloat(coder.decodeDouble(forKey: Key.zoom))
        contentInset = coder.decodeUIEdgeInsets(forKey: Key.inset)
        keepsCursor =
            !coder.containsValue(forKey: Key.cursor) || coder.decodeBool(forKey: Key.cursor)
        guard coder.containsValue(forKey: Key.offset) else { return }
        pendingOffset = coder.decodeCGPoint(forKey: Key.offset)
    }

    override func takeState(_ coder: StateCoder) throws {
        isRestoring = true
        defer { isRestoring = false }
        window?.layoutIfNeeded()
        layoutIfNeeded()
        try super.takeState(coder)
        guard applyPending() else { throw StateNotYetApplicable() }
    }

    /// Applies restored state as far as the content allows.
    ///
    /// - Returns: Whether all of it was applied.
    func applyPending() -> Bool {
        guard let offset = pendingOffset else { return true }
        pendingOffset = nil
        if InterfaceMetrics.current.isDrawn {
            restorePlace(offset)
            return true
        }
        let farthest = farthestOffset
        guard offset.x <= farthest.x, offset.y <= farthest.y else { return false }
        contentOffset = offset
        return true
    }

    /// Scrolls to a saved position, which a screen may not be able to show yet.
    func restorePlace(_ offset: CGPoint) {
        guard InterfaceMetrics.current.isDrawn else {
            contentOffset = nearestOffset(to: offset)
            return
        }
        setDistance(offset)
        settle()
    }
}

/// The delegate for scrolling.
@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The view has been scrolled.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

extension UIApplication {
    func applyAwaitedState(to view: UIView) { restorationSession.applyAwaitedState(to: view) }
}
