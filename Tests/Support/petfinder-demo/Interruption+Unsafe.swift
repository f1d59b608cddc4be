import Foundation
import Synchronization

/// Cleans up when a signal ends the demo: ends its programs, then removes its directories.
enum Interruption {
    /// The path of the demo's directories, which a signal removes. The handling of a signal waits
    /// for this lock, so it does not interrupt the holder.
    private static let directory = Mutex<String?>(nil)

    /// Makes the directories, and delays a signal until they exist.
    static func makeDirectories<Home>(
        _ make: () throws -> Home,
        at path: (Home) -> String
    ) rethrows -> Home {
        try directory.withLock { directory in
            let home = try make()
            directory = path(home)
            return home
        }
    }

    /// Starts a program, and delays a signal until the program can be found.
    static func start<Program>(_ start: () throws -> Program) rethrows -> Program {
        try directory.withLock { _ in try start() }
    }

    /// Returns at once, or never if a signal is ending the demo.
    static func waitIfEnding() { directory.withLock { _ in } }

    /// Starts watching signals. Call it once, before the first other thread starts, because all
    /// threads inherit the signal mask.
    static func watch() {
        var signals = sigset_t()
        // Invariant, here and below: every pointer lent to a call is to a local variable.
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let watched = signals
        Thread.detachNewThread { wait(for: watched) }
    }

    private static func wait(for signals: sigset_t) {
        var signals = signals
        var number: Int32 = 0
        repeat {
            unsafe sigwait(&signals, &number)
            // While Pet Finder has the user's terminal, Control-C is meant for Pet Finder. A
            // program that gets a terminal of its own is still on the user's one while it starts,
            // so the lock delays this check until it has started.
        } while number == SIGINT
            && directory.withLock { _ in children().contains(where: isOnOurTerminal) }
        directory.withLock { directory in
            for child in children() { end(child) }
            if let directory { try? FileManager.default.removeItem(atPath: directory) }
            signal(number, SIG_DFL)
            unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            kill(getpid(), number)
        }
    }

    /// Ends a program and waits for its end. A program on the user's terminal gets SIGTERM, so that
    /// it can restore the terminal first.
    private static func end(_ child: pid_t) {
        kill(child, isOnOurTerminal(child) ? SIGTERM : SIGKILL)
        var info = unsafe siginfo_t()
        // WNOWAIT, because the main thread may be waiting for the status, too.
        while unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }

    private static func isOnOurTerminal(_ child: pid_t) -> Bool { getsid(child) == getsid(0) }

    /// The programs that any thread has started (proc(5), `/proc/pid/task/tid/children`).
    private static func children() -> [pid_t] {
        let tasks = "/proc/self/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }
}
