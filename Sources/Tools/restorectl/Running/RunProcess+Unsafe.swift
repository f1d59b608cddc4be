import CRestorationSystem
import Glibc
import RestorationDiscovery

/// The process of a run, and what it leaves to the next one.
enum RunProcess {
    /// How long the machine has been running, sleep included.
    static var timeSinceBoot: Duration {
        var time = timespec()
        // Invariant (clock_gettime(2)): fills the value it is given.
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Whether a person types the steps.
    static var isInteractive: Bool { isatty(0) == 1 }

    /// Waits until standard input has something, or has ended. Returns whether it does, rather than
    /// the descriptor.
    static func hasInput(or descriptor: Int32) -> Bool {
        var descriptors = [0, descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // Invariant (poll(2)): the array has two elements.
        while unsafe poll(&descriptors, 2, -1) < 0 {
            guard errno == EINTR else { return true }
        }
        return descriptors[0].revents != 0
    }

    /// Has Ctrl-C end the processes that are started, and not this one. By a handler: what is
    /// ignored would be ignored there, too.
    static func outliveInterrupts() { _ = signal(SIGINT) { _ in } }

    /// Lets the system keep how started processes end, even if whoever started this one ignores
    /// SIGCHLD; they get that from here, too.
    ///
    /// Semantic source: wait(2), execve(2).
    static func keepStatusOfChildren() { _ = signal(SIGCHLD, SIG_DFL) }

    /// Ends as Ctrl-C ends programs, so that a shell sees that.
    static func endByInterrupt() {
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
    }

    /// Who runs this.
    static var user: UInt32 { geteuid() }

    /// The next line of standard input; `nil` at its end.
    ///
    /// Byte by byte: the process that comes after a kill goes on behind this line.
    static func readLine() -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            // Invariant (read(2)): writes one byte at most.
            let count = unsafe read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            guard byte != UInt8(ascii: "\n") else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// Reads standard input from a file. Returns whether that could be opened.
    static func readInput(from file: String) -> Bool {
        let opened = unsafe open(file, O_RDONLY)
        guard opened >= 0 else { return false }
        // It is the input already where the tool was started without one.
        guard opened > 0 else { return true }
        dup2(opened, 0)
        close(opened)
        return true
    }

    /// Replaces the process by a new one of this program: all memory is gone and all threads have
    /// ended, as after SIGKILL, and no code of a plugin has run for that.
    ///
    /// Semantic source: execve(2).
    static func replace(with arguments: [String]) -> Never {
        // What a plugin has left open would stay open.
        for descriptor in 3..<Int32(1024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let program = ProcessFacts.currentProgram ?? "/proc/self/exe"
        // Invariant (execv(3)): the list ends with null, and lives for the call like its texts.
        var texts = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &texts)
        // There is nothing left to go on with.
        exit(1)
    }
}

/// Appends to a file.
struct FileWriter: Sendable {
    private let descriptor: Int32

    init?(appendingTo path: String, emptying: Bool) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (emptying ? O_TRUNC : 0)
        descriptor = unsafe restoration_above_standard(open(path, flags, 0o644))
        if descriptor < 0 { return nil }
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            // Invariant (write(2)): reads as many bytes as the buffer has.
            _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
