/// One process of a program on a terminal of its own, driven key by key.
///
/// The program reports what it has drawn and saved on a descriptor that it inherits, and marks
/// every complete screen in its output; so each step has its exact screen, and nothing is guessed
/// from pauses.
public final class TerminalLife {
    /// What a person does in one step.
    public enum Step: Hashable, Sendable {
        case key(TerminalKey)
        case text(String)
        /// Text that the terminal marks as pasted; one key.
        case paste(String)
        /// Ctrl-Z. A program that a shell has started stops, and is continued at once.
        case stop
        case resize(rows: Int, columns: Int)
    }

    /// Who starts the program.
    public enum Starter: Hashable, Sendable {
        /// Nobody on its terminal, so that the kernel never stops it.
        case nobody
        /// A shell with job control, which continues the program as soon as it has stopped.
        case shell
    }

    /// A save, as the program reports it.
    public struct Save: Hashable, Sendable {
        public let generation: UInt64
        /// How many keys had been handled when the state was captured.
        public let keyCount: Int
    }

    public let terminal: PseudoTerminal
    /// The screen after each number of keys; the first is the one that the program began with.
    public private(set) var screens: [TerminalSnapshot] = []
    /// The saves that are known to be durable, oldest first.
    public private(set) var durable: [Save] = []
    /// The save that has begun and of which nothing more is known.
    public private(set) var begun: Save?

    /// How many keys had been handled when nothing was left to save, the last time.
    private var idleKeyCount: Int?

    private static let descriptor: Int32 = 7

    /// What a shell does for the program. 148 says that it has stopped.
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
    ///   - command: The program and its arguments. It hears from `RESTORATION_TERMINAL_PROGRESS`
    ///     on which descriptor it is to report.
    ///   - environment: Its variables.
    public init(
        _ command: [String],
        environment: [String: String],
        startedBy starter: Starter = .nobody,
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

    /// The screen as it is now.
    public var screen: TerminalSnapshot { screens[screens.count - 1] }

    /// How many keys are known to be safe: saved, or without anything to save; `nil` for not even
    /// the beginning.
    public var safeKeyCount: Int? {
        [durable.last?.keyCount, idleKeyCount].compactMap(\.self).max()
    }

    /// Whether keys were handled that are not known to be safe.
    public var hasUnsavedKeys: Bool { (safeKeyCount ?? 0) < screens.count - 1 }

    /// Does one step and waits until its screen is drawn. Text counts as one key a character.
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

    /// Waits until the program has drawn its screen once more without a key: after a change of
    /// size, or a signal that it survived.
    public func awaitRedraw() throws {
        screens[screens.count - 1] = try terminal.waitForMarker("drawn \(screens.count - 1)")
        takeReports()
    }

    /// Waits until all keys handled so far are safe.
    public func awaitDurable() throws {
        let keyCount = screens.count - 1
        takeReports()
        while (safeKeyCount ?? -1) < keyCount { try note(nextReport()) }
    }

    /// Waits until a save begins that has not ended.
    public func awaitSaving() throws {
        takeReports()
        while begun == nil { try note(nextReport()) }
    }

    /// Ends the process as nothing in it can hinder, and takes note of its last reports.
    public func kill() throws { try end(with: 9) }

    /// Sends the process a signal that ends it, and takes note of its last reports.
    public func end(with signal: Int32) throws {
        terminal.signalForeground(signal)
        try terminal.waitForExit()
        takeReports()
    }

    private func nextReport() throws -> String {
        try terminal.nextReport(from: Self.descriptor)
    }

    private func takeReports() {
        for line in terminal.takeReports(from: Self.descriptor) { note(line) }
    }

    private func note(_ line: String) {
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
