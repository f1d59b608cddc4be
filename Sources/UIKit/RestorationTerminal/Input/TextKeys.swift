import Foundation
import RestorationUIKit
import TerminalScreen

/// Keys of a text: typing, deleting, moving the cursor and selecting.
@MainActor struct TextKeys {
    private let system: UISystem
    private let view: any TextEditing

    init(_ view: any TextEditing, _ system: UISystem) {
        self.view = view
        self.system = system
    }

    private var range: NSRange { view.selectedRange }
    private var text: NSString { view.editedText as NSString }

    func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar): type(String(scalar))
        case .paste(let pasted): type(clean(pasted))
        case .enter:
            guard view is UITextView else { return false }
            type("\n")
        case .backspace: delete(before: true)
        case .delete: delete(before: false)
        case .left: move(to: range.length > 0 ? range.location : step(range.location, -1))
        case .right: move(to: range.length > 0 ? range.upperBound : step(range.upperBound, 1))
        case .shiftLeft: extend(to: step(view.cursorPlace, -1))
        case .shiftRight: extend(to: step(view.cursorPlace, 1))
        case .wordLeft: move(to: word(range.location, -1))
        case .wordRight: move(to: word(range.upperBound, 1))
        case .control("a"): select(NSRange(location: 0, length: text.length))
        case .control("e"), .end: move(to: lineEdge(1))
        case .home: move(to: lineEdge(-1))
        case .shiftHome: extend(to: lineEdge(-1))
        case .shiftEnd: extend(to: lineEdge(1))
        case .control("k"):
            let end = lineEdge(1)
            replace(NSRange(location: range.upperBound, length: max(0, end - range.upperBound)))
        case .control("u"):
            let start = lineEdge(-1)
            replace(NSRange(location: start, length: max(0, range.location - start)))
        case .control("w"):
            let start = word(range.location, -1)
            replace(NSRange(location: start, length: range.location - start))
        case .up, .down, .shiftUp, .shiftDown, .pageUp, .pageDown: return moveByLines(key)
        default: return false
        }
        return true
    }

    /// The offset of the text at a cell of the view.
    func place(at cell: Position) -> Int {
        if let field = view as? UITextField {
            let first = TextDrawing.firstColumn(of: field, columns: Cells.count(field.bounds.width))
            let layout = TextLayout(TextDrawing.shown(field), columns: .max)
            let column = cell.column + (field.isFocused ? first : 0)
            return min(layout.offset(at: Position(column: column, row: 0)), text.length)
        }
        guard let layout else { return 0 }
        let scrolled = Cells.count(view.scrolledTo.y)
        return layout.offset(at: Position(column: cell.column, row: cell.row + scrolled))
    }

    // MARK: Changing

    private func type(_ text: String) {
        system.edit(view, typing: text)
        showCursor()
    }

    /// A field has no line breaks, so they become spaces.
    private func clean(_ pasted: String) -> String {
        let text = pasted.cleanedPaste
        return view is UITextField ? text.replacingOccurrences(of: "\n", with: " ") : text
    }

    private func replace(_ range: NSRange) {
        system.replace(range, of: view, by: "")
        showCursor()
    }

    private func delete(before: Bool) {
        guard range.length == 0 else { return replace(range) }
        let other = step(range.location, before ? -1 : 1)
        let (from, to) = (min(range.location, other), max(range.location, other))
        replace(NSRange(location: from, length: to - from))
    }

    // MARK: Moving

    private func select(_ range: NSRange) {
        view.selectedRange = range
        showCursor()
    }

    func move(to place: Int) {
        select(NSRange(location: min(max(place, 0), text.length), length: 0))
    }

    private func extend(to place: Int) {
        let anchor = view.selectionAnchor ?? range.location
        let end = min(max(place, 0), text.length)
        view.selectedRange = NSRange(location: min(anchor, end), length: abs(end - anchor))
        view.selectionAnchor = anchor
        showCursor()
    }

    private func step(_ place: Int, _ direction: Int) -> Int {
        guard direction < 0 ? place > 0 : place < text.length else { return place }
        let index = direction < 0 ? place - 1 : place
        let character = text.rangeOfComposedCharacterSequence(at: index)
        return direction < 0 ? character.location : character.upperBound
    }

    private func word(_ place: Int, _ direction: Int) -> Int {
        func isLetter(_ place: Int) -> Bool {
            Unicode.Scalar(text.character(at: place)).map {
                CharacterSet.alphanumerics.contains($0)
            } ?? true
        }
        var place = place
        if direction < 0 {
            while place > 0, !isLetter(place - 1) { place -= 1 }
            while place > 0, isLetter(place - 1) { place -= 1 }
        } else {
            while place < text.length, !isLetter(place) { place += 1 }
            while place < text.length, isLetter(place) { place += 1 }
        }
        return place
    }

    private var layout: TextLayout? {
        guard let view = view as? UITextView else { return nil }
        return TextLayouts.shared.layout(of: view.text, columns: Cells.count(view.textWidth))
    }

    private func lineEdge(_ direction: Int) -> Int {
        guard let layout else { return direction < 0 ? 0 : text.length }
        let row = layout.position(of: view.cursorPlace).row
        return layout.offset(at: Position(column: direction < 0 ? 0 : .max / 2, row: row))
    }

    private func moveByLines(_ key: Key) -> Bool {
        guard let layout else { return false }
        let page = max(1, Cells.count(view.bounds.height) - 1)
        let cursor = layout.position(of: view.cursorPlace)
        let distance =
            switch key {
            case .up, .shiftUp: -1
            case .down, .shiftDown: 1
            case .pageUp: -page
            default: page
            }
        let row = cursor.row + distance
        let place =
            row < 0
            ? 0
            : row >= layout.lines.count
                ? text.length : layout.offset(at: Position(column: cursor.column, row: row))
        if key == .shiftUp || key == .shiftDown { extend(to: place) } else { move(to: place) }
        return true
    }

    /// Scrolls just far enough to show the cursor.
    func showCursor() {
        guard let view = view as? UITextView, view.isFirstResponder, let layout else { return }
        let row = layout.position(of: view.cursorPlace).row
        view.scrollRectToVisible(CGRect(x: 0, y: row, width: 1, height: 1), animated: false)
    }
}
