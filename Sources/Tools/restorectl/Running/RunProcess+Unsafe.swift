import CRestorationSystem
import Glibc
import RestorationDiscovery

/// The process of a run, and its replacement by the next.
enum RunProcess {
    /// The time since boot, including sleep.
    static var timeSinceBoot: Duration {
        var time = timespec()
        // Invariant (clock_gettime(2)): fills the given value.
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    static var isInteractive: Bool { isatty(0) == 1 }

    /// Waits for standard input or the descriptor. Returns whether standard input is readable or at
    /// its end.
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

    /// Makes Ctrl-C end child processes, but not this one. Uses a handler, since children would
    /// inherit an ignored signal.
    static func outliveInterrupts() { _ = signal(SIGINT) { _ in } }

    /// Restores the default action of SIGCHLD, which the parent process may ignore and children
    /// inherit. Without it, the system discards the exit status of children.
    ///
    /// Semantic source: wait(2), execve(2).
    static func keepStatusOfChildren() { _ = signal(SIGCHLD, SIG_DFL) }

    /// Ends with SIGINT's default action, so that a shell sees the interrupt.
    static func endByInterrupt() {
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
    }

    static var user: UInt32 { geteuid() }

    /// The next line of standard input; `nil` at its end.
    ///
    /// Reads single bytes, so that the next process continues after this line.
    static func readLine() -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            // Invariant (read(2)): writes at most one byte.
            let count = unsafe read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            guard byte != UInt8(ascii: "\n") else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// Redirects standard input from a file. Returns whether the file opened.
    static func readInput(from file: String) -> Bool {
        let opened = unsafe open(file, O_RDONLY)
        guard opened >= 0 else { return false }
        // The file is standard input already if the tool was started without one.
        guard opened > 0 else { return true }
        dup2(opened, 0)
        close(opened)
        return true
    }

    /// Replaces the process by a new one of this program. As after SIGKILL, all memory and threads
    /// are gone, without running plugin code.
    ///
    /// Semantic source: execve(2).
    static func replace(with arguments: [String]) -> Never {
        // Close the plugin's descriptors.
        for descriptor in 3..<Int32(1024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let program = ProcessFacts.currentProgram ?? "/proc/self/exe"
        // Invariant (execv(3)): the list ends with null, and both list and strings live for the
        // call.
        var texts = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &texts)
        exit(1)
    }
}

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
            // Invariant (write(2)): reads exactly `bytes.count` bytes.
            _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
