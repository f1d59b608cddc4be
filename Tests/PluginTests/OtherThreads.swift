import Foundation

/// The threads of this process beside the one that runs a test.
enum OtherThreads {
    /// Returns when each of them waits for something. In a process that runs one test they then do
    /// so until it ends.
    static func waitUntilTheyRest() {
        while !theyRest { sched_yield() }
    }

    private static var theyRest: Bool {
        let all = "/proc/self/task"
        let files = FileManager.default
        let own = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        let threads = (try? files.contentsOfDirectory(atPath: all)) ?? []
        return threads.filter { own?.hasSuffix("/\($0)") != true }.allSatisfy { thread in
            // One that has no file any more has ended.
            guard let text = try? String(contentsOfFile: "\(all)/\(thread)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return true }
            return !text[end...].hasPrefix(") R")
        }
    }

    /// Starts a thread that does something when the plugin of `side-effects.c` asks for it.
    static func actWhenAsked(_ act: @escaping @Sendable () -> Void) -> Turn {
        let requests = Pipe()
        let answers = Pipe()
        // The numbers that the fixture knows.
        dup2(requests.fileHandleForWriting.fileDescriptor, 200)
        dup2(answers.fileHandleForReading.fileDescriptor, 201)
        let turn = Turn()
        Thread.detachNewThread {
            _ = try? requests.fileHandleForReading.read(upToCount: 1)
            act()
            try? answers.fileHandleForWriting.write(contentsOf: Data([0]))
            turn.end()
        }
        return turn
    }

    /// What another thread does.
    final class Turn: Sendable {
        private let ended = DispatchSemaphore(value: 0)

        fileprivate func end() { ended.signal() }

        /// Returns when it is done.
        func join() { ended.wait() }
    }
}
