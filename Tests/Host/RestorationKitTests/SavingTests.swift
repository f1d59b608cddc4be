import Foundation
import TestSupport
import Testing

@testable import RestorationKit

/// Reports of saves, and their timing.
///
/// Runs on its own thread, since a test that blocks a shared thread could prevent the save from
/// running.
@SessionThread @Suite(.serialized) struct `Saving` {
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    private func running(_ change: (inout RestorationOptions) -> Void = { _ in }) throws
        -> (session: RestorationSession, told: Told)
    {
        let session = try sandbox.restoredSession(of: root, change)
        let told = Told()
        session.onSave = { told.generations.append($0.generation) }
        return (session, told)
    }

    /// Waits until an event other than a deadline wakes the session.
    private func waitForMail(_ session: RestorationSession) {
        var descriptor = pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&descriptor, 1, -1)
    }

    private func waitForAutosave(_ session: RestorationSession) {
        while !session.saving.isSaving {
            var nothing = pollfd(fd: -1, events: 0, revents: 0)
            unsafe poll(&nothing, 1, session.millisecondsToNextDeadline)
            session.runPending()
        }
    }

    @Test func `reports no save that a later one has overtaken`() throws {
        let (session, told) = try running { $0.autosaveInterval = .milliseconds(1) }
        defer { session.close() }
        session.invalidate(root)
        waitForAutosave(session)
        waitForMail(session)

        try session.preserveNow()
        session.runPending()

        #expect(told.generations == [2])
        #expect(session.nextDeadline == nil)
    }

    @Test func `reports nothing after the session is closed`() throws {
        let (session, told) = try running { $0.autosaveInterval = .milliseconds(1) }
        session.invalidate(root)
        waitForAutosave(session)

        session.close()
        waitForMail(session)
        session.runPending()

        #expect(told.generations == [])
    }

    @Test func `fails with the session's error if the session is closed meanwhile`() throws {
        let (session, told) = try running()
        session.onWillSave = { [unowned session] _ in session.close() }

        #expect(throws: SessionError.closed) { try session.preserveNow() }
        #expect(told.generations == [])
    }

    @Test func `stores nothing if the session has no store`() throws {
        let (session, told) = try running { $0.usesStoredState = false }

        let error = #expect(throws: SessionError.self) { try session.preserveNow() }
        session.invalidate(root)

        #expect(
            error?.diagnosis.problem
                == "Nothing can be saved: The session was created to run without stored state"
        )
        #expect(session.nextDeadline == nil)
        #expect(told.generations == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.root) == [])
        session.close()
    }
}

/// The thread on which `preserve()` resumes.
@Suite struct `Saving asynchronously` {
    @Test func `reports the save before it returns on the session's thread`() async throws {
        let program = AsyncProgram()

        try await program.start()
        let generation = try await program.preserve()

        #expect(generation == 1)
        #expect(await program.told == [1])
        #expect(try await program.restoredTitle() == "typed")
    }

    @Test func `leaves the notification of the save pending if it returns on another thread`()
        async throws
    {
        let program = AsyncProgram()
        try await program.start()

        let generation = try await program.preserve(returningElsewhere: true)

        #expect(generation == 1)
        #expect(await program.told == [])
        #expect(await program.toldAfterRunPending() == [1])
    }

    @Test func `returns the generation that has overtaken it, without a notification`() async throws
    {
        let program = AsyncProgram()
        try await program.start()
        await program.letLaterGenerationOvertake()

        let generation = try await program.preserve()

        #expect(generation == 2)
        #expect(await program.told == [])
    }

    @Test func `fails if the session is closed before the state is durable`() async throws {
        let program = AsyncProgram()
        try await program.start()
        await program.closeOnWillSave()

        await #expect(throws: SessionError.closed) { try await program.preserve() }

        #expect(await program.told == [])
    }
}

/// The generations reported by a session, shared by closures.
private final class Told {
    var generations: [UInt64] = []
}

/// A program with a session on its own thread, which its jobs can leave.
private actor AsyncProgram {
    private let executor = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }
    private let sandbox = Sandbox()
    private var session: RestorationSession?
    private(set) var told: [UInt64] = []

    func start() throws {
        let root = Screen("Tabs")
        root.title = "typed"
        let session = try sandbox.restoredSession(of: root)
        session.onSave = { [unowned self] outcome in
            assumeIsolated { $0.told.append(outcome.generation) }
        }
        self.session = session
    }

    func preserve(returningElsewhere: Bool = false) async throws -> UInt64? {
        if returningElsewhere { executor.moveOn() }
        defer { if returningElsewhere { executor.moveBack() } }
        return try await session!.preserve()?.generation
    }

    func toldAfterRunPending() -> [UInt64] {
        session!.runPending()
        return told
    }

    func letLaterGenerationOvertake() {
        session!.onWillSave = { [session = session!] _ in
            let store = session.store!
            try! store.commit(chunks: [[1, 2, 3]], as: store.nextGeneration())
        }
    }

    func closeOnWillSave() {
        session!.onWillSave = { [session = session!] _ in session.close() }
    }

    func restoredTitle() throws -> String {
        session!.close()
        let root = Screen("Tabs")
        let session = try sandbox.restoredSession(of: root)
        session.close()
        return root.title
    }
}
