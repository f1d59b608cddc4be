import Foundation
import Synchronization

/// Leaves nothing behind when a signal ends the demo: ends its programs, then removes its
/// directories.
enum Interruption {
    /// The directories that go with the demo. Whoever holds the lock is not interrupted.
    private static let directory = Mutex<String?>(nil)

    /// Makes the directories; a signal that comes meanwhile waits.
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

    /// Starts a program; a signal that comes meanwhile waits, so that it finds the program.
    static func start<Program>(_ start: () throws -> Program) rethrows -> Program {
        try directory.withLock { _ in try start() }
    }

    /// Returns unless a signal is ending the demo; then, never.
    static func waitIfEnding() { directory.withLock { _ in } }

    /// Begins to watch. Called once, before there is another thread: all of them inherit which
    /// signals are blocked.
    static func watch() {
        var signals = sigset_t()
        // Invariant, here and below: what is lent for a call is a variable of the function.
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
            // What a person types while Pet Finder has the terminal is meant for it. One that is
            // just being started has not got a terminal of its own yet, so that is waited for.
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

    /// Ends a program and waits for that. One that has the person's terminal may give it back
    /// first.
    private static func end(_ child: pid_t) {
        kill(child, isOnOurTerminal(child) ? SIGTERM : SIGKILL)
        var info = unsafe siginfo_t()
        // The status is left there: the main thread may be waiting for it, too.
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
