import CTerminal
import FoundationEssentials
import Glibc

/// The terminal on standard input and output: shows canvases and reads keys.
///
/// Output never blocks: ``flush()`` sends the rest later. Use it on the main thread only, one
/// instance per process.
public final class Terminal {
    /// A descriptor that becomes readable after a resize or SIGCONT; see ``takeEvents()``. It
    /// changes if other code closes it.
    public var eventDescriptor: Int32 { terminal_watch() }
    private var description: TerminalDescription?
    private var reader = KeyReader(keys: [:])
    /// The canvas that the terminal shows once all output is sent, or `nil` if unknown.
    private var shown: Canvas?
    private var unsent: ArraySlice<UInt8> = []
    /// Whether the bytes that take over the screen are in the output.
    private var isEntered = false
    /// Whether the program may use the terminal: between ``start()`` and ``stop()``, while its
    /// process group is in the foreground.
    public private(set) var isAcquired = false

    /// Checks the terminal and prepares for its use.
    ///
    /// - Throws: ``TerminalError/noTerminal``.
    public init() throws(TerminalError) {
        try Self.check()
        Self.useUTF8()
        _ = eventDescriptor
    }

    /// Checks that standard input and output are a terminal, without changing it.
    public static func check() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    }

    /// Takes over the terminal until ``stop()``. Install the program's signal handlers first: all
    /// other signals that end the process then release the terminal.
    ///
    /// - Throws: ``TerminalError/unknownTerminal(name:)``. The terminal is then unchanged.
    public func start() throws(TerminalError) {
        guard let description = TerminalDescription(), terminal_acquire() == 0 else {
            throw .unknownTerminal(name: ProcessInfo.processInfo.environment["TERM"] ?? "")
        }
        self.description = description
        reader = KeyReader(keys: description.keys)
        atexit { terminal_release(500) }
        begin()
    }

    private func begin() {
        isAcquired = true
        shown = nil
        isEntered = false
        updateSize()
        unsent = []
    }

    /// Restores the terminal as it was. Does nothing if it is restored already. Waits at most half
    /// a second for a terminal that accepts no output.
    public func stop() {
        // A truncated frame could end within a sequence.
        _ = flush()
        isAcquired = false
        unsent = []
        terminal_release(500)
    }

    /// Takes over the terminal again after ``stop()`` or SIGCONT.
    ///
    /// - Returns: Whether the process is in the foreground. In the background, setting modes would
    ///   stop the process.
    public func resume() -> Bool {
        _ = takeEvents()
        guard terminal_is_in_foreground() == 1 else {
            terminal_disown()
            (isAcquired, unsent) = (false, [])
            return false
        }
        terminal_reacquire()
        begin()
        return true
    }

    /// Events of the window and the process.
    public struct Events: Hashable, Sendable {
        /// Whether the window may have another size.
        public let isResized: Bool
        /// Whether the process was stopped and continued.
        public let isContinued: Bool
    }

    /// The events since the last call.
    public func takeEvents() -> Events {
        let events = terminal_take_events()
        return Events(
            isResized: events & Int32(TERMINAL_RESIZED) != 0,
            isContinued: events & Int32(TERMINAL_CONTINUED) != 0
        )
    }

    // MARK: Output

    /// The size of the window at the last ``updateSize()``.
    public private(set) var size = Terminal.windowSize

    /// Reads the window's size. The next canvas is drawn in full, because a resize may change the
    /// screen.
    public func updateSize() {
        size = Self.windowSize
        shown = nil
        if let description { setResetBytes(description.resetBytes(rows: size.rows)) }
    }

    /// A descriptor that becomes writable when ``flush()`` can continue. It changes if other code
    /// closes it.
    public var outputDescriptor: Int32 { terminal_output() }

    /// Whether output waits for the terminal. Show the next canvas when this is `false`.
    public var isBusy: Bool { !unsent.isEmpty }

    /// Queues a canvas for output.
    ///
    /// - Parameters:
    ///   - canvas: The new contents of the screen.
    ///   - mark: Characters to send after the canvas.
    public func show(_ canvas: Canvas, mark: String = "") {
        guard let description, isAcquired else { return }
        if !isEntered { unsent += description.enter }
        isEntered = true
        if canvas != shown {
            unsent += ScreenEncoder.bytes(showing: canvas, after: shown, on: description)
        }
        unsent += mark.utf8
        shown = canvas
    }

    /// Sends queued output without blocking.
    ///
    /// - Returns: `false` if the terminal has hung up.
    public func flush() -> Bool {
        while isAcquired, !unsent.isEmpty {
            guard let count = writePart(of: unsent) else { return false }
            if count == 0 { return true }
            unsent = unsent.dropFirst(count)
        }
        return true
    }

    // MARK: Input

    /// The keys typed since the last call, or `nil` if the terminal has hung up.
    public func readKeys() -> [KeyRead]? {
        readBytes().map { reader.read($0, at: .now) }
    }

    /// The time at which silence completes a pending key such as Escape, which also begins other
    /// keys. `nil` if no key is pending.
    public var silenceDeadline: ContinuousClock.Instant? { reader.deadline }

    /// The keys typed or completed by silence, or `nil` if the terminal has hung up.
    public func readKeysAfterSilence() -> [KeyRead]? {
        guard let bytes = readBytes() else { return nil }
        return bytes.isEmpty ? reader.readSilence(at: .now) : reader.read(bytes, at: .now)
    }
}
