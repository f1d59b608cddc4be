import FoundationEssentials
import Glibc

/// Tells a test what the program has done, line by line on a descriptor that it inherited, whose
/// number is in the variable `RESTORATION_TERMINAL_PROGRESS`:
///
/// - `drawn K`: the screen shows what came of the first K keys of this process;
/// - `saving G K`: generation G, captured after K keys, is about to be committed;
/// - `durable G K`: it would survive the loss of power now;
/// - `idle K`: nothing that came of the first K keys waits to be saved.
///
/// Into the terminal it writes a mark behind each complete screen, `ESC ] 777 ; drawn K BEL`, which
/// terminals ignore: what came before it is the screen of that step, exactly.
public final class TerminalProgress {
    private let descriptor: Int32?
    /// The keys handled so far.
    public private(set) var keyCount = 0
    private var idleKeyCount: Int?

    /// Reports nothing where the variable names no open descriptor.
    public init() {
        let variable = ProcessInfo.processInfo.environment["RESTORATION_TERMINAL_PROGRESS"]
        descriptor = variable.flatMap { Int32($0) }.flatMap { fcntl($0, F_GETFD) == -1 ? nil : $0 }
        // A test that has heard enough may hang up.
        if descriptor != nil { signal(SIGPIPE, SIG_IGN) }
    }

    /// Another key is about to be handled.
    public func countKey() { keyCount += 1 }

    /// What is sent behind the screen of that many keys.
    public func mark(keyCount: Int) -> String {
        descriptor == nil ? "" : "\u{1B}]777;drawn \(keyCount)\u{07}"
    }

    /// The screen shows what came of that many keys.
    public func noteDrawn(keyCount: Int) { write("drawn \(keyCount)") }

    /// A generation is about to be committed.
    public func noteSaving(generation: UInt64, keyCount: Int) {
        write("saving \(generation) \(keyCount)")
    }

    /// Nothing waits to be saved. Says so once for each number of keys.
    public func noteIdle() {
        guard idleKeyCount != keyCount else { return }
        idleKeyCount = keyCount
        write("idle \(keyCount)")
    }

    /// A generation would survive.
    public func noteDurable(generation: UInt64, keyCount: Int) {
        write("durable \(generation) \(keyCount)")
    }

    private func write(_ line: String) {
        guard let descriptor else { return }
        let bytes = Array("\(line)\n".utf8)
        Terminal.write(bytes, to: descriptor)
    }
}
