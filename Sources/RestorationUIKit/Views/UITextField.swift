public import Foundation
import RestorationStoryboards

/// A line of text that the person edits.
///
/// With an identifier, its selection is preserved, and not its text: that is the program's to save
/// (VIEW-9).
@MainActor open class UITextField: UIControl {
    /// Hears of editing.
    open weak var delegate: (any UITextFieldDelegate)?
    /// The text.
    open var text: String? {
        didSet {
            guard text != oldValue else { return }
            setNeedsDisplay()
            selection.fit(text ?? "")
            noteChange()
        }
    }
    /// What stands in the field while it is empty.
    open var placeholder: String? { didSet { setNeedsDisplay() } }
    /// Whether the text is a secret. Then nothing of the field is preserved (VIEW-11).
    open var isSecureTextEntry = false
    private var selection = TextSelection()
    package var selectionAnchor: Int?
    /// Called when something else is selected.
    var didSelect: (() -> Void)?

    /// What is selected; the text's end where nothing is. In UTF-16 units, as ranges of `NSString`.
    open var selectedRange: NSRange {
        get { selection.range(text ?? "") }
        set {
            selection.set(newValue, text ?? "")
            selectionAnchor = nil
            setNeedsDisplay()
            noteChange()
            didSelect?()
        }
    }

    open override var canBecomeFirstResponder: Bool { isEnabled }
    open override var intrinsicContentSize: CGSize { .ofWideControl }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard delegate?.textFieldShouldBeginEditing(self) ?? true else { return false }
        let wasFirst = isFirstResponder
        guard super.becomeFirstResponder() else { return false }
        if !wasFirst {
            delegate?.textFieldDidBeginEditing(self)
            sendActions(for: .editingDidBegin)
        }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasFirst = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasFirst {
            delegate?.textFieldDidEndEditing(self)
            sendActions(for: .editingDidEnd)
        }
        return true
    }

    override var isSecret: Bool { isSecureTextEntry }
    override var showsSecret: Bool { isSecureTextEntry && !(text ?? "").isEmpty }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        selection.encode(with: coder, "UITextField.selectedRange")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        selection.decode(with: coder, "UITextField.selectedRange")
    }

    open override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        // The program's own text has been set by now.
        selection.apply(text ?? "")
    }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("text", .text(let text)): self.text = text
        case ("placeholder", .text(let text)): placeholder = text
        case ("secureTextEntry", .bool(let isSecure)): isSecureTextEntry = isSecure
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}

/// Text of several lines, which the person edits.
///
/// With an identifier, its selection and whether it can be edited are preserved, and its scroll
/// position; not its text (VIEW-5, VIEW-9).
@MainActor open class UITextView: UIScrollView {
    /// The text.
    open var text: String! = "" {
        didSet {
            if text == nil { text = "" }
            guard text != oldValue else { return }
            selection.fit(text)
            fitContent()
            noteChange()
        }
    }
    /// Whether the person can edit the text.
    open var isEditable = true
    /// Whether the text is a secret. Then nothing of the view is preserved (VIEW-11).
    open var isSecureTextEntry = false
    private var selection = TextSelection()
    package var selectionAnchor: Int?

    /// What is selected, in UTF-16 units.
    open var selectedRange: NSRange {
        get { selection.range(text) }
        set {
            selection.set(newValue, text)
            selectionAnchor = nil
            setNeedsDisplay()
            noteChange()
        }
    }

    open override var canBecomeFirstResponder: Bool { isEditable }
    open override var canBecomeFocused: Bool { true }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        let delegate = delegate as? any UITextViewDelegate
        guard isFirstResponder || delegate?.textViewShouldBeginEditing(self) ?? true else {
            return false
        }
        let wasFirst = isFirstResponder
        guard super.becomeFirstResponder() else { return false }
        if !wasFirst { delegate?.textViewDidBeginEditing(self) }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasFirst = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasFirst { (delegate as? any UITextViewDelegate)?.textViewDidEndEditing(self) }
        return true
    }

    /// The content is the text, wrapped to the view's width.
    open override func layoutSubviews() {
        super.layoutSubviews()
        fitContent()
    }

    /// How wide lines are.
    package var textWidth: CGFloat {
        max(0, bounds.width - InterfaceMetrics.current.scrollBarWidth)
    }

    private func fitContent() {
        // Headless, nobody knows how large text is.
        guard InterfaceMetrics.current.isDrawn else { return }
        let size = InterfaceMetrics.current.textSize(text, textWidth)
        contentSize = CGSize(width: bounds.width, height: size.height)
        clampOffset()
    }

    /// The text is the content, and where the screen has another size it has other lines.
    override var hasWholeContent: Bool { InterfaceMetrics.current.isDrawn && !text.isEmpty }

    override var isSecret: Bool { isSecureTextEntry }
    override var showsSecret: Bool { isSecureTextEntry && !text.isEmpty }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        selection.encode(with: coder, "UITextView.selectedRange")
        coder.encode(isEditable, forKey: "UITextView.isEditable")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        selection.decode(with: coder, "UITextView.selectedRange")
        if coder.containsValue(forKey: "UITextView.isEditable") {
            isEditable = coder.decodeBool(forKey: "UITextView.isEditable")
        }
    }

    open override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        selection.apply(text)
    }

    override func setStoryboardValue(_ value: StoryboardValue, forKey key: String) -> Bool {
        switch (key, value) {
        case ("text", .text(let text)): self.text = text
        case ("editable", .bool(let isEditable)): self.isEditable = isEditable
        default: return super.setStoryboardValue(value, forKey: key)
        }
        return true
    }
}

/// What is selected of a text.
private struct TextSelection {
    private var range: NSRange?
    /// What was saved, until the text is there that it is of.
    private var restored: NSRange?

    func range(_ text: String) -> NSRange {
        range ?? NSRange(location: text.utf16.count, length: 0)
    }

    mutating func set(_ new: NSRange, _ text: String) {
        restored = nil
        range = Self.isWithin(new, text) ? new : nil
    }

    /// The text has changed.
    mutating func fit(_ text: String) {
        if let range, !Self.isWithin(range, text) { self.range = nil }
    }

    func encode(with coder: NSCoder, _ key: String) {
        guard let range = restored ?? range else { return }
        coder.encode([range.location, range.length] as [Any], forKey: key)
    }

    mutating func decode(with coder: NSCoder, _ key: String) {
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: key) as? [Int]
        guard let numbers, numbers.count == 2 else { return }
        restored = NSRange(location: numbers[0], length: numbers[1])
    }

    /// One that lies outside of the text is ignored, not moved (T-62).
    mutating func apply(_ text: String) {
        guard let restored else { return }
        self.restored = nil
        if Self.isWithin(restored, text) { range = restored }
    }

    private static func isWithin(_ range: NSRange, _ text: String) -> Bool {
        range.location >= 0 && range.length >= 0
            && range.location <= text.utf16.count - range.length
    }
}

/// Hears of the editing of a text field.
@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether editing may begin. Yes by default.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Editing has begun.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Editing has ended.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Whether a change may be made. Yes by default.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// Whether the return key does anything. Yes by default.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// Yes.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Yes.
    public func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
    /// Yes.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// Hears of the editing of a text view, which has it as its `delegate`.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Whether editing may begin. Yes by default.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Editing has begun.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Editing has ended.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether a change may be made. Yes by default.
    func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool
    /// The person has changed the text.
    func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
    /// Yes.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Yes.
    public func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool { true }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
}
