import CNcurses
import FoundationEssentials
import Glibc

/// The terminal on standard input and output: shows canvases, yields keys.
///
/// The only place that knows ncurses. Belongs to the main thread; a process has one.
public final class Terminal {
    /// Becomes readable when the window has changed its size; see ``updateSize()``.
    public let sizeDescriptor: Int32
    private lazy var palette = Palette(hasColors: ncurses_has_colors() != 0)

    /// Prepares to take over the terminal.
    ///
    /// - Throws: ``TerminalError/noTerminal``.
    public init() throws(TerminalError) {
        try Self.check()
        Self.useUTF8()
        sizeDescriptor = ncurses_watch_size()
    }

    /// Has the mouse's button and wheel, and pastes, come as keys. After ``start()``; a terminal
    /// without them has neither.
    public func enableMouseAndPaste() { ncurses_enable_mouse_and_paste() }

    /// Takes over the terminal, until ``stop()``. The program's signals have their handlers by
    /// then, or ncurses would give them its own, and lose a Ctrl-Z that comes while it draws.
    ///
    /// - Throws: ``TerminalError/unknownTerminal(name:)``; the terminal is then as it was.
    public func start() throws(TerminalError) {
        guard ncurses_start() == 0 else {
            throw .unknownTerminal(name: ProcessInfo.processInfo.environment["TERM"] ?? "")
        }
        ncurses_survive_crashes()
    }

    /// Makes sure that there is a terminal, without touching it.
    public static func check() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    }

    /// The size of the window.
    public var size: Size {
        Size(columns: Int(ncurses_columns()), rows: Int(ncurses_rows()))
    }

    /// Learns the window's new size.
    public func updateSize() { ncurses_update_size() }

    /// Gives the terminal back as it was. Harmless when it has been given back already.
    public func stop() { ncurses_stop() }

    /// Takes the terminal again after ``stop()``, e.g. when the process was stopped and goes on.
    public func resume() {
        ncurses_resume()
        ncurses_update_size()
    }

    /// Shows a canvas. When it returns, the terminal has been sent all of it.
    public func show(_ canvas: Canvas) {
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                guard let cell = canvas[Position(column: column, row: row)] else { continue }
                if cell.columns > 0 { put(cell, row: row, column: column) }
            }
        }
        let cursor = canvas.cursor
        ncurses_show(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0))
    }

    /// The next key, if one comes within that time; `nil` if none does, or if it is one
    /// that has no name here.
    ///
    /// - Parameter milliseconds: long enough for the rest of a character whose first byte is here.
    public func readKey(waiting milliseconds: Int32) -> KeyRead {
        let (kind, value) = read(milliseconds)
        switch kind {
        case Int32(NCURSES_SCALAR):
            let key = Unicode.Scalar(value).map(Self.key(for:)) ?? .unnamed
            return key == .key(.escape) ? readAfterEscape() : key
        case Int32(NCURSES_FUNCTION_KEY):
            if value == NCURSES_PASTE { return .key(.paste(readPaste())) }
            if Int32(value) == KEY_MOUSE { return readMouse() }
            // Not a key: ncurses leaves it for programs that do not watch the size themselves.
            if Int32(value) == KEY_RESIZE { return readKey(waiting: 0) }
            return Self.functionKeys[Int32(value)].map { .key($0) } ?? .unnamed
        default:
            return .none
        }
    }

    /// What a look for a key found.
    public enum KeyRead: Hashable, Sendable {
        /// No key is waiting.
        case none
        /// A key that has no name here.
        case unnamed
        case key(Key)
    }

    private static func key(for scalar: Unicode.Scalar) -> KeyRead {
        switch scalar {
        case "\r", "\n": .key(.enter)
        case "\t": .key(.tab)
        case "\u{1B}": .key(.escape)
        case "\u{7F}", "\u{08}": .key(.backspace)
        case "\u{01}"..."\u{1A}":
            Unicode.Scalar(scalar.value + 0x60).map { .key(.control($0)) } ?? .unnamed
        default:
            scalar.properties.generalCategory == .control ? .unnamed : .key(.character(scalar))
        }
    }

    /// Alt with a key comes as Escape and that key at once.
    private func readAfterEscape() -> KeyRead {
        let (kind, value) = read(0)
        guard kind != Int32(NCURSES_NOTHING) else { return .key(.escape) }
        return switch (kind, Unicode.Scalar(value)) {
        case (Int32(NCURSES_SCALAR), "b"): .key(.wordLeft)
        case (Int32(NCURSES_SCALAR), "f"): .key(.wordRight)
        default: .unnamed
        }
    }

    /// Reads until the terminal says that the paste is over, or nothing comes any more.
    private func readPaste() -> String {
        var text = String.UnicodeScalarView()
        while true {
            let (kind, value) = read(1000)
            switch kind {
            case Int32(NCURSES_SCALAR):
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            case Int32(NCURSES_FUNCTION_KEY) where value != NCURSES_PASTE_END:
                // What was pasted looks like a key.
                if Int32(value) == KEY_ENTER { text.append("\n") }
            default: return String(text)
            }
        }
    }

    private func readMouse() -> KeyRead {
        guard let event = mouseEvent() else { return .unnamed }
        let place = Position(column: Int(event.column), row: Int(event.row))
        return switch event.what {
        case Int32(NCURSES_PRESS): .key(.click(place))
        case Int32(NCURSES_WHEEL_UP): .key(.wheel(place, lines: -3))
        case Int32(NCURSES_WHEEL_DOWN): .key(.wheel(place, lines: 3))
        default: .unnamed
        }
    }

    private static let functionKeys: [Int32: Key] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
        KEY_HOME: .home, KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown,
        KEY_ENTER: .enter, KEY_BTAB: .backTab, KEY_BACKSPACE: .backspace, KEY_DC: .delete,
        KEY_SR: .shiftUp, KEY_SF: .shiftDown, KEY_SLEFT: .shiftLeft, KEY_SRIGHT: .shiftRight,
        KEY_SHOME: .shiftHome, KEY_SEND: .shiftEnd,
        Int32(NCURSES_WORD_LEFT): .wordLeft, Int32(NCURSES_WORD_RIGHT): .wordRight,
    ].merging((1...12).map { (KEY_F0 + $0, .function(Int($0))) }) { known, _ in known }

    private func put(_ cell: Canvas.Cell, row: Int, column: Int) {
        // Where ncurses counts other columns than the canvas did, everything behind the character
        // would shift: a replacement takes its place.
        let isAgreed = cell.text.unicodeScalars.first.map {
            ncurses_width($0.value) == cell.columns
        }
        let look = palette.look(of: cell.style)
        guard isAgreed == true else {
            put("\u{FFFD}", row: row, column: column, look: look)
            if cell.columns == 2 { put(" ", row: row, column: column + 1, look: look) }
            return
        }
        put(cell.text, row: row, column: column, look: look)
    }
}
