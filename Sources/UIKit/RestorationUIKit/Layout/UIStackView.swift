public import Foundation
import RestorationStoryboards

/// The axis of a stack view.
public enum NSLayoutConstraint {
    /// A direction.
    public enum Axis: Int, Sendable { case horizontal, vertical }
}

/// Views in a row or a column.
///
/// Each view has the extent of its `intrinsicContentSize` along the axis. Views without one, such
/// as tables and text views, share the rest. If there is no such view, the last view takes the
/// rest.
@MainActor open class UIStackView: UIView {
    /// The distribution along the axis.
    public enum Distribution: Int, Sendable { case fill, fillEqually }
    /// The alignment across the axis.
    public enum Alignment: Int, Sendable { case fill, leading, center, trailing }

    /// The direction of the stack.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
    /// The distance between views.
    open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
    /// The distribution along the axis.
    open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    /// The alignment across the axis.
    open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    /// The margins around the views.
    open var layoutMargins = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    /// The arranged views, in order. Hidden ones take no room.
    open private(set) var arrangedSubviews: [UIView] = []

    /// Creates a stack of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.count)
    }

    /// Inserts a view at an index, or moves it there.
    open func insertArrangedSubview(_ view: UIView, at index: Int) {
        arrangedSubviews.removeAll { $0 === view }
        if view.superview !== self { super.insertSubview(view, at: subviews.count) }
        arrangedSubviews.insert(view, at: min(max(index, 0), arrangedSubviews.count))
        setNeedsLayout()
    }

    /// Stops arranging a view, which stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        setNeedsLayout()
    }

    override func willLoseSubview(_ view: UIView) {
        super.willLoseSubview(view)
        arrangedSubviews.removeAll { $0 === view }
        setNeedsLayout()
    }

    private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
    private var isVertical: Bool { axis == .vertical }

    /// The views' extents along the axis, or `nil` for views that share the rest.
    private func extents(across: CGFloat, along: CGFloat) -> [CGFloat?] {
        shown.map { view in
            let room =
                isVertical
                ? CGSize(width: across, height: along) : CGSize(width: along, height: across)
            let size = view.contentSize(in: room)
            let extent = isVertical ? size.height : size.width
            return extent == UIView.noIntrinsicMetric ? nil : extent
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let views = shown
        guard !views.isEmpty else { return }
        let area = CGRect(
            x: layoutMargins.left,
            y: layoutMargins.top,
            width: max(0, bounds.width - layoutMargins.left - layoutMargins.right),
            height: max(0, bounds.height - layoutMargins.top - layoutMargins.bottom)
        )
        let (along, across) =
            isVertical ? (area.height, area.width) : (area.width, area.height)
        let room = max(0, along - spacing * CGFloat(views.count - 1))
        var position: CGFloat = 0
        for (view, extent) in zip(views, share(room, extents(across: across, along: along))) {
            let (start, width) = place(view, across, extent)
            let origin = isVertical ? (x: start, y: position) : (x: position, y: start)
            view.frame = CGRect(
                x: area.minX + origin.x,
                y: area.minY + origin.y,
                width: isVertical ? width : extent,
                height: isVertical ? extent : width
            )
            position += extent + spacing
        }
    }

    private func share(_ room: CGFloat, _ wanted: [CGFloat?]) -> [CGFloat] {
        let count = wanted.count
        var flexible = wanted.indices.filter { wanted[$0] == nil }
        if distribution == .fillEqually { flexible = Array(wanted.indices) }
        let isFixed = flexible.isEmpty
        if isFixed { flexible = [count - 1] }
        let others = wanted.indices.filter { !flexible.contains($0) }.compactMap { wanted[$0] }
        let left = max(0, room - others.reduce(0, +))
        var rest = room
        var extents: [CGFloat] = []
        for index in wanted.indices {
            var extent = wanted[index] ?? 0
            if let place = flexible.firstIndex(of: index) {
                // Whole points, which add up to `left`.
                let parts = CGFloat(flexible.count)
                let (from, to) = (left * CGFloat(place) / parts, left * CGFloat(place + 1) / parts)
                extent = to.rounded() - from.rounded()
            }
            extent = min(extent, max(0, rest))
            rest -= extent
            extents.append(extent)
        }
        return extents
    }

    private func place(
        _ view: UIView,
        _ across: CGFloat,
        _ along: CGFloat
    ) -> (start: CGFloat, extent: CGFloat) {
        let size = view.contentSize(
            in: isVertical
                ? CGSize(width: across, height: along) : CGSize(width: along, height: across)
        )
        let wanted = isVertical ? size.width : size.height
        guard alignment != .fill, wanted != UIView.noIntrinsicMetric else { return (0, across) }
        let extent = min(wanted, across)
        switch alignment {
        case .fill, .leading: return (0, extent)
        case .center: return (((across - extent) / 2).rounded(), extent)
        case .trailing: return (across - extent, extent)
        }
    }

    override func contentSize(in room: CGSize) -> CGSize {
        let margins = CGSize(
            width: layoutMargins.left + layoutMargins.right,
            height: layoutMargins.top + layoutMargins.bottom
        )
        let views = shown
        guard !views.isEmpty else { return margins }
        var (along, across): (CGFloat?, CGFloat?) = (spacing * CGFloat(views.count - 1), 0)
        for view in views {
            let size = view.contentSize(in: room)
            let (length, breadth) =
                isVertical ? (size.height, size.width) : (size.width, size.height)
            along = length == Self.noIntrinsicMetric ? nil : along.map { $0 + length }
            across = breadth == Self.noIntrinsicMetric ? nil : across.map { max($0, breadth) }
        }
        let (width, height) = isVertical ? (across, along) : (along, across)
        return CGSize(
            width: width.map { $0 + margins.width } ?? Self.noIntrinsicMetric,
            height: height.map { $0 + margins.height } ?? Self.noIntrinsicMetric
        )
    }

    open override var intrinsicContentSize: CGSize { contentSize(in: bounds.size) }

    override func addStoryboardSubview(_ view: UIView) { addArrangedSubview(view) }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("axis", .text("vertical")): axis = .vertical
        case ("axis", .text("horizontal")): axis = .horizontal
        case ("spacing", .number(let number)): spacing = number
        case ("margin", .number(let number)):
            layoutMargins = UIEdgeInsets(top: number, left: number, bottom: number, right: number)
        case ("distribution", .text("fill")): distribution = .fill
        case ("distribution", .text("fillEqually")): distribution = .fillEqually
        case ("alignment", .text(let name)):
            let names: [String: Alignment] = [
                "fill": .fill, "leading": .leading, "center": .center, "trailing": .trailing,
            ]
            guard let alignment = names[name] else { return false }
            self.alignment = alignment
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}
