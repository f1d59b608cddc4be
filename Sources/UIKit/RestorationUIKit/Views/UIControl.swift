public import Foundation
import RestorationStoryboards

/// A view that the person does something with.
///
/// Linux has no selectors: what a control does is a closure, as of `UIAction` in UIKit.
@MainActor open class UIControl: UIView {
    /// What happens to a control.
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

    /// Whether the person can do something with it.
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    /// Whether it is selected.
    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsDisplay() } } }
    /// Whether it is pressed.
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

    /// Takes another setting, as by a tap. Returns whether there was one to take.
    func takeTap() -> Bool { false }

    /// Does something when that happens. An action with an identifier replaces the former one.
    open func addAction(_ action: UIAction, for event: Event) {
        removeAction(action, for: event)
        actions.append((event, action))
    }

    /// Removes the action.
    open func removeAction(_ action: UIAction, for event: Event) {
        actions.removeAll { $0.event == event && $0.action.identifier == action.identifier }
    }

    /// Does what is to be done when that happens.
    open func sendActions(for event: Event) {
        guard isEnabled else { return }
        for (known, action) in actions where !known.isDisjoint(with: event) {
            action.handler(action)
        }
        // What an action does to the program's own objects nobody else tells.
        noteChange()
    }
}

/// What a control, a menu or a button does.
@MainActor open class UIAction: NSObject {
    /// What is shown.
    open var title: String
    /// Tells actions apart.
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

    /// In which state a title is shown.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
    }

    /// Sets what the button says in a state.
    open func setTitle(_ title: String?, for state: State) {
        guard titles[state.rawValue] != title else { return }
        titles[state.rawValue] = title
        noteContentChange()
    }

    /// What the button says in a state.
    open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }

    /// What the button says now.
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

/// A switch. Its setting is the program's to save, as UIKit preserves nothing of it.
@MainActor open class UISwitch: UIControl {
    /// Whether it is on.
    open var isOn = false { didSet { if isOn != oldValue { setNeedsDisplay() } } }

    /// Switches it on or off.
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

/// Text that is shown. UIKit preserves nothing of it.
@MainActor open class UILabel: UIView {
    /// The text.
    open var text: String? { didSet { if text != oldValue { noteContentChange() } } }
    /// How many lines it may have; 0 for any number.
    open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { noteContentChange() } } }
    /// Where the text stands.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }
    /// What becomes of text that is too wide.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { noteContentChange() } }
    }
    /// How the text looks; as the system has it for `nil`.
    open var font: UIFont? { didSet { if font != oldValue { noteContentChange() } } }
    /// The text's colour; the system's for `nil`.
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
    /// What a control with that text takes.
    @MainActor static func ofControl(_ text: String) -> CGSize {
        let metrics = InterfaceMetrics.current
        let size = metrics.textSize(text, .greatestFiniteMagnitude)
        return CGSize(
            width: size.width + metrics.controlPadding,
            height: max(size.height, metrics.controlHeight)
        )
    }

    /// What a control takes that is as wide as may be.
    @MainActor static var ofWideControl: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: InterfaceMetrics.current.controlHeight)
    }
}
