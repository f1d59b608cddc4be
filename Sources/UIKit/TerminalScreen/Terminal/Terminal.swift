import CTerminal
import FoundationEssentials
import Glibc

/// The terminal on standard input and output: shows canvases, yields keys.
///
/// It never waits for the other side: what the terminal does not take yet is sent later, by
/// ``flush()``. Belongs to the main thread; a process has one.
public final class Terminal {
    /// Becomes readable when the window has changed its size or the process goes on after it was
    /// stopped; see ``takeEvents()``. It is another one after other code has closed it.
    public var eventDescriptor: Int32 { terminal_watch() }
    private var description: TerminalDescription?
    private var reader = KeyReader(keys: [:])
    /// What the terminal shows when it has been sent all; `nil` if anything may stand there.
    private var shown: Canvas?
    /// What it has not been sent yet.
    private var unsent: ArraySlice<UInt8> = []
    /// Whether the next canvas needs not begin with what takes over the screen.
    private var isEntered = false
    /// Whether the program may use the terminal now: not before ``start()``, after ``stop()``, and
    /// while another process group has it.
    public private(set) var isTaken = false

    /// Prepares to take over the terminal.
    ///
    /// - Throws: ``TerminalError/noTerminal``.
    public init() throws(TerminalError) {
        try Self.check()
        Self.useUTF8()
        _ = eventDescriptor
    }

    /// Makes sure that there is a terminal, without touching it.
    public static func check() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    }

    /// Takes over the terminal, until ``stop()``. The program's signals have their handlers by
    /// then: all others that end the process give the terminal back before.
    ///
    /// - Throws: ``TerminalError/unknownTerminal(name:)``; the terminal is then as it was.
    public func start() throws(TerminalError) {
        guard let description = TerminalDescription(), terminal_take() == 0 else {
            throw .unknownTerminal(name: ProcessInfo.processInfo.environment["TERM"] ?? "")
        }
        self.description = description
        reader = KeyReader(keys: description.keys)
        atexit { terminal_give_back(500) }
        begin()
    }

    private func begin() {
        isTaken = true
        shown = nil
        isEntered = false
        updateSize()
        unsent = []
    }

    /// Gives the terminal back as it was. Harmless when it has been given back already. A terminal
    /// that takes no output is waited for half a second.
    public func stop() {
        // A frame that is cut off could end within a sequence.
        _ = flush()
        isTaken = false
        unsent = []
        terminal_give_back(500)
    }

    /// Takes the terminal again after ``stop()``, or after the process was stopped and goes on.
    ///
    /// - Returns: Whether the process has it. Else another one is in the foreground; to set modes
    ///   then would stop this one.
    public func resume() -> Bool {
        _ = takeEvents()
        guard terminal_is_in_foreground() == 1 else {
            terminal_leave_to_others()
            (isTaken, unsent) = (false, [])
            return false
        }
        terminal_retake()
        begin()
        return true
    }

    /// What has happened to the window and the process.
    public struct Events: Hashable, Sendable {
        /// The window may have another size.
        public let isResized: Bool
        /// The process was stopped, and goes on.
        public let isContinued: Bool
    }

    /// What has happened since the last call.
    public func takeEvents() -> Events {
        let events = terminal_take_events()
        return Events(
            isResized: events & Int32(TERMINAL_RESIZED) != 0,
            isContinued: events & Int32(TERMINAL_CONTINUED) != 0
        )
    }

    // MARK: Output

    /// The size of the window, as ``updateSize()`` found it.
    public private(set) var size = Terminal.windowSize

    /// Learns the window's size. What it shows is drawn anew, since nobody knows what becomes of
    /// it.
    public func updateSize() {
        size = Self.windowSize
        shown = nil
        if let description { setFarewell(description.farewell(rows: size.rows)) }
    }

    /// Becomes writable when ``flush()`` can go on. It is another one after other code has closed
    /// it.
    public var outputDescriptor: Int32 { terminal_output() }

    /// Whether the terminal has not taken all yet. A canvas waits until it has.
    public var isBusy: Bool { !unsent.isEmpty }

    /// Shows a canvas, as soon as the terminal takes it.
    ///
    /// - Parameters:
    ///   - canvas: The cells that the terminal shows from then on.
    ///   - mark: Characters to send after the canvas.
    public func show(_ canvas: Canvas, mark: String = "") {
        guard let description, isTaken else { return }
        if !isEntered { unsent += description.enter }
        isEntered = true
        if canvas != shown {
            unsent += ScreenEncoder.bytes(showing: canvas, after: shown, on: description)
        }
        unsent += mark.utf8
        shown = canvas
    }

    /// Sends what the terminal takes.
    ///
    /// - Returns: Whether the terminal is still there.
    public func flush() -> Bool {
        while isTaken, !unsent.isEmpty {
            guard let count = writePart(of: unsent) else { return false }
            if count == 0 { return true }
            unsent = unsent.dropFirst(count)
        }
        return true
    }

    // MARK: Input

    /// The keys that have come; `nil` if the terminal is gone.
    public func readKeys() -> [KeyRead]? {
        readBytes().map { reader.read($0, at: .now) }
    }

    /// When a silence says what came last, such as the key Escape, with which other keys begin;
    /// `nil` if nothing waits for that.
    public var silenceDeadline: ContinuousClock.Instant? { reader.deadline }

    /// The keys that have come, or that a silence has ended; `nil` if the terminal is gone.
    public func readKeysAfterSilence() -> [KeyRead]? {
        guard let bytes = readBytes() else { return nil }
        return bytes.isEmpty ? reader.readSilence(at: .now) : reader.read(bytes, at: .now)
    }
}
