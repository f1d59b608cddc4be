/// A terminal as a value: it turns a program's output into the screen that the output draws.
///
/// It understands the output that the project's own programs send to an `xterm-256color`, and skips
/// everything else. Any bytes, split anywhere, give a screen, and always the same one.
///
/// ```swift
/// var screen = TerminalScreen(rows: 2, columns: 10)
/// screen.feed("one\r\n\u{1B}[1mtwo".utf8)
/// screen.text                       // "one\ntwo"
/// screen.cursor                     // row 1, column 3
/// ```
///
/// The width of a character is that of `wcwidth(3)` in a UTF-8 locale, which the programs on this
/// system assume, too.
///
/// Semantic source: ECMA-48, and xterm's `ctlseqs` where they differ.
public struct TerminalScreen: Hashable, Sendable {
    /// The position of the next character.
    ///
    /// After a character in the last column, the cursor stays there until the next character, which
    /// begins a row.
    public internal(set) var cursor = TerminalPosition(row: 0, column: 0)
    /// Whether the program shows the cursor.
    public internal(set) var isCursorVisible = true
    /// Whether the program uses the alternate screen, as full-screen programs do.
    public internal(set) var isAlternate = false
    /// Whether the program has set application mode for the arrow keys; see
    /// ``TerminalKey/bytes(usingApplicationForm:)``.
    public internal(set) var usesApplicationCursorKeys = false

    /// The visible screen, main or alternate.
    var grid: TerminalGrid
    /// The hidden screen, alternate or main.
    var hiddenGrid: TerminalGrid
    /// The main screen's saved cursor while the alternate screen is shown.
    var savedCursor = SavedCursor(
        position: TerminalPosition(row: 0, column: 0),
        isWrapPending: false,
        style: .plain
    )
    /// The current style.
    var style = TerminalStyle.plain
    /// Whether the last column was just written, so the next character begins a row.
    var isWrapPending = false

    private var parser = ControlFunctionParser()

    /// Creates a blank screen.
    ///
    /// - Parameters:
    ///   - rows: 1 to ``largestSize``.
    ///   - columns: 1 to ``largestSize``.
    public init(rows: Int = 24, columns: Int = 80) {
        Self.checkSize(rows, columns)
        grid = TerminalGrid(rows: rows, columns: columns)
        hiddenGrid = grid
    }

    /// The largest number of rows, and of columns.
    public static let largestSize = 1000

    /// The number of rows.
    public var rowCount: Int { grid.rows.count }
    /// The number of columns.
    public var columnCount: Int { grid.columns }
    /// The currently visible contents.
    public var snapshot: TerminalSnapshot {
        TerminalSnapshot(rows: grid.rows, cursor: isCursorVisible ? cursor : nil)
    }
    /// The text of the screen, as ``TerminalSnapshot/text``.
    public var text: String { snapshot.text }
}

extension TerminalScreen {
    /// Draws a piece of a program's output. A piece may end anywhere, even inside a character.
    ///
    /// - Returns: The marks that the piece completes, each with the screen up to it.
    @discardableResult
    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalMarker] {
        var marked: [TerminalMarker] = []
        var functions: [ControlFunction] = []
        for byte in bytes {
            parser.parse(byte, into: &functions)
            for function in functions {
                if let marker = perform(function) { marked.append(marker) }
            }
            functions.removeAll(keepingCapacity: true)
        }
        return marked
    }

    private mutating func perform(_ function: ControlFunction) -> TerminalMarker? {
        switch function {
        case .print(let scalar): print(scalar)
        case .control(let byte): performControl(byte)
        case .sequence(let sequence): performSequence(sequence)
        case .command(let bytes): return marker(in: bytes)
        }
        return nil
    }

    private mutating func marker(in command: [UInt8]) -> TerminalMarker? {
        let prefix = Array("777;".utf8)
        guard command.starts(with: prefix) else { return nil }
        let text = String(decoding: command.dropFirst(prefix.count), as: UTF8.self)
        return TerminalMarker(text: text, screen: snapshot)
    }
}

extension TerminalScreen {
    /// Changes the size, as a resized terminal window does.
    ///
    /// Rows are truncated or extended at the right, without wrapping. If the cursor would be below
    /// the last row, rows scroll off at the top.
    public mutating func resize(rows: Int, columns: Int) {
        Self.checkSize(rows, columns)
        let dropped = max(0, cursor.row - (rows - 1))
        grid.resize(rows: rows, columns: columns, droppingAtTop: dropped)
        hiddenGrid.resize(rows: rows, columns: columns, droppingAtTop: 0)
        move(toRow: cursor.row - dropped, column: cursor.column)
    }

    private static func checkSize(_ rows: Int, _ columns: Int) {
        precondition(
            (1...largestSize).contains(rows) && (1...largestSize).contains(columns),
            "A terminal has 1 to \(largestSize) rows and columns, not \(rows) and \(columns)"
        )
    }
}
