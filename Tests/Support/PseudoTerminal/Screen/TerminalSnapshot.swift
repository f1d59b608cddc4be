/// What somebody in front of a terminal sees at one moment.
///
/// Two snapshots are equal when nobody could tell them apart: same size, same characters in the
/// same styles, and the cursor at the same place or hidden in both.
public struct TerminalSnapshot: Hashable, Sendable {
    /// The rows, from the top.
    public let rows: [TerminalRow]
    /// Where the cursor is shown; `nil` while it is hidden, since then nobody sees its place.
    public let cursor: TerminalPosition?

    /// The rows joined by newlines, without blanks at the end of a row and without blank rows at
    /// the end of the screen.
    public var text: String {
        let texts = rows.map(\.text)
        let last = texts.lastIndex { !$0.isEmpty }
        return texts[..<(last.map { $0 + 1 } ?? 0)].joined(separator: "\n")
    }

    /// The whole screen in a frame, for a person to look at.
    public var framed: String {
        let edge = String(repeating: "─", count: rows.first?.cells.count ?? 0)
        let lines = rows.map { "│\($0.paddedText)│" }
        return (["┌\(edge)┐"] + lines + ["└\(edge)┘"]).joined(separator: "\n")
    }
}

/// A place on a screen; both numbers count from 0 in the upper left corner.
public struct TerminalPosition: Hashable, Sendable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

extension TerminalPosition: CustomStringConvertible {
    /// The place in words, such as `row 2, column 5`, counting from 0.
    public var description: String { "row \(row), column \(column)" }
}

/// A mark that a program set in its output, with the screen as it was at that point.
///
/// A program writes `ESC ] 777 ; text BEL`. Terminals ignore it, and as it travels with the
/// output, the screen at that point is exactly what the program had drawn so far.
public struct TerminalMarker: Hashable, Sendable {
    /// The text after `777;`.
    public let text: String
    /// The screen, drawn up to the mark and no further.
    public let screen: TerminalSnapshot
}
