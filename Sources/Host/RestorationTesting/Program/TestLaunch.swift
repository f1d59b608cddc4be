import Glibc
public import RestorationKit

/// One life of a program under test, from its launch to its end.
///
/// The first thing a test does with it is mostly to look at ``graph``, and the last to
/// ``terminate(_:)`` it.
public final class TestLaunch<Graph> {
    /// The program's session, to change, save and ask it as the program would.
    public let session: RestorationSession
    /// What became of every object when the launch began.
    public let report: RestorationReport
    /// The program that was launched.
    public let program: TestProgram<Graph>

    let incidents: Incidents
    private let store: any RestorationStore
    private var living: Graph?

    init(
        of program: TestProgram<Graph>,
        session: RestorationSession,
        graph: Graph,
        report: RestorationReport,
        store: any RestorationStore,
        incidents: Incidents
    ) {
        self.program = program
        self.session = session
        self.report = report
        self.store = store
        self.incidents = incidents
        living = graph
    }

    deinit { session.close() }

    /// What the program's closure has built. Gone when the launch has ended: keep an object of it
    /// in a variable of your own to look at it later.
    public var graph: Graph {
        guard let living else { preconditionFailure(TestingError.ended.description) }
        return living
    }

    /// Ends the launch, and lets go of its graph.
    ///
    /// - Returns: The program, to be launched again.
    /// - Throws: ``TestingError/ended``; what a save throws, if the ending has one, after which the
    ///   launch goes on; ``TestingError/needsMemoryStore``;
    ///   ``TestingError/notReached(_:path:restored:)`` if the object does not run that was to
    ///   crash.
    @discardableResult
    public func terminate(_ ending: Ending = .clean) throws -> TestProgram<Graph> {
        guard living != nil else { throw TestingError.ended }
        switch ending {
        case .clean: try session.preserveNow()
        case .killed: incidents.die()
        case .forceQuit: try session.discard()
        case .powerLoss(let loss): try failPower(during: loss)
        case .crash: try session.preserveNow()
        }
        // After a death this has no effect that lasts, and else there is nothing left to save.
        session.close()
        living = nil
        if case .crash(let stage, let path) = ending { try program.crash(at: stage, of: path) }
        return program
    }

    private func failPower(during loss: PowerLoss) throws {
        guard let store = store as? MemoryStore else { throw TestingError.needsMemoryStore }
        store.failPower(during: loss)
        do {
            try session.preserveNow()
        } catch StorageError.store {
            // That is how a save ends that the power was taken from.
        }
        incidents.die()
    }

    /// Ends the launch, and begins the next one.
    ///
    /// - Throws: what ``terminate(_:)`` and ``TestProgram/launch(reason:)`` throw.
    public func relaunch(
        after ending: Ending = .clean,
        reason: RestorationReason = .launch
    ) throws -> TestLaunch<Graph> {
        try terminate(ending).launch(reason: reason)
    }

    /// Lets the program crash by SIGSEGV when the code of an object runs that is restored late, or
    /// that is saved when `body` has returned.
    ///
    /// ```swift
    /// let after = try launch.crash(at: .create, of: "Desk/Chart") { ticket.arrive() }.launch()
    /// ```
    ///
    /// - Parameters:
    ///   - stage: What the object's code is asked for then.
    ///   - path: The object's path as reports print it; none for the delegate.
    ///   - body: Lets the object come; what falls due is done afterwards.
    /// - Returns: The program, to be launched again.
    /// - Throws: ``TestingError/notReached(_:path:restored:)`` if the object's code does not run;
    ///   ``TestingError/misplacedCrash(_:path:)`` for the delegate with a path, or an object
    ///   without.
    @discardableResult
    public func crash(
        at stage: CrashStage,
        of path: String? = nil,
        during body: () throws -> Void
    ) throws -> TestProgram<Graph> {
        try end(by: FaultRecorder.Death(stage: stage, at: path, signal: SIGSEGV), during: body)
    }

    /// Has the program killed in the code of an object that comes now, as by SIGKILL: nothing tells
    /// the next launch why it ended there.
    ///
    /// As ``crash(at:of:during:)`` else.
    @discardableResult
    public func kill(
        at stage: CrashStage,
        of path: String? = nil,
        during body: () throws -> Void
    ) throws -> TestProgram<Graph> {
        try end(by: FaultRecorder.Death(stage: stage, at: path, signal: nil), during: body)
    }

    private func end(
        by death: FaultRecorder.Death,
        during body: () throws -> Void
    ) throws -> TestProgram<Graph> {
        (session.recorder as? FaultRecorder)?.death = death
        try body()
        if !incidents.isDead { settle() }
        if !incidents.isDead { save(for: death) }
        return try end(after: death)
    }

    /// Saves, if the launch is to die in a save.
    func save(for death: FaultRecorder.Death) {
        // A save that the program has died in throws, and one that fails is not where it died.
        if death.stage.isOfSave { _ = try? session.preserveNow() }
    }

    /// Ends a launch that is to have died.
    func end(after death: FaultRecorder.Death) throws -> TestProgram<Graph> {
        let isDead = incidents.isDead
        try terminate(.killed)
        guard isDead else {
            throw TestingError.notReached(
                death.stage,
                path: death.path?.description,
                restored: report.restored.map(\.description)
            )
        }
        return program
    }

    // MARK: Time

    /// Lets time go by, and does what falls due: saves of changes, above all. A save that was begun
    /// is then on the disk, or has failed.
    public func advance(by duration: Duration) {
        let clock = program.clock
        let end = clock.now + duration
        settle()
        while let deadline = session.nextDeadline, deadline <= end {
            clock.advance(to: deadline)
            settle()
        }
        clock.advance(to: end)
        settle()
    }

    /// Does what has come up, as the program's event loop would, until nothing is left to do now.
    public func settle() {
        repeat { session.runPending() } while incidents.doWork()
    }

    // MARK: State

    /// The state of the object graph as a save would write it now. The delegate is asked and told
    /// as for a save, and the objects encode; nothing is saved, and the session stays as it is.
    ///
    /// - Throws: ``TestingError/preservationDeclined``, or `SessionError`.
    public func snapshot() throws -> StateSnapshot {
        guard let image = try session.captureImage() else {
            throw TestingError.preservationDeclined
        }
        return try StateSnapshot(image)
    }
}
