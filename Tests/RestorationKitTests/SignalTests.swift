import Foundation
import RestorationKit
import Synchronization
import Testing

/// What the handlers of before, which are C functions without a context, have heard.
private let heardBefore = Atomic<Int>(0)

/// Watching signals changes the whole process: these tests run one after the other, with signals
/// that no other test of the process uses, and never without a handler of their own below.
@Suite(.serialized) struct `A session that watches signals` {
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    init() {
        for number in [SIGHUP, SIGTSTP] {
            signal(number) { _ in heardBefore.add(1, ordering: .relaxed) }
        }
        heardBefore.store(0, ordering: .relaxed)
    }

    /// A session in a directory of its own, with nothing to save yet.
    private func session(_ sandbox: Sandbox) throws -> RestorationSession {
        let session = try sandbox.session()
        session.addRoot(root)
        try session.restore()
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

    @Test func `leaves the handler of before its signals`() throws {
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

    @Test func `gives them back when it is closed`() throws {
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

    @Test func `loses no signal that came before its signals were named again`() throws {
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

    @Test func `is one of sixteen`() throws {
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
        // The session that gave its place up ends it once only.
        sessions[3].close()
        raiseHere(SIGHUP)
        sessions[16].runPending()

        #expect(heard == 1)
        for session in sessions { session.close() }
        withExtendedLifetime(sandboxes) {}
    }
}
