public import Foundation
import RestorationStoryboards

/// A view that the user operates.
///
/// Linux has no selectors, so actions are closures, as with UIKit's `UIAction`.
@MainActor open class UIControl: UIView {
    /// An event of a control.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allEvents = Event(rawValue: .max)
    }

    /// Whether the user can operate the control.
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    /// Whether the control is selected.
    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
    /// Whether the control is pressed.
    open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
    private var actions: [(event: Event, action: UIAction)] = []

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        guard key == "enabled", case .bool(let isEnabled) = value else {
            return super.setStoryboardValue(value, forKey: key)
        }
        self.isEnabled = isEnabled
        return true
    }

    open override var canBecomeFocused: Bool { isEnabled }

    /// Changes the control's value by a tap. Returns whether the control has one.
    func takeTap() -> Bool { false }

    /// Adds an action for an event. The action replaces any other with the same identifier.
    open func addAction(_ action: UIAction, for event: Event) {
        removeAction(action, for: event)
        actions.append((event, action))
    }

    /// Removes an action.
    open func removeAction(_ action: UIAction, for event: Event) {
        actions.removeAll { $0.event == event && $0.action.identifier == action.identifier }
    }

    /// Runs the actions for an event.
    open func sendActions(for event: Event) {
        guard isEnabled else { return }
        for (known, action) in actions where !known.isDisjoint(with: event) {
            action.handler(action)
        }
        // An action may change the program's own objects, which report nothing.
        recordChange()
    }
}

/// The action of a control, a menu or a button.
@MainActor open class UIAction: NSObject {
    /// The action's title.
    open var title: String
    /// The identifier, unique by default.
    public let identifier: String
    let handler: (UIAction) -> Void

    /// Creates an action.
    public init(
        title: String = "",
        identifier: String? = nil,
        handler: @escaping (UIAction) -> Void
    ) {
        self.title = title
        self.identifier = identifier ?? UUID().uuidString
        self.handler = handler
        super.init()
    }
}

/// A button.
@MainActor open class UIButton: UIControl {
    private var titles: [UInt: String] = [:]

    /// The state in which a title is shown.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
    }

    /// Sets the title for a state.
    open func setTitle(_ title: String?, for state: State) {
        guard titles[state.rawValue] != title else { return }
        titles[state.rawValue] = title
        recordContentChange()
    }

    /// The title for a state.
    open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }

    /// The current title.
    open var currentTitle: String? {
        title(for: !isEnabled ? .disabled : isSelected ? .selected : .normal)
    }

    open override var intrinsicContentSize: CGSize { .ofControl(currentTitle ?? "") }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        guard key == "title", case .text(let text) = value else {
            return super.setStoryboardValue(value, forKey: key)
        }
        setTitle(text, for: .normal)
        return true
    }
}

/// A switch. As in UIKit, the program saves its value.
@MainActor open class UISwitch: UIControl {
    /// Whether the switch is on.
    open var isOn = false { didSet { if isOn != oldValue { setNeedsDisplay() } } }

    /// Sets the switch.
    open func setOn(_ isOn: Bool, animated: Bool) { self.isOn = isOn }

    override func takeTap() -> Bool {
        isOn.toggle()
        return true
    }

    open override var intrinsicContentSize: CGSize { .ofControl("") }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        guard key == "on", case .bool(let isOn) = value else {
            return super.setStoryboardValue(value, forKey: key)
        }
        self.isOn = isOn
        return true
    }
}

/// A text label. As in UIKit, none of it is preserved.
@MainActor open class UILabel: UIView {
    /// The text.
    open var text: String? { didSet { if text != oldValue { recordContentChange() } } }
    /// The maximum number of lines; 0 means no limit.
    open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { recordContentChange() } } }
    /// The alignment of the text.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }
    /// The handling of text that is too wide.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { recordContentChange() } }
    }
    /// The font, or `nil` for the system's.
    open var font: UIFont? { didSet { if font != oldValue { recordContentChange() } } }
    /// The text's colour, or `nil` for the system's.
    open var textColor: UIColor? { didSet { if textColor != oldValue { setNeedsDisplay() } } }

    open override var intrinsicContentSize: CGSize {
        contentSize(in: CGSize(width: CGFloat.greatestFiniteMagnitude, height: 0))
    }

    override func contentSize(in room: CGSize) -> CGSize {
        let isWrapped = numberOfLines != 1 && lineBreakMode != .byClipping
        let width = isWrapped ? room.width : CGFloat.greatestFiniteMagnitude
        var size = InterfaceMetrics.current.textSize(text ?? "", width)
        let line = InterfaceMetrics.current.textSize(" ", .greatestFiniteMagnitude).height
        if numberOfLines > 0 { size.height = min(size.height, line * CGFloat(numberOfLines)) }
        return size
    }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("text", .text(let text)): self.text = text
        case ("lines", .number(let number)):
            guard let lines = Int(exactly: number), lines >= 0 else { return false }
            numberOfLines = lines
        case ("alignment", .text(let name)):
            let names: [String: NSTextAlignment] = [
                "left": .left, "center": .center, "right": .right,
            ]
            guard let alignment = names[name] else { return false }
            textAlignment = alignment
        case ("bold", .bool(let isBold)):
            font = isBold ? .boldSystemFont(ofSize: UIFont.systemFontSize) : nil
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}

extension CGSize {
    @MainActor static func ofControl(_ text: String) -> CGSize {
        let metrics = InterfaceMetrics.current
        let size = metrics.textSize(text, .greatestFiniteMagnitude)
        return CGSize(
            width: size.width + metrics.controlPadding,
            height: max(size.height, metrics.controlHeight)
        )
    }

    /// The size of a control of flexible width.
    @MainActor static var ofWideControl: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: InterfaceMetrics.current.controlHeight)
    }
}
