import FoundationEssentials
import Glibc

/// Reports the program's progress to a test, one line per step, on the inherited descriptor in the
/// variable `RESTORATION_TERMINAL_PROGRESS`:
///
/// - `drawn K`: the screen shows the result of the first K keys of this process;
/// - `saving G K`: generation G, captured after K keys, is about to be committed;
/// - `durable G K`: generation G would survive a power loss;
/// - `idle K`: no change of the first K keys waits to be saved.
///
/// After each complete screen the program also sends the mark `ESC ] 777 ; drawn K BEL`, which
/// terminals ignore. It separates the screens in the output.
public final class TerminalProgress {
    private let descriptor: Int32?
    /// The number of keys handled.
    public private(set) var keyCount = 0
    private var idleKeyCount: Int?

    /// Creates a reporter, which is silent unless the variable names an open descriptor.
    public init() {
        let variable = ProcessInfo.processInfo.environment["RESTORATION_TERMINAL_PROGRESS"]
        descriptor = variable.flatMap { Int32($0) }.flatMap { fcntl($0, F_GETFD) == -1 ? nil : $0 }
        // A test may close its end early.
        if descriptor != nil { signal(SIGPIPE, SIG_IGN) }
    }

    /// Counts a key, before it is handled.
    public func countKey() { keyCount += 1 }

    /// The mark to send after the screen of that many keys.
    public func mark(keyCount: Int) -> String {
        descriptor == nil ? "" : "\u{1B}]777;drawn \(keyCount)\u{07}"
    }

    /// Reports that the screen shows the result of that many keys.
    public func reportDrawn(keyCount: Int) { write("drawn \(keyCount)") }

    /// Reports that a generation is about to be committed.
    public func reportSaving(generation: UInt64, keyCount: Int) {
        write("saving \(generation) \(keyCount)")
    }

    /// Reports that no change waits to be saved, once per number of keys.
    public func reportIdle() {
        guard idleKeyCount != keyCount else { return }
        idleKeyCount = keyCount
        write("idle \(keyCount)")
    }

    /// Reports that a generation is durable.
    public func reportDurable(generation: UInt64, keyCount: Int) {
        write("durable \(generation) \(keyCount)")
    }

    private func write(_ line: String) {
        guard let descriptor else { return }
        let bytes = Array("\(line)\n".utf8)
        Terminal.write(bytes, to: descriptor)
    }
}
