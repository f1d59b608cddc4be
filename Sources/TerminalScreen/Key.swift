/// One key press, as the terminal told it.
public enum Key: Hashable, Sendable {
    /// Typed text: one scalar, never a control character. A letter and the accent that combines
    /// with it arrive as two.
    case character(Unicode.Scalar)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab
    case backspace, delete
}
