import Foundation
import RestorationKit
import RestorationStorage
import Synchronization
import TestSupport
import Testing

/// Each test is a separate process, since other tests need the threads that it occupies.
@Suite struct `A program that keeps all shared threads busy` {
    @Test func `has its changes saved within the interval`() async throws {
        await #expect(processExitsWith: .success) {
            let program = BusyProgram()

            try await program.change()

            #expect(try await program.title == "typed")
        }
    }

    @Test func `has its state saved by preserve()`() async throws {
        await #expect(processExitsWith: .success) {
            let program = BusyProgram()

            try await program.preserve()

            #expect(try await program.title == "typed")
        }
    }

    @Test func `has the report of its restore stored, and ends`() async throws {
        await #expect(processExitsWith: .success) {
            let program = BusyProgram()

            try await program.restore()

            #expect(await program.hasStoredReport)
        }
    }
}

/// The thread on which a session writes.
@Suite struct `Writing beside the session's thread` {
    @Test func `happens on a thread that receives no signals, and ends with the session`() throws {
        let sandbox = Sandbox()
        let writer = Writer()
        let session = try sandbox.session { options in
            var conditions = StorageConditions()
            conditions.before = writer.note
            options.store = ArchiveStore(
                application: ApplicationIdentifier("org.example.test")!,
                directory: sandbox.root + "/state",
                keys: FileKeyProvider(directory: sandbox.root + "/keys"),
                conditions: conditions
            )
            options.autosaveInterval = .zero
        }
        let root = Screen("Tabs")
        session.addRoot(root)
        try session.restore()

        session.invalidate(root)
        session.runPending()
        session.close()

        let thread = try #require(writer.thread)
        #expect(thread.file != Writer.currentFile)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCHLD, SIGALRM, SIGUSR1] {
            #expect(thread.blocks(signal))
        }
        // Fatal signals stay unblocked, so that their handlers record a crash in a custom store.
        for signal in [SIGSEGV, SIGBUS] { #expect(!thread.blocks(signal)) }
        // The kernel removes a joined thread a moment later.
        let deadline = ContinuousClock.now + .seconds(2)
        while thread.exists, ContinuousClock.now < deadline { sched_yield() }
        #expect(!thread.exists)
    }
}

/// The thread that writes an archive.
private final class Writer: Sendable {
    struct Thread {
        /// The thread's directory in /proc, which exists while the thread lives.
        let file: String
        let blocked: sigset_t

        func blocks(_ signal: Int32) -> Bool {
            unsafe withUnsafePointer(to: blocked) { unsafe sigismember($0, signal) == 1 }
        }

        var exists: Bool { FileManager.default.fileExists(atPath: file) }
    }

    static var currentFile: String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return "/proc/" + (link ?? "")
    }

    /// Set by the writing thread.
    private let noted = Mutex<Thread?>(nil)

    var thread: Thread? { noted.withLock { $0 } }

    @Sendable func note(_ step: StorageStep) {
        guard step == .writeHeader else { return }
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        let thread = Thread(file: Self.currentFile, blocked: mask)
        noted.withLock { $0 = thread }
    }
}

/// A program on its own thread, while tasks and blocks occupy all shared threads.
private actor BusyProgram {
    private let executor = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    /// Changes an object, and returns once the change is saved.
    func change() throws {
        let session = try running { $0.autosaveInterval = .milliseconds(1) }
        var isSaved = false
        session.onSave = { isSaved = $0.error == nil }
        OccupiedThreads.occupy(until: archive)

        session.invalidate(root)
        while !isSaved {
            var descriptor = pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0)
            unsafe poll(&descriptor, 1, session.millisecondsToNextDeadline)
            session.runPending()
        }

        session.close()
    }

    func preserve() async throws {
        let session = try running()
        OccupiedThreads.occupy(until: archive)

        // Tasks resume on a shared thread. Those are free again once the archive exists.
        try await session.preserve()

        session.close()
    }

    func restore() throws {
        let session = try sandbox.session()
        session.addRoot(root)
        OccupiedThreads.occupy(until: report)

        try session.restore()
        session.close()
    }

    private var archive: String { sandbox.root + "/state/archive" }
    private var report: String { sandbox.root + "/state/report" }
    var hasStoredReport: Bool { FileManager.default.fileExists(atPath: report) }

    private func running(
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        let session = try sandbox.restoredSession(of: root, change)
        root.title = "typed"
        return session
    }

    /// The title that the next launch restores.
    var title: String {
        get throws {
            let next = Screen("Tabs")
            let session = try sandbox.restoredSession(of: next)
            session.close()
            return next.title
        }
    }
}

/// Occupies all shared threads with twice as many tasks, and as many blocks, as there are
/// processors. They spin until a file exists. If creating the file needs one of their threads, the
/// process exits with an error.
private final class OccupiedThreads: Sendable {
    private let file: String
    private let tasks = Atomic(0)
    private let blocks = Atomic(0)

    private init(until file: String) { self.file = file }

    /// Returns once as many tasks and as many blocks run as there are processors.
    static func occupy(until file: String) {
        let threads = OccupiedThreads(until: file)
        let processors = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<2 * processors {
            Task.detached { threads.spin(counting: threads.tasks) }
            DispatchQueue.global(qos: .utility).async { threads.spin(counting: threads.blocks) }
        }
        while threads.tasks.load(ordering: .relaxed) < processors { sched_yield() }
        while threads.blocks.load(ordering: .relaxed) < processors { sched_yield() }
    }

    private func spin(counting count: borrowing Atomic<Int>) {
        count.add(1, ordering: .relaxed)
        let deadline = ContinuousClock.now + .seconds(20)
        while !FileManager.default.fileExists(atPath: file) {
            if ContinuousClock.now > deadline { exit(EXIT_FAILURE) }
        }
    }
}
