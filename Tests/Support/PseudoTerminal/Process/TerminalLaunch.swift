/// One process of a program on its own terminal, driven key by key.
///
/// The program reports its drawing and saves on an inherited descriptor, and marks every complete
/// screen in its output. Each step therefore has its exact screen, without relying on pauses.
public final class TerminalLaunch {
    /// One action of the user.
    public enum Step: Hashable, Sendable {
        case key(TerminalKey)
        case text(String)
        /// Text in bracketed paste mode; counts as one key.
        case paste(String)
        /// Ctrl-Z. A program started by a shell stops, and the shell continues it at once.
        case stop
        case resize(rows: Int, columns: Int)
    }

    /// The process that starts the program.
    public enum Starter: Hashable, Sendable {
        /// No shell on the program's terminal, so the kernel never stops the program.
        case direct
        /// A shell with job control, which continues the program as soon as it has stopped.
        case shell
    }

    /// A save, as the program reports it.
    public struct Save: Hashable, Sendable {
        public let generation: UInt64
        /// The number of keys handled when the state was captured.
        public let keyCount: Int
    }

    public let terminal: PseudoTerminal
    /// The screen after each key. The first is the program's initial screen.
    public private(set) var screens: [TerminalSnapshot] = []
    /// The saves that the program has reported as durable, oldest first.
    public private(set) var durable: [Save] = []
    /// The save that the program has begun and not yet reported as durable.
    public private(set) var begun: Save?

    /// The number of keys handled when the program last reported that it had nothing to save.
    private var idleKeyCount: Int?

    private static let descriptor: Int32 = 7

    /// A shell script that runs the program and continues it whenever it stops (status 148).
    private static let script = """
        set -m
        "$0" "$@"
        status=$?
        while [ $status -eq 148 ]; do fg > /dev/null; status=$?; done
        exit $status
        """

    /// Starts the program and waits for its first screen.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments. The environment variable
    ///     `RESTORATION_TERMINAL_PROGRESS` names the descriptor for its reports.
    ///   - environment: Its variables.
    public init(
        _ command: [String],
        environment: [String: String],
        startedBy starter: Starter = .direct,
        rows: Int = 24,
        columns: Int = 80
    ) throws {
        let words = starter == .shell ? ["/bin/sh", "-c", Self.script] + command : command
        let variables = ["RESTORATION_TERMINAL_PROGRESS": "\(Self.descriptor)"]
        let program = TerminalProgram(
            words[0],
            arguments: Array(words.dropFirst()),
            environment: environment.merging(variables) { $1 },
            reports: [Self.descriptor]
        )
        terminal = try PseudoTerminal(running: program, rows: rows, columns: columns)
        screens = [try terminal.waitForMarker("drawn 0")]
    }

    /// The current screen.
    public var screen: TerminalSnapshot { screens[screens.count - 1] }

    /// The number of keys whose effects are known to be saved or to need no save. `nil` before the
    /// program's first report.
    public var safeKeyCount: Int? {
        [durable.last?.keyCount, idleKeyCount].compactMap(\.self).max()
    }

    /// Whether the program has handled keys that are not yet known to be safe.
    public var hasUnsavedKeys: Bool { (safeKeyCount ?? 0) < screens.count - 1 }

    /// Performs a step and waits until the program has drawn its screen. Each character of text
    /// counts as one key.
    public func perform(_ step: Step) throws {
        switch step {
        case .key(let key):
            try terminal.send(key)
            try awaitScreen()
        case .text(let text):
            for character in text.unicodeScalars {
                try terminal.send(String(character))
                try awaitScreen()
            }
        case .paste(let text):
            try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
            try awaitScreen()
        case .stop:
            try terminal.send(.control("z"))
            try awaitRedraw()
        case .resize(let rows, let columns):
            try terminal.resize(rows: rows, columns: columns)
            try awaitRedraw()
        }
    }

    private func awaitScreen() throws {
        screens.append(try terminal.waitForMarker("drawn \(screens.count)"))
        takeReports()
    }

    /// Waits until the program redraws its screen without a key: after a resize, or a signal that
    /// it survived.
    public func awaitRedraw() throws {
        screens[screens.count - 1] = try terminal.waitForMarker("drawn \(screens.count - 1)")
        takeReports()
    }

    /// Waits until the effects of all keys handled so far are safe.
    public func awaitDurable() throws {
        let keyCount = screens.count - 1
        takeReports()
        while (safeKeyCount ?? -1) < keyCount { try record(nextReport()) }
    }

    /// Waits until a save is in progress, or all keys handled so far need none.
    public func awaitSaving() throws {
        takeReports()
        while begun == nil, (idleKeyCount ?? -1) < screens.count - 1 { try record(nextReport()) }
    }

    /// Kills the process with SIGKILL and reads its last reports.
    public func kill() throws { try end(with: 9) }

    /// Ends the process with a signal and reads its last reports.
    public func end(with signal: Int32) throws {
        terminal.signalForeground(signal)
        try terminal.waitForExit()
        takeReports()
    }

    private func nextReport() throws -> String {
        try terminal.nextReport(from: Self.descriptor)
    }

    private func takeReports() {
        for line in terminal.takeReports(from: Self.descriptor) { record(line) }
    }

    private func record(_ line: String) {
        let words = line.split(separator: " ")
        if words.count == 2, words[0] == "idle" { idleKeyCount = Int(words[1]) }
        guard words.count == 3, let generation = UInt64(words[1]), let keyCount = Int(words[2])
        else { return }
        let save = Save(generation: generation, keyCount: keyCount)
        switch words[0] {
        case "saving": begun = save
        case "durable":
            durable.append(save)
            if begun == save { begun = nil }
        default: break
        }
    }
}
