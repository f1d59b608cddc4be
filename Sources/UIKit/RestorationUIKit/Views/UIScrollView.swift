public import Foundation
import RestorationKit

/// A view of a part of something larger.
///
/// With an identifier, its scroll position, zoom and inset are preserved. The position is applied
/// when the content is there that it is of; if the person scrolls before that, theirs stays
/// (REST-39, REST-40).
@MainActor open class UIScrollView: UIView {
    /// Hears of scrolling.
    open weak var delegate: (any UIScrollViewDelegate)?

    /// The point of the content that is at the view's upper left corner.
    ///
    /// On a screen, the view shows the nearest point to it that there is content and room for, and
    /// goes back to it when there is more of either.
    open var contentOffset = CGPoint.zero {
        didSet {
            let isSettling = contentOffset == settledOffset
            if !isSettling { keepOffset() }
            guard contentOffset != oldValue else { return }
            setNeedsDisplay()
            delegate?.scrollViewDidScroll(self)
            if !isRestoring, !isSettling { noteChange() }
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
    /// Space around the content.
    open var contentInset = UIEdgeInsets.zero
    /// How much larger than itself the content is shown.
    open var zoomScale: CGFloat = 1
    /// The smallest zoom.
    open var minimumZoomScale: CGFloat = 1
    /// The largest zoom.
    open var maximumZoomScale: CGFloat = 1

    /// Whether state is being applied, so that what changes is no change of the person's.
    private(set) var isRestoring = false

    /// Scrolls to a point of the content.
    open func setContentOffset(_ offset: CGPoint, animated: Bool) { contentOffset = offset }

    /// Scrolls as far as is needed to show a rectangle of the content.
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

    /// The farthest point that the content can be scrolled to.
    private var farthestOffset: CGPoint {
        CGPoint(
            x: max(0, contentSize.width + contentInset.right - frame.width),
            y: max(0, contentSize.height + contentInset.bottom - frame.height)
        )
    }

    /// The nearest point that the content can be scrolled to.
    func nearestOffset(to offset: CGPoint) -> CGPoint {
        let farthest = farthestOffset
        return CGPoint(
            x: min(max(0, offset.x), farthest.x),
            y: min(max(0, offset.y), farthest.y)
        )
    }

    // MARK: The place

    /// The distance of the place that was scrolled to from ``anchorPoint``. The offset on a screen
    /// follows from the place, so that no smaller size or shorter content in between loses it.
    private(set) var distance = CGPoint.zero
    /// Whether the view keeps the cursor in sight at other sizes: it does if the cursor was in
    /// sight after the last move of the cursor or of the view.
    private(set) var keepsCursor = true
    /// Whether the offset is another one than the nearest to the place, to show the cursor.
    private var followsCursor = false
    /// The place as it lay in the last layout.
    private var formerPlace = CGPoint.zero
    /// The offset that ``settle()`` is setting.
    private var settledOffset: CGPoint?

    /// Where the part of the content lies now that was in front when the view was scrolled.
    var anchorPoint: CGPoint { .zero }

    /// Remembers the part of the content that is in front at an offset. Does nothing by default.
    func moveAnchor(to offset: CGPoint) {}

    /// The part of the content that the next key applies to: the view in it that has the keys.
    var cursorFrame: CGRect? {
        guard let focused = window?.focusedView, focused !== self, focused.isDescendant(of: self)
        else { return nil }
        return focused.convert(focused.bounds, to: self)
    }

    /// The offset that was scrolled to, where it lies now.
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

    /// Takes the offset that is shown as the place that was scrolled to.
    func keepOffset() {
        setPlace(contentOffset)
        cursorDidMove()
    }

    /// Replaces the content and stays at the same point of it.
    func replaceContent(_ replace: () -> Void) {
        let place = formerPlace
        replace()
        setPlace(place)
    }

    /// The cursor, or the view, has been moved.
    func cursorDidMove() {
        guard !isRestoring, frame.height > 0, let cursor = cursorFrame else { return }
        keepFollowedOffset()
        keepsCursor = offset(showing: cursor, from: contentOffset) == contentOffset
    }

    /// Takes the offset as the place if the two differ because of the cursor.
    func keepFollowedOffset() { if followsCursor { setPlace(contentOffset) } }

    /// Shows the place, or the nearest point that there is content and room for.
    func settle() {
        // Headless, a program sees the offset that it has set, as in UIKit.
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

    /// There is more content, or other: what waits for it may come.
    func contentDidChange() { UIApplication.current?.applyAwaitedState(to: self) }

    // MARK: State restoration

    private enum Key {
        static let offset = "UIScrollView.contentOffset"
        static let inset = "UIScrollView.contentInset"
        static let zoom = "UIScrollView.zoomScale"
        static let cursor = "UIScrollView.keepsCursor"
    }

    /// A place that is not applied yet.
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

    /// Applies what there is content for.
    ///
    /// - Returns: Whether that is all.
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

    /// Scrolls to a place that was saved, which on a screen may have no content or room yet.
    func restorePlace(_ offset: CGPoint) {
        guard InterfaceMetrics.current.isDrawn else {
            contentOffset = nearestOffset(to: offset)
            return
        }
        setDistance(offset)
        settle()
    }
}

/// Hears of scrolling.
@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The view has been scrolled.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

extension UIApplication {
    /// Gives a view state that waited for its content.
    func applyAwaitedState(to view: UIView) { restorationSession.applyAwaitedState(to: view) }
}
