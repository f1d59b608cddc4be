import Glibc
import Synchronization

/// A run of the helper program, with pipes on its standard input and output.
final class ChildProcess {
    private let process: pid_t
    private var input: Int32
    private let output: Int32
    private var ending: End?

    enum End: Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    /// Starts the helper, which was built with the tests.
    init(_ arguments: String...) {
        (process, input, output) = Self.starting.withLock { _ in Self.start(arguments) }
    }

    deinit {
        endInput()
        _ = close(output)
    }

    var number: Int { Int(process) }

    func endInput() {
        if input >= 0 { _ = close(input) }
        input = -1
    }

    /// Waits for the next line of output and returns it.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func kill() {
        _ = Glibc.kill(process, SIGKILL)
    }

    /// Closes the input, waits for the process and returns its end.
    func end() -> End {
        endInput()
        return wait()
    }

    /// Waits for the process and returns its end.
    func wait() -> End {
        if let ending { return ending }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        let end: End = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        ending = end
        return end
    }

    /// Allows one start at a time. A child started by another thread would inherit the pipes before
    /// they are marked close-on-exec, and keep them open.
    private static let starting = Mutex(())

    private static func start(_ arguments: [String]) -> (pid_t, input: Int32, output: Int32) {
        let toChild = makePipe()
        let fromChild = makePipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toChild.reading, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromChild.writing, STDOUT_FILENO)
        // Invariant: the strings live until posix_spawn returns, and `nil` ends the list.
        var list = unsafe ([helper] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, helper, &actions, nil, &list, environ)
        precondition(result == 0, "The helper \(helper) could not be started.")
        _ = close(toChild.reading)
        _ = close(fromChild.writing)
        return (process, toChild.writing, fromChild.reading)
    }

    private static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        let result = unsafe pipe(&ends)
        precondition(result == 0, "There is no pipe.")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static let helper: String = {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let length = unsafe bytes.withUnsafeMutableBytes { buffer in
            // Invariant: the buffer is passed with its length.
            unsafe readlink(
                "/proc/self/exe",
                buffer.baseAddress!.assumingMemoryBound(to: CChar.self),
                buffer.count
            )
        }
        let path = String(decoding: bytes.prefix(length), as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
            + "/StorageTestHelper"
    }()
}
