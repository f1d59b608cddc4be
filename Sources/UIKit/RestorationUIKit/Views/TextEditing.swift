package import Foundation

/// A view with editable text.
@MainActor package protocol TextEditing: UIView {
    /// The text, possibly empty.
    var editedText: String { get set }
    /// The selection, or an empty range at the cursor, in UTF-16 units.
    var selectedRange: NSRange { get set }
    /// The selection as it is saved.
    var selection: TextSelection { get set }
    /// Whether the text is a secret.
    var isSecureTextEntry: Bool { get }
    /// Whether the view and its delegate permit a change.
    func allowsChange(of range: NSRange, to text: String) -> Bool
    /// The user has changed the text.
    func didEdit()
}

extension TextEditing {
    /// The fixed end of the selection. `nil` means the beginning.
    package var selectionAnchor: Int? {
        get { selection.anchor }
        set { selection.anchor = newValue }
    }

    func select(_ range: NSRange) {
        selection.set(range, editedText)
        setNeedsDisplay()
        recordChange()
    }

    /// The cursor's position: the moving end of the selection.
    package var cursorPlace: Int {
        let range = selectedRange
        return selectionAnchor == range.upperBound ? range.location : range.upperBound
    }
}

extension UITextField: TextEditing {
    package var editedText: String {
        get { text ?? "" }
        set { text = newValue }
    }

    package func allowsChange(of range: NSRange, to text: String) -> Bool {
        guard isEnabled else { return false }
        return delegate?.textField(
            self,
            shouldChangeCharactersIn: range,
            replacementString: text
        ) ?? true
    }

    package func didEdit() { sendActions(for: .editingChanged) }
}

extension UITextView: TextEditing {
    package var editedText: String {
        get { text }
        set { text = newValue }
    }

    package func allowsChange(of range: NSRange, to text: String) -> Bool {
        guard isEditable else { return false }
        let delegate = delegate as? any UITextViewDelegate
        return delegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
    }

    package func didEdit() { (delegate as? any UITextViewDelegate)?.textViewDidChange(self) }
}

extension UISystem {
    /// Types text over the selection.
    public func type(_ text: String, into field: UITextField) { edit(field, typing: text) }

    /// Types text over the selection.
    public func type(_ text: String, into view: UITextView) { edit(view, typing: text) }

    package func edit(_ view: any TextEditing, typing text: String) {
        replace(view.selectedRange, of: view, by: text)
    }

    /// Replaces a range of the text, if the delegate permits, and puts the cursor after it.
    package func replace(_ range: NSRange, of view: any TextEditing, by text: String) {
        guard range.length > 0 || !text.isEmpty, view.allowsChange(of: range, to: text) else {
            return
        }
        let former = view.editedText
        guard let place = Range(range, in: former) else { return }
        view.editedText = former.replacingCharacters(in: place, with: text)
        view.selectedRange = NSRange(location: range.location + text.utf16.count, length: 0)
        view.didEdit()
    }
}
