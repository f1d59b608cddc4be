/// One input event from the terminal.
public enum Key: Hashable, Sendable {
    /// Typed text: one scalar, never a control character. A letter and a combining accent arrive as
    /// two.
    case character(Unicode.Scalar)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab
    case backspace, delete
    /// Movement with Shift, which extends the selection.
    case shiftUp, shiftDown, shiftLeft, shiftRight, shiftHome, shiftEnd
    /// Left and right with Control, which move by a word.
    case wordLeft, wordRight
    /// A letter with Control, in lower case.
    case control(Unicode.Scalar)
    /// A function key, counted from 1.
    case function(Int)
    /// Pasted text, which may contain any character.
    case paste(String)
    /// A press of the first mouse button.
    case click(Position)
    /// A turn of the mouse wheel: lines down, or up if negative.
    case wheel(Position, lines: Int)
}
