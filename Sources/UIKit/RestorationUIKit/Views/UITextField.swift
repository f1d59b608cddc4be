public import Foundation
import RestorationStoryboards

/// An editable line of text.
///
/// With a restoration identifier, its selection is preserved. The program saves the text (VIEW-9).
@MainActor open class UITextField: UIControl {
    /// The delegate for editing.
    open weak var delegate: (any UITextFieldDelegate)?
    /// The text.
    open var text: String? {
        didSet {
            guard text != oldValue else { return }
            setNeedsDisplay()
            selection.fit(text ?? "")
            recordChange()
        }
    }
    /// The placeholder of the empty field.
    open var placeholder: String? { didSet { setNeedsDisplay() } }
    /// Whether the text is a secret. If so, none of the field is preserved (VIEW-11).
    open var isSecureTextEntry = false
    package var selection = TextSelection()
    /// Called when the selection changes.
    var didSelect: (() -> Void)?

    /// The selection in UTF-16 units, as in `NSString`. Default: empty, at the end of the text.
    open var selectedRange: NSRange {
        get { selection.range(editedText) }
        set {
            select(newValue)
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
    override var showsSecret: Bool { isSecureTextEntry && !editedText.isEmpty }

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
        // The program has set its own text by now.
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

/// The delegate for editing a text field.
@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether editing may begin. `true` by default.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Editing has begun.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// Editing has ended.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Whether to permit a change. `true` by default.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// Whether the return key acts. `true` by default.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    /// `true`.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// `true`.
    public func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
    /// `true`.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
