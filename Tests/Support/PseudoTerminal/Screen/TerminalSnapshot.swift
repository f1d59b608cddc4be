/// The visible contents of a terminal at one moment.
///
/// Two snapshots are equal if they look the same: same size, same characters in the same styles,
/// and the cursor at the same position or hidden in both.
public struct TerminalSnapshot: Hashable, Sendable {
    /// The rows, from the top.
    public let rows: [TerminalRow]
    /// The cursor's position; `nil` while it is hidden.
    public let cursor: TerminalPosition?

    /// The rows joined by newlines, without trailing blanks in a row or trailing blank rows.
    public var text: String {
        let texts = rows.map(\.text)
        let last = texts.lastIndex { !$0.isEmpty }
        return texts[..<(last.map { $0 + 1 } ?? 0)].joined(separator: "\n")
    }

    /// The whole screen in a frame, for messages.
    public var framed: String {
        let edge = String(repeating: "─", count: rows.first?.cells.count ?? 0)
        let lines = rows.map { "│\($0.paddedText)│" }
        return (["┌\(edge)┐"] + lines + ["└\(edge)┘"]).joined(separator: "\n")
    }
}

/// A position on a screen; row and column count from 0 in the upper left corner.
public struct TerminalPosition: Hashable, Sendable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

extension TerminalPosition: CustomStringConvertible {
    /// A description of the position, such as `row 2, column 5`.
    public var description: String { "row \(row), column \(column)" }
}

/// A mark that a program set in its output, with the screen at that point.
///
/// A program writes `ESC ] 777 ; text BEL`, which terminals ignore. The mark travels with the
/// output, so its screen shows exactly the output before it.
public struct TerminalMarker: Hashable, Sendable {
    /// The text after `777;`.
    public let text: String
    /// The screen, drawn up to the mark and no further.
    public let screen: TerminalSnapshot
}
