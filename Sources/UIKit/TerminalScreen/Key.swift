/// One key press, as the terminal told it.
public enum Key: Hashable, Sendable {
    /// Typed text: one scalar, never a control character. A letter and the accent that combines
    /// with it arrive as two.
    case character(Unicode.Scalar)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab
    case backspace, delete
    /// The same with Shift, which selects text.
    case shiftUp, shiftDown, shiftLeft, shiftRight, shiftHome, shiftEnd
    /// Left and right with Control: by a word.
    case wordLeft, wordRight
    /// A letter with Control, in lower case.
    case control(Unicode.Scalar)
    /// A function key, counted from 1.
    case function(Int)
    /// Text that was pasted; anything may be in it.
    case paste(String)
    /// The first button of the mouse was pressed there.
    case click(Position)
    /// The wheel of the mouse was turned there: lines down, or up if negative.
    case wheel(Position, lines: Int)
}
