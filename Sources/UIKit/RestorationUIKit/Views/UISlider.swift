import Foundation
import RestorationStoryboards

/// A slider. As in UIKit, the program saves its value.
@MainActor open class UISlider: UIControl {
    /// The value, from ``minimumValue`` to ``maximumValue``.
    open var value: Float = 0 {
        didSet {
            value = value.isNaN ? oldValue : min(max(value, minimumValue), maximumValue)
            if value != oldValue { setNeedsDisplay() }
        }
    }
    /// The smallest value. Default: 0.
    open var minimumValue: Float = 0 {
        didSet { setValue(value, animated: false) }
    }
    /// The largest value. Default: 1.
    open var maximumValue: Float = 1 {
        didSet { setValue(value, animated: false) }
    }

    /// Sets the value.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    open override var intrinsicContentSize: CGSize { .ofWideControl }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("minimum", .number(let number)): minimumValue = Float(number)
        case ("maximum", .number(let number)): maximumValue = Float(number)
        case ("value", .number(let number)): self.value = Float(number)
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}

/// A row of buttons, of which one is selected. As in UIKit, the program saves the selection.
@MainActor open class UISegmentedControl: UIControl {
    /// The index of no segment.
    public static let noSegment = -1
    private var titles: [String] = [] {
        didSet { if titles != oldValue { recordContentChange() } }
    }

    /// Creates segments without a selection.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        titles = (items ?? []).map { $0 as? String ?? "" }
    }

    func setTitles(_ titles: [String]) { self.titles = titles }

    /// The number of segments.
    open var numberOfSegments: Int { titles.count }

    /// The index of the selected segment, or ``noSegment``. An invalid index is ignored.
    open var selectedSegmentIndex = UISegmentedControl.noSegment {
        didSet {
            let isThere = titles.indices.contains(selectedSegmentIndex)
            if !isThere, selectedSegmentIndex != Self.noSegment { selectedSegmentIndex = oldValue }
            if selectedSegmentIndex != oldValue { setNeedsDisplay() }
        }
    }

    /// The title of a segment.
    open func titleForSegment(at index: Int) -> String? {
        titles.indices.contains(index) ? titles[index] : nil
    }

    /// Sets the title of a segment. An invalid index is ignored.
    open func setTitle(_ title: String?, forSegmentAt index: Int) {
        if titles.indices.contains(index) { titles[index] = title ?? "" }
    }

    /// Inserts a segment.
    open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
        titles.insert(title ?? "", at: min(max(index, 0), titles.count))
    }

    open override var intrinsicContentSize: CGSize {
        let sizes = titles.map { CGSize.ofControl($0) }
        return CGSize(
            width: sizes.reduce(0) { $0 + $1.width },
            height: sizes.map(\.height).max() ?? InterfaceMetrics.current.controlHeight
        )
    }

    override func takeTap() -> Bool {
        guard !titles.isEmpty else { return false }
        selectedSegmentIndex = (selectedSegmentIndex + 1) % titles.count
        return true
    }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("segments", .text(let text)):
            titles = text.split(separator: "|").map { String($0) }
        case ("selected", .number(let number)):
            guard let index = Int(exactly: number), titles.indices.contains(index) else {
                return false
            }
            selectedSegmentIndex = index
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}
