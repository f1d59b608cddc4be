import RestorationPluginKit

/// A key press that the editor handles.
enum EditorKey: Hashable {
    case text(String)
    /// Text of any length, without control characters except line feeds.
    case paste(String)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
}

enum EditorOutcome {
    case ignored, handled, leave
}

extension PetEditor {
    func handle(_ key: EditorKey, in size: EditorSize) -> EditorOutcome {
        switch key {
        case .escape: return .leave
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        default:
            switch focus {
            case .name: edit(&name, key)
            case .age: edit(&age, key)
            case .story: editStory(key, in: size)
            case .save, .cancel: return press(key)
            }
        }
        invalidateRestorableState()
        return .handled
    }

    private func moveFocus(by distance: Int) {
        let all = Focus.allCases
        let index = all.firstIndex(of: focus) ?? 0
        focus = all[(index + distance + all.count) % all.count]
    }

    /// A field of one line: Up, Down and Enter move the focus.
    private func edit(_ buffer: inout TextBuffer, _ key: EditorKey) {
        switch key {
        case .up: moveFocus(by: -1)
        case .down, .enter: moveFocus(by: 1)
        case .paste(let text):
            buffer.insertBeginning(of: String(text.map { $0 == "\n" ? " " : $0 }))
        case .home: buffer.move(to: 0)
        case .end: buffer.move(to: buffer.text.utf8.count)
        default: edit(text: &buffer, key)
        }
    }

    private func edit(text buffer: inout TextBuffer, _ key: EditorKey) {
        switch key {
        case .text(let typed): buffer.insert(typed)
        case .backspace: buffer.deleteBackward()
        case .delete: buffer.deleteForward()
        case .left: buffer.moveLeft()
        case .right: buffer.moveRight()
        default: break
        }
    }

    /// A field of several rows: Up in the first and Down in the last move the focus.
    private func editStory(_ key: EditorKey, in size: EditorSize) {
        let places = EditorPlaces(size, focus: focus)
        let layout = storyLayout(places)
        let row = layout.row(holding: story.cursor)
        func move(by rows: Int) {
            let column = layout.column(of: story.cursor)
            story.move(to: layout.offset(inRow: row + rows, column: column))
        }
        switch key {
        case .enter: story.insert("\n")
        case .paste(let text): story.insertBeginning(of: text)
        case .up: row == 0 ? moveFocus(by: -1) : move(by: -1)
        case .down: row == layout.rows.count - 1 ? moveFocus(by: 1) : move(by: 1)
        case .pageUp: move(by: -places.storyRows)
        case .pageDown: move(by: places.storyRows)
        case .home: story.move(to: layout.rows[row].start)
        case .end: story.move(to: layout.offset(inRow: row, column: .max))
        default: edit(text: &story, key)
        }
        storyTop = firstStoryRow(of: storyLayout(places), places).start
    }

    private func press(_ key: EditorKey) -> EditorOutcome {
        switch key {
        case .left, .up: moveFocus(by: -1)
        case .right, .down: moveFocus(by: 1)
        case .paste: return .handled
        case .enter, .text(" "): return focus == .save ? save() : .leave
        default: return .ignored
        }
        invalidateRestorableState()
        return .handled
    }

    /// Passes the corrections to Pet Finder, which preserves the current state first.
    private func save() -> EditorOutcome {
        guard nameProblem == nil else { return show(.name) }
        guard ageProblem == nil, let years = Int(age.text) else { return show(.age) }
        let isKept = Pets.correct(pet, name: name.text, age: years, story: story.text)
        return isKept ? .leave : .handled
    }

    private func show(_ field: Focus) -> EditorOutcome {
        focus = field
        invalidateRestorableState()
        return .handled
    }
}
