internal import CPseudoTerminal
internal import Glibc

/// A program running on a terminal of its own, and what a person in front of it would see.
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
/// Every wait reads the program's output and its reports together, so that neither can block the
/// program while the other is waited for. Output is read only then: ``screen`` shows what had
/// arrived when the last call returned.
///
/// The program is killed and waited for when the last reference goes. Programs that it has
/// started itself get SIGHUP then, as when a terminal window is closed.
///
/// Not `Sendable`: one thread uses it, though different terminals can be used side by side.
public final class PseudoTerminal {
    /// What runs here.
    public let program: TerminalProgram
    /// The process id of the program, also of its session and of its first process group.
    public let processIdentifier: Int32
    /// What the program has drawn so far.
    public private(set) var screen: TerminalScreen
    /// How the program has ended; `nil` while it runs, or while nobody has waited for its end.
    public private(set) var status: ExitStatus?

    private let terminal: Descriptor
    private let process: Descriptor
    /// Whether nobody has the terminal open on the other side.
    private(set) var isTerminalClosed = false
    private var reportPipes: [ReportPipe]
    private var markers: [TerminalMarker] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: What to run.
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

// What goes in.
extension PseudoTerminal {
    /// Writes bytes to the program's input, however long it takes to read them.
    ///
    /// - Throws: ``PseudoTerminalError`` if the program does not make room within the limit, or
    ///   has ended or closed its terminal.
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
            // The kernel takes input even if nobody is left to read it.
            guard status == nil, !isTerminalClosed else { return nil }
            if case .done(let count) = terminal.write(rest) { rest = rest.dropFirst(count) }
            return rest.isEmpty ? () : nil
        }
    }

    /// Sends a signal to the program, and to no other process; not once it has ended.
    ///
    /// A program that is stopped by SIGTSTP needs a shell with job control between itself and
    /// the terminal: the kernel stops no process whose session has nobody to continue it.
    public func signal(_ number: Int32) {
        // Until its status has been taken, the number cannot name another process.
        guard status == nil else { return }
        kill(processIdentifier, number)
    }

    /// The process group in the foreground: that of the program, or of what a shell with job
    /// control has started last. `nil` without a program.
    public var foregroundGroup: Int32? {
        let group = tcgetpgrp(terminal.number)
        return status == nil && group > 0 ? group : nil
    }

    /// Sends a signal to the processes in the foreground, as keys like Ctrl-C do.
    public func signalForeground(_ number: Int32) {
        if let foregroundGroup { kill(-foregroundGroup, number) }
    }

    /// Closes the terminal as a lost connection does. The program gets SIGHUP, unless it ignores
    /// that, and can neither read nor write any more.
    public func hangUp() {
        isTerminalClosed = true
        terminal.close()
    }

    /// Changes the size of the terminal; the program gets SIGWINCH.
    public func resize(rows: Int, columns: Int) throws(PseudoTerminalError) {
        // What was written for the old size is drawn at the old size.
        absorb(until: .now)
        screen.resize(rows: rows, columns: columns)
        let error = pseudo_terminal_resize(terminal.number, UInt16(rows), UInt16(columns))
        guard error == 0 else {
            throw .callFailed("ioctl", errno: error, program: program.path)
        }
    }
}

// What comes out.
extension PseudoTerminal {
    /// How long to wait if nothing else is said.
    ///
    /// A wait that succeeds takes no longer than it must, so this is only how late a failure is
    /// noticed.
    public static let standardLimit = Duration.seconds(30)

    /// Takes in what comes until `take` returns a value.
    ///
    /// It is asked at once, and again after every piece that comes.
    ///
    /// - Parameter isClosed: Whether the program has closed what the value would come through.
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

    /// Says why nothing can come any more.
    ///
    /// A program that ends closes everything a moment before. It is given that moment, so that
    /// the error does not depend on luck.
    private func closed(_ purpose: String) -> PseudoTerminalError {
        let deadline = ContinuousClock.now + .seconds(1)
        while status == nil, .now < deadline { absorb(until: deadline) }
        if let status { return ended(status, purpose) }
        return .closed(waitingFor: purpose, program: program.path, screen: screen.snapshot)
    }

    /// Waits until something comes, and takes in all that is there. The order matters:
    ///
    /// 1. Whether the program has ended is asked first, so that what is read afterwards is the
    ///    rest of its output.
    /// 2. Reports are read before the screen, so that the screen shows at least what the program
    ///    had drawn before it reported.
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

    /// The most output that one pass takes in.
    ///
    /// The kernel holds back less for a reader, so this is everything that was written before
    /// the call, and still not endless if the program writes without end.
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

    /// Runs a body on the pipe that the program has under a number.
    func withReportPipe<Result>(_ number: Int32, _ body: (inout ReportPipe) -> Result) -> Result {
        guard let index = reportPipes.firstIndex(where: { $0.childNumber == number }) else {
            preconditionFailure("The program was started without a report descriptor \(number)")
        }
        return body(&reportPipes[index])
    }
}
