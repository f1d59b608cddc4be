/// The two character sets that a program can choose from, and the one in use (ISO 2022).
///
/// xterm's terminal description switches G0 between ASCII and line drawing; those of vt100, tmux
/// and screen put line drawing into G1 and switch with SO and SI.
struct CharacterSets: Hashable, Sendable {
    enum Slot: Hashable, Sendable { case g0, g1 }

    /// The slot that characters come from.
    var active = Slot.g0
    private var lineDrawing: Set<Slot> = []

    /// Puts a set into a slot; `0` names line drawing, and everything else stands for ASCII.
    mutating func designate(_ name: UInt8, as slot: Slot) {
        if name == UInt8(ascii: "0") {
            lineDrawing.insert(slot)
        } else {
            lineDrawing.remove(slot)
        }
    }

    /// The character that is shown for one that was received.
    func shown(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard lineDrawing.contains(active) else { return scalar }
        return Self.lineDrawingCharacters[scalar] ?? scalar
    }

    /// DEC Special Graphics, and the arrows and block that the descriptions of tmux and screen
    /// add to it (`acsc` in terminfo(5)).
    private static let lineDrawingCharacters: [Unicode.Scalar: Unicode.Scalar] = [
        "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴",
        "w": "┬", "x": "│", "o": "⎺", "p": "⎻", "r": "⎼", "s": "⎽", "`": "◆", "a": "▒", "f": "°",
        "g": "±", "y": "≤", "z": "≥", "{": "π", "|": "≠", "}": "£", "~": "·", "_": " ", "b": "␉",
        "c": "␌", "d": "␍", "e": "␊", "h": "␤", "i": "␋", "+": "→", ",": "←", "-": "↑", ".": "↓",
        "0": "▮",
    ]
}
