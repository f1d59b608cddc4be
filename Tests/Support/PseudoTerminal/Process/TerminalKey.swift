/// A key press at a terminal, with an optional modifier.
public enum TerminalKey: Hashable, Sendable {
    case up, down, right, left, home, end
    case pageUp, pageDown
    case tab, backTab, enter, backspace
    /// The Escape key. Programs wait a moment after it, because an escape sequence begins with the
    /// same byte. Send the next key only after its effect is visible.
    case escape
    /// A function key, 1 to 12.
    case function(Int)
    /// A character typed with Ctrl: a letter, a space, or one of `@ [ \ ] ^ _ ?`.
    case control(Unicode.Scalar)

    /// The bytes that xterm sends for the key.
    ///
    /// Semantic source: xterm's `ctlseqs`, and the `k…` capabilities of `xterm-256color`.
    ///
    /// - Parameter usingApplicationForm: Whether the program has switched the arrow keys, Home and
    ///   End to application mode (DECCKM), as ncurses does for `keypad`.
    public func bytes(usingApplicationForm: Bool) -> [UInt8] {
        let introducer = usingApplicationForm ? "\u{1B}O" : "\u{1B}["
        let text =
            switch self {
            case .up: introducer + "A"
            case .down: introducer + "B"
            case .right: introducer + "C"
            case .left: introducer + "D"
            case .end: introducer + "F"
            case .home: introducer + "H"
            case .pageUp: "\u{1B}[5~"
            case .pageDown: "\u{1B}[6~"
            case .tab: "\t"
            case .backTab: "\u{1B}[Z"
            case .enter: "\r"
            case .backspace: "\u{7F}"
            case .escape: "\u{1B}"
            case .function(let number): Self.functionKey(number)
            case .control(let scalar): Self.controlCharacter(scalar)
            }
        return Array(text.utf8)
    }

    private static func functionKey(_ number: Int) -> String {
        precondition(
            (1...12).contains(number),
            "There is no function key F\(number), only F1 to F12"
        )
        if number <= 4 { return "\u{1B}O" + ["P", "Q", "R", "S"][number - 1] }
        // The numbers have the same gaps as the VT220's keyboard.
        return "\u{1B}[\([15, 17, 18, 19, 20, 21, 23, 24][number - 5])~"
    }

    private static func controlCharacter(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "@"..."_", "a"..."z": return String(Unicode.Scalar(UInt8(scalar.value & 0x1F)))
        case " ": return "\0"
        case "?": return "\u{7F}"
        default: preconditionFailure("No terminal has a character for Ctrl with '\(scalar)'")
        }
    }
}
