import Glibc
import TerminalScreen

/// Tells a test what the program has done, line by line on a descriptor that it inherited:
///
/// - `drawn K`: the screen shows what came of the first K keys of this process;
/// - `saving G K`: generation G, captured after K keys, is about to be committed;
/// - `durable G K`: it would survive the loss of power now;
/// - `idle K`: nothing that came of the first K keys waits to be saved.
///
/// Into the terminal it writes a mark behind each complete screen, `ESC ] 777 ; drawn K BEL`, which
/// terminals ignore: what came before it is the screen of that step, exactly.
final class Progress {
    private let descriptor: Int32?
    /// The keys handled so far.
    private(set) var keyCount = 0
    private var idleKeyCount: Int?

    /// Reports nothing without a descriptor.
    init(descriptor: Int32?) {
        self.descriptor = descriptor
        // A test that has heard enough may hang up.
        if descriptor != nil { signal(SIGPIPE, SIG_IGN) }
    }

    /// Whether anybody wants to know.
    var isReported: Bool { descriptor != nil }

    func countKey() { keyCount += 1 }

    func noteDrawn() {
        guard isReported else { return }
        Terminal.send("\u{1B}]777;drawn \(keyCount)\u{07}", to: STDOUT_FILENO)
        write("drawn \(keyCount)")
    }

    func noteSaving(generation: UInt64, keyCount: Int) { write("saving \(generation) \(keyCount)") }

    /// Says so once for each number of keys.
    func noteIdle() {
        guard idleKeyCount != keyCount else { return }
        idleKeyCount = keyCount
        write("idle \(keyCount)")
    }

    func noteDurable(generation: UInt64, keyCount: Int) {
        write("durable \(generation) \(keyCount)")
    }

    private func write(_ line: String) {
        guard let descriptor else { return }
        let bytes = Array("\(line)\n".utf8)
        Terminal.write(bytes, to: descriptor)
    }
}
