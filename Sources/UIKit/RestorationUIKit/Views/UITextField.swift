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
    package var selection = TextSelection()
    /// Called when something else is selected.
    var didSelect: (() -> Void)?

    /// What is selected; the text's end where nothing is. In UTF-16 units, as ranges of `NSString`.
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
