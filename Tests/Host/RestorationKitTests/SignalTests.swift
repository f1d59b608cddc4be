import Foundation
import RestorationKit
import Synchronization
import TestSupport
import Testing

/// Counts the calls of earlier handlers, which are C functions without a context.
private let heardBefore = Atomic<Int>(0)

/// A handler that other code has replaced, and calls.
nonisolated(unsafe) private var replaced: (@convention(c) (Int32) -> Void)?

/// Watching signals affects the whole process. These tests therefore run one at a time, use signals
/// that no other test uses, and always install an earlier handler.
@Suite(.serialized) struct `A session that watches signals` {
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    init() {
        for number in [SIGHUP, SIGTSTP] {
            signal(number) { _ in heardBefore.add(1, ordering: .relaxed) }
        }
        heardBefore.store(0, ordering: .relaxed)
    }

    /// A session in its own directory, with nothing to save.
    private func session(_ sandbox: Sandbox) throws -> RestorationSession {
        let session = try sandbox.restoredSession(of: root)
        return session
    }

    @Test func `saves, then calls the action`() throws {
        let session = try session(sandbox)
        var log: [String] = []
        session.onSave = { log.append($0.error == nil ? "saved" : "failed") }
        try session.handleSignals([.hangUp]) { log.append("\($0)") }
        root.title = "changed"

        raiseHere(SIGHUP)
        #expect(log.isEmpty, "Nothing happens in the handler")
        session.runPending()

        #expect(log == ["saved", "hangUp"])
        session.close()
        root.title = ""
        try self.session(sandbox).close()
        #expect(root.title == "changed")
    }

    @Test func `wakes the thread that waits`() throws {
        let session = try session(sandbox)
        try session.handleSignals([.hangUp]) { _ in }
        session.runPending()

        kill(getpid(), SIGHUP)

        #expect(becomesReadable(session.fileDescriptor))
        session.close()
    }

    @Test func `leaves its signals to the earlier handler too`() throws {
        let session = try session(sandbox)
        var heard: [SessionSignal] = []
        try session.handleSignals([.hangUp, .suspend]) { heard.append($0) }

        raiseHere(SIGTSTP)
        raiseHere(SIGHUP)
        #expect(heardBefore.load(ordering: .relaxed) == 2)
        session.runPending()

        #expect(heard == [.hangUp, .suspend])
        session.close()
    }

    @Test func `shares them with another session`() throws {
        let other = Sandbox()
        let sessions = [try session(sandbox), try session(other)]
        var heard = [0, 0]
        try sessions[0].handleSignals([.hangUp]) { _ in heard[0] += 1 }
        try sessions[1].handleSignals([.hangUp]) { _ in heard[1] += 1 }

        raiseHere(SIGHUP)
        for session in sessions { session.runPending() }
        #expect(heard == [1, 1])
        #expect(heardBefore.load(ordering: .relaxed) == 1)

        sessions[0].close()
        raiseHere(SIGHUP)
        for session in sessions { session.runPending() }
        #expect(heard == [1, 2])
        sessions[1].close()
    }

    @Test func `restores the earlier handlers when it is closed`() throws {
        let session = try session(sandbox)
        var heard = 0
        try session.handleSignals([.hangUp]) { _ in heard += 1 }
        raiseHere(SIGHUP)

        session.close()

        raiseHere(SIGHUP)
        session.runPending()
        #expect(heard == 0)
        #expect(heardBefore.load(ordering: .relaxed) == 2)
    }

    @Test func `leaves a handler that was installed later in its place`() throws {
        let session = try session(sandbox)
        try session.handleSignals([.hangUp]) { _ in }
        signal(SIGHUP) { _ in heardBefore.add(100, ordering: .relaxed) }

        session.close()

        raiseHere(SIGHUP)
        #expect(heardBefore.load(ordering: .relaxed) == 100)

        let next = try self.session(Sandbox())
        var heard = 0
        try next.handleSignals([.hangUp]) { _ in heard += 1 }
        raiseHere(SIGHUP)
        next.runPending()
        #expect(heard == 1)
        #expect(heardBefore.load(ordering: .relaxed) == 200)
        next.close()
    }

    @Test func `logs once that other code has replaced its handler`() throws {
        let log = CollectedLog()
        let session = try sandbox.restoredSession(of: root) { $0.logger = log.logger }
        try session.handleSignals([.hangUp, .suspend]) { _ in }
        session.runPending()
        #expect(!log.problems.contains { $0.contains("signal") })

        signal(SIGHUP) { _ in heardBefore.add(1, ordering: .relaxed) }
        session.runPending()
        session.runPending()

        let message = "replaced the session's handler of signal \(SIGHUP), so the session does not"
        #expect(log.problems.count { $0.contains(message) } == 1)
        #expect(!log.problems.contains { $0.contains("signal \(SIGTSTP)") })
        session.close()
    }

    /// The new handler calls the replaced one, and must not run twice.
    @Test func `takes a signal back that other code has replaced`() throws {
        let log = CollectedLog()
        let session = try sandbox.restoredSession(of: root) { $0.logger = log.logger }
        var heard = 0
        try session.handleSignals([.hangUp]) { _ in heard += 1 }
        unsafe replaced = signal(SIGHUP) { number in
            heardBefore.add(100, ordering: .relaxed)
            unsafe replaced?(number)
        }

        try session.handleSignals([.hangUp]) { _ in heard += 1 }
        raiseHere(SIGHUP)
        session.runPending()

        #expect(heard == 1)
        #expect(heardBefore.load(ordering: .relaxed) == 101)
        #expect(!log.problems.contains { $0.contains("signal \(SIGHUP)") })
        session.close()
    }

    @Test func `loses no signal that arrived before its signals were set again`() throws {
        let session = try session(sandbox)
        var heard: [String] = []
        try session.handleSignals([.hangUp]) { _ in heard.append("first") }
        raiseHere(SIGHUP)

        try session.handleSignals([.hangUp]) { _ in heard.append("second") }
        #expect(heard == ["first"])
        raiseHere(SIGHUP)
        session.runPending()

        #expect(heard == ["first", "second"])
        #expect(heardBefore.load(ordering: .relaxed) == 2)
        session.close()
    }

    @Test func `is one of at most sixteen`() throws {
        var sandboxes: [Sandbox] = []
        var sessions: [RestorationSession] = []
        for _ in 0..<17 {
            sandboxes.append(Sandbox())
            sessions.append(try session(sandboxes.last!))
        }
        for session in sessions.dropLast() { try session.handleSignals([.hangUp]) { _ in } }
        var heard = 0

        #expect(throws: SessionError.tooManySignalWatchers) {
            try sessions[16].handleSignals([.hangUp]) { _ in }
        }
        sessions[3].close()
        try sessions[16].handleSignals([.hangUp]) { _ in heard += 1 }
        // Closing the session again must not free the slot twice.
        sessions[3].close()
        raiseHere(SIGHUP)
        sessions[16].runPending()

        #expect(heard == 1)
        for session in sessions { session.close() }
        withExtendedLifetime(sandboxes) {}
    }
}

/// Repeated requests by a user or a service manager to end an unresponsive program. Each test is a
/// separate process, which ends.
@Suite struct `A program that is asked twice to end` {
    /// A session that watches for requests to end. Without a handler, the program ends at such a
    /// signal.
    private static func session(
        in path: String,
        handler: (@convention(c) (Int32) -> Void)? = SIG_DFL,
        then action: @escaping (SessionSignal) -> Void
    ) throws -> RestorationSession {
        for number in [SIGTERM, SIGINT] { signal(number, handler) }
        var options = RestorationOptions()
        options.stateDirectory = path + "/state"
        options.keyProvider = FileKeyProvider(directory: path + "/keys")
        let session = try RestorationSession(application: "org.example.test", options: options)
        try session.restore()
        try session.handleSignals([.terminate, .interrupt], then: action)
        return session
    }

    /// Calls `body` repeatedly for some seconds.
    private static func spend(_ seconds: Int, _ body: () -> Void) {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end { body() }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `ends although its loop hangs`(signal: Int32) async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .signal(signal)) {
            [path = sandbox.root as String, signal = signal as Int32] in
            let session = try Self.session(in: path) { _ in }
            Self.spend(10) { raiseHere(signal) }
            // Keeps the session open, since closing it would restore the earlier handler.
            withExtendedLifetime(session) { _exit(0) }
        }
    }

    @Test func `ends by SIGTERM although it hangs while it handles the first one`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = sandbox.root as String] in
            let session = try Self.session(in: path) { _ in
                Self.spend(10) { raiseHere(SIGTERM) }
                _exit(0)
            }
            raiseHere(SIGTERM)
            session.runPending()
        }
    }

    @Test func `ends by the second SIGTERM even if it runs the session in between`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = sandbox.root as String] in
            var session: RestorationSession?
            session = try Self.session(in: path) { _ in
                session?.runPending()
                Self.spend(1) {}
                raiseHere(SIGTERM)
                _exit(0)
            }
            raiseHere(SIGTERM)
            session?.runPending()
        }
    }

    @Test func `saves first if both requests come at once`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            var heard: [SessionSignal] = []
            let session = try Self.session(in: path) { heard.append($0) }
            for _ in 0..<2 { raiseHere(SIGTERM) }
            session.runPending()
            #expect(heard == [.terminate])
            session.close()
        }
    }

    @Test func `decides itself if its loop takes the first request`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            var heard = 0
            let session = try Self.session(in: path) { _ in heard += 1 }
            Self.spend(2) {
                raiseHere(SIGTERM)
                session.runPending()
            }
            #expect(heard > 1)
            session.close()
        }
    }

    @Test func `leaves both requests to a handler of its own`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let session = try Self.session(
                in: path,
                handler: { _ in heardBefore.add(1, ordering: .relaxed) },
                then: { _ in }
            )
            Self.spend(2) { raiseHere(SIGTERM) }
            #expect(heardBefore.load(ordering: .relaxed) > 1)
            session.close()
        }
    }
}
