public import Foundation
import RestorationStoryboards

/// Editable text of several lines.
///
/// With a restoration identifier, its selection, editability and scroll position are preserved. The
/// program saves the text (VIEW-5, VIEW-9).
@MainActor open class UITextView: UIScrollView {
    /// The text.
    open var text: String! = "" {
        didSet {
            if text == nil { text = "" }
            guard text != oldValue else { return }
            selection.fit(text)
            moveAnchor(from: oldValue ?? "")
            fitContent()
            recordChange()
        }
    }
    /// Whether the user can edit the text.
    open var isEditable = true
    /// Whether the text is a secret. If so, none of the view is preserved (VIEW-11).
    open var isSecureTextEntry = false
    package var selection = TextSelection()

    /// The selection, in UTF-16 units.
    open var selectedRange: NSRange {
        get { selection.range(editedText) }
        set {
            select(newValue)
            cursorDidMove()
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

    /// The width of lines.
    package var textWidth: CGFloat {
        max(0, bounds.width - InterfaceMetrics.current.scrollBarWidth)
    }

    private func fitContent() {
        // Headless, the size of text is unknown.
        guard InterfaceMetrics.current.isDrawn else { return }
        let size = InterfaceMetrics.current.textSize(text, textWidth)
        contentSize = CGSize(width: bounds.width, height: size.height)
        settle()
    }

    /// The first visible character after the last scroll. That character stays at the top when the
    /// text is wrapped anew.
    private var firstCharacter = 0

    private func line(of character: Int, in text: String) -> CGRect {
        InterfaceMetrics.current.textLine(text, textWidth, character)
    }

    override var anchorPoint: CGPoint { line(of: firstCharacter, in: text).origin }

    override func moveAnchor(to offset: CGPoint) {
        firstCharacter = InterfaceMetrics.current.firstCharacter(text, textWidth, offset.y)
    }

    /// Stays at the same line when the text changes, unless the restored position is beyond the
    /// former text.
    private func moveAnchor(from former: String) {
        guard firstCharacter > 0, firstCharacter <= former.utf16.count else { return }
        moveAnchor(to: line(of: firstCharacter, in: former).origin)
    }

    override var cursorFrame: CGRect? {
        isFocused && isEditable ? line(of: cursorPlace, in: text) : nil
    }

    override var isSecret: Bool { isSecureTextEntry }
    override var showsSecret: Bool { isSecureTextEntry && !editedText.isEmpty }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        selection.encode(with: coder, "UITextView.selectedRange")
        coder.encode(isEditable, forKey: "UITextView.isEditable")
        coder.encode(firstCharacter, forKey: "UITextView.firstCharacter")
        coder.encode(distance, forKey: "UITextView.distance")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        selection.decode(with: coder, "UITextView.selectedRange")
        if coder.containsValue(forKey: "UITextView.isEditable") {
            isEditable = coder.decodeBool(forKey: "UITextView.isEditable")
        }
        guard coder.containsValue(forKey: "UITextView.firstCharacter") else { return }
        firstCharacter = coder.decodeInteger(forKey: "UITextView.firstCharacter")
        pendingDistance = coder.decodeCGPoint(forKey: "UITextView.distance")
    }
    private var pendingDistance: CGPoint?

    /// The saved offset counts lines that may have had another width.
    override func restorePlace(_ offset: CGPoint) {
        guard InterfaceMetrics.current.isDrawn, let distance = pendingDistance else {
            return super.restorePlace(offset)
        }
        let line = anchorPoint
        super.restorePlace(CGPoint(x: line.x + distance.x, y: line.y + distance.y))
    }

    open override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        selection.apply(text)
        settle()
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

/// The delegate for editing, set as the text view's `delegate`.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Whether editing may begin. `true` by default.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Editing has begun.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Editing has ended.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether to permit a change. `true` by default.
    func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool
    /// The user has changed the text.
    func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
    /// `true`.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// `true`.
    public func textView(
        _ textView: UITextView,
        shouldChangeTextIn range: NSRange,
        replacementText text: String
    ) -> Bool { true }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
}
