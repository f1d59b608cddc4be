package import Foundation

/// A view whose text the person edits.
@MainActor package protocol TextEditing: UIView {
    /// The text; empty for none.
    var editedText: String { get set }
    /// What is selected, in UTF-16 units; where the person types where nothing is.
    var selectedRange: NSRange { get set }
    /// The selection in the form in which it is saved.
    var selection: TextSelection { get set }
    /// Whether nobody may read the text.
    var isSecureTextEntry: Bool { get }
    /// Whether a change may be made.
    func allowsChange(of range: NSRange, to text: String) -> Bool
    /// The person has changed the text.
    func didEdit()
}

extension TextEditing {
    /// The end of what is selected at which the person began to select; `nil` for its beginning.
    package var selectionAnchor: Int? {
        get { selection.anchor }
        set { selection.anchor = newValue }
    }

    func select(_ range: NSRange) {
        selection.set(range, editedText)
        setNeedsDisplay()
        noteChange()
    }

    /// Where the cursor stands: the end of the selection that moves.
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
    /// Types text in place of what is selected.
    public func type(_ text: String, into field: UITextField) { edit(field, typing: text) }

    /// Types text in place of what is selected.
    public func type(_ text: String, into view: UITextView) { edit(view, typing: text) }

    package func edit(_ view: any TextEditing, typing text: String) {
        replace(view.selectedRange, of: view, by: text)
    }

    /// Replaces a part of a text, unless the delegate is against that. The person goes on behind
    /// it.
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
