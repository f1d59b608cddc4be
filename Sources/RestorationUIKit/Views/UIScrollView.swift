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
    open var contentOffset = CGPoint.zero {
        didSet {
            guard contentOffset != oldValue else { return }
            setNeedsDisplay()
            delegate?.scrollViewDidScroll(self)
            if !isRestoring { noteChange() }
        }
    }
    package override var scrolledTo: CGPoint {
        get { contentOffset }
        set { contentOffset = newValue }
    }

    /// The size of the content.
    open var contentSize = CGSize.zero {
        didSet { if contentSize != oldValue { contentDidChange() } }
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
        func position(_ now: CGFloat, _ extent: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat
        {
            from < now ? from : to > now + extent ? to - extent : now
        }
        contentOffset = CGPoint(
            x: position(contentOffset.x, frame.width, rectangle.minX, rectangle.maxX),
            y: position(contentOffset.y, frame.height, rectangle.minY, rectangle.maxY)
        )
    }

    /// The farthest point that the content can be scrolled to.
    private var farthestOffset: CGPoint {
        CGPoint(
            x: max(0, contentSize.width + contentInset.right - frame.width),
            y: max(0, contentSize.height + contentInset.bottom - frame.height)
        )
    }

    /// There is more content, or other: what waits for it may come.
    func contentDidChange() { UIApplication.current?.applyAwaitedState(to: self) }

    // MARK: State restoration

    private enum Key {
        static let offset = "UIScrollView.contentOffset"
        static let inset = "UIScrollView.contentInset"
        static let zoom = "UIScrollView.zoomScale"
    }

    /// A position that there is no content for yet.
    private var pendingOffset: CGPoint?

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if preservesOffset { coder.encode(contentOffset, forKey: Key.offset) }
        coder.encode(contentInset, forKey: Key.inset)
        coder.encode(Double(zoomScale), forKey: Key.zoom)
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: Key.zoom) else { return }
        zoomScale = CGFloat(coder.decodeDouble(forKey: Key.zoom))
        contentInset = coder.decodeUIEdgeInsets(forKey: Key.inset)
        guard coder.containsValue(forKey: Key.offset) else { return }
        pendingOffset = coder.decodeCGPoint(forKey: Key.offset)
    }

    /// Whether no more content is waited for, so that the nearest point counts.
    var hasWholeContent: Bool { false }

    /// Whether the position is preserved as a point. Tables preserve the row.
    var preservesOffset: Bool { true }

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
        let farthest = farthestOffset
        if hasWholeContent {
            contentOffset = CGPoint(x: min(offset.x, farthest.x), y: min(offset.y, farthest.y))
            return true
        }
        guard offset.x <= farthest.x, offset.y <= farthest.y else { return false }
        contentOffset = offset
        return true
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
