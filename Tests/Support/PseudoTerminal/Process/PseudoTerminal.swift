internal import CPseudoTerminal
internal import Glibc

/// A program running on its own terminal, with the screen that a person would see.
///
/// ```swift
/// let terminal = try PseudoTerminal(running: TerminalProgram("/usr/bin/petfinder"))
/// try terminal.waitForText("Matches")
/// try terminal.send(.tab)
/// try terminal.waitUntil("the second tab is open") { $0.text.contains("No matches yet") }
/// terminal.signal(SIGKILL)
/// try terminal.waitForExit()               // .signaled(9)
/// ```
///
/// Every wait reads the program's output and its reports together, so neither blocks the program
/// while the caller waits for the other. Output is read only during calls: ``screen`` shows the
/// output that had arrived when the last call returned.
///
/// On deinit, the program is killed and reaped. The kernel then sends SIGHUP to the programs that
/// it started, as when a terminal window is closed.
///
/// Not `Sendable`: each terminal belongs to one thread. Several terminals can run side by side.
public final class PseudoTerminal {
    /// The program on this terminal.
    public let program: TerminalProgram
    /// The program's process id, which is also its session id and its first process group.
    public let processIdentifier: Int32
    /// The screen as the program has drawn it so far.
    public private(set) var screen: TerminalScreen
    /// The program's exit status. `nil` until a wait has seen the program end.
    public private(set) var status: ExitStatus?

    private let terminal: Descriptor
    private let process: Descriptor
    /// Whether every process has closed the other side of the terminal.
    private(set) var isTerminalClosed = false
    private var reportPipes: [ReportPipe]
    private var markers: [TerminalMarker] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The program to run.
    ///   - rows: 1 to ``TerminalScreen/largestSize``.
    ///   - columns: 1 to ``TerminalScreen/largestSize``.
    /// - Throws: ``PseudoTerminalError/callFailed(_:errno:program:)`` if it cannot be executed.
    public init(
        running program: TerminalProgram,
        rows: Int = 24,
        columns: Int = 80
    ) throws(PseudoTerminalError) {
        self.program = program
        screen = TerminalScreen(rows: rows, columns: columns)
        let started = try StartedProgram(program, rows: rows, columns: columns)
        processIdentifier = started.processIdentifier
        process = started.process
        terminal = started.terminal
        reportPipes = started.reportPipes
    }

    deinit {
        guard status == nil else { return }
        signal(SIGKILL)
        _ = pseudo_terminal_reap(processIdentifier, true)
    }
}

// Input.
extension PseudoTerminal {
    /// Writes bytes to the program's input, waiting until the terminal has accepted all of them.
    ///
    /// - Throws: ``PseudoTerminalError`` if the program does not make room within the limit, ends,
    ///   or closes its terminal.
    public func send(
        bytes: [UInt8],
        within limit: Duration = standardLimit
    ) throws(PseudoTerminalError) {
        var rest = bytes[...]
        try wait(
            for: "the program to read its input",
            within: limit,
            writing: true,
            unless: { isTerminalClosed }
        ) { () -> Void? in
            // The kernel accepts input even when no process is left to read it.
            guard status == nil, !isTerminalClosed else { return nil }
            if case .done(let count) = terminal.write(rest) { rest = rest.dropFirst(count) }
            return rest.isEmpty ? () : nil
        }
    }

    /// Sends a signal to the program alone. Does nothing once the program has ended.
    ///
    /// To test SIGTSTP, start the program through a shell with job control: the kernel does not
    /// stop a process that no other process in its session could continue.
    public func signal(_ number: Int32) {
        // Until the status is reaped, the kernel does not reuse the process id.
        guard status == nil else { return }
        kill(processIdentifier, number)
    }

    /// The foreground process group: the program's, or that of the last job that a shell with job
    /// control started. `nil` once the program has ended.
    public var foregroundGroup: Int32? {
        let group = tcgetpgrp(terminal.number)
        return status == nil && group > 0 ? group : nil
    }

    /// Sends a signal to the foreground process group, as keys like Ctrl-C do.
    public func signalForeground(_ number: Int32) {
        if let foregroundGroup { kill(-foregroundGroup, number) }
    }

    /// Closes the terminal, like a lost connection. The program gets SIGHUP and can no longer read
    /// or write.
    public func hangUp() {
        isTerminalClosed = true
        terminal.close()
    }

    /// Changes the size of the terminal; the program gets SIGWINCH.
    public func resize(rows: Int, columns: Int) throws(PseudoTerminalError) {
        // Output written for the old size is drawn at the old size.
        absorb(until: .now)
        screen.resize(rows: rows, columns: columns)
        let error = pseudo_terminal_resize(terminal.number, UInt16(rows), UInt16(columns))
        guard error == 0 else {
            throw .callFailed("ioctl", errno: error, program: program.path)
        }
    }
}

// Output.
extension PseudoTerminal {
    /// The default limit of every wait.
    ///
    /// A successful wait returns at once, so this limit only delays the report of a failure.
    public static let standardLimit = Duration.seconds(30)

    /// Reads output and reports until `take` returns a value.
    ///
    /// Calls `take` at once, and again after each read.
    ///
    /// - Parameter isClosed: Whether the program has closed the descriptor that would deliver the
    ///   value.
    @discardableResult
    func wait<Value>(
        for purpose: String,
        within limit: Duration,
        writing: Bool = false,
        unless isClosed: () -> Bool = { false },
        _ take: () -> Value?
    ) throws(PseudoTerminalError) -> Value {
        let deadline = ContinuousClock.now + limit
        absorb(until: .now)
        while true {
            if let value = take() { return value }
            if let status { throw ended(status, purpose) }
            if isClosed() { throw closed(purpose) }
            guard .now < deadline else {
                throw .timedOut(
                    waitingFor: purpose,
                    limit: limit,
                    program: program.path,
                    screen: screen.snapshot
                )
            }
            absorb(until: deadline, writing: writing)
        }
    }

    private func ended(_ status: ExitStatus, _ purpose: String) -> PseudoTerminalError {
        .ended(
            waitingFor: purpose,
            status: status,
            program: program.path,
            screen: screen.snapshot
        )
    }

    /// Creates the error for a wait on a closed descriptor.
    ///
    /// A program that exits closes its descriptors a moment earlier. Waiting up to a second for the
    /// exit makes the error independent of timing.
    private func closed(_ purpose: String) -> PseudoTerminalError {
        let deadline = ContinuousClock.now + .seconds(1)
        while status == nil, .now < deadline { absorb(until: deadline) }
        if let status { return ended(status, purpose) }
        return .closed(waitingFor: purpose, program: program.path, screen: screen.snapshot)
    }

    /// Waits for a descriptor to become ready, then reads all available data. The order matters:
    ///
    /// 1. The exit status is polled first, so the reads that follow get the rest of the output.
    /// 2. Reports are read before the screen, so the screen shows at least the output that the
    ///    program drew before it reported.
    func absorb(until deadline: ContinuousClock.Instant, writing: Bool = false) {
        var reading = reportPipes.compactMap(\.reading)
        if status == nil { reading.append(process) }
        if !isTerminalClosed { reading.append(terminal) }
        poll(reading: reading, writing: writing ? [terminal] : [], until: deadline)

        let end = status == nil ? pseudo_terminal_reap(processIdentifier, false) : nil
        for index in reportPipes.indices { reportPipes[index].absorb() }
        absorbOutput()
        if let end, end.has_ended {
            status = end.signal == 0 ? .exited(end.code) : .signaled(end.signal)
        }
    }

    /// The most output that one pass reads, in bytes.
    ///
    /// The kernel buffers less than this for a reader, so one pass reads all output written before
    /// the call. The limit stops a pass when the program writes without end.
    private static let mostOutputUnderWay = 1 << 17

    private func absorbOutput() {
        var count = 0
        while !isTerminalClosed, count < Self.mostOutputUnderWay {
            switch terminal.read() {
            case .done(let bytes):
                markers += screen.feed(bytes)
                count += bytes.count
            case .notYet: return
            case .over: isTerminalClosed = true
            }
        }
    }

    func takeMarker() -> TerminalMarker? { markers.isEmpty ? nil : markers.removeFirst() }

    /// Calls `body` with the pipe that the program has as descriptor `number`.
    func withReportPipe<Result>(_ number: Int32, _ body: (inout ReportPipe) -> Result) -> Result {
        guard let index = reportPipes.firstIndex(where: { $0.childNumber == number }) else {
            preconditionFailure("The program was started without a report descriptor \(number)")
        }
        return body(&reportPipes[index])
    }
}
