import Glibc
public import RestorationKit

/// One launch of a program under test, from its start to its end.
///
/// A test usually looks at ``graph`` first and calls ``terminate(_:)`` last.
public final class TestLaunch<Graph> {
    /// The program's session.
    public let session: RestorationSession
    /// The report of the restore at the start of the launch.
    public let report: RestorationReport
    /// The launched program.
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

    /// The result of the program's `build` closure.
    ///
    /// Traps after the end of the launch: store an object of the graph in a variable to look at it
    /// later.
    public var graph: Graph {
        guard let living else { preconditionFailure(TestingError.ended.description) }
        return living
    }

    /// Ends the launch, and releases its graph.
    ///
    /// - Returns: The program, to be launched again.
    /// - Throws: ``TestingError/ended`` for an ended launch. The error of the ending's save; the
    ///   launch then continues. ``TestingError/needsMemoryStore`` for a power loss.
    ///   ``TestingError/notReached(_:path:restored:)`` if the object that was to crash does not
    ///   run.
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
        // Saves nothing: the process is dead, or everything is saved.
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
            // The save fails, because the power is off.
        }
        incidents.die()
    }

    /// Ends the launch, and starts the next one.
    ///
    /// - Throws: The errors of ``terminate(_:)`` and ``TestProgram/launch(reason:)``.
    public func relaunch(
        after ending: Ending = .clean,
        reason: RestorationReason = .launch
    ) throws -> TestLaunch<Graph> {
        try terminate(ending).launch(reason: reason)
    }

    /// Crashes the program by SIGSEGV in the code of an object that is restored during `body`, or
    /// saved after it.
    ///
    /// ```swift
    /// let after = try launch.crash(at: .create, of: "Desk/Chart") { ticket.arrive() }.launch()
    /// ```
    ///
    /// - Parameters:
    ///   - stage: The step in which the process ends.
    ///   - path: The object's path as in reports; `nil` for the delegate.
    ///   - body: Makes the object's data arrive. Pending work runs afterwards.
    /// - Returns: The program, to be launched again.
    /// - Throws: ``TestingError/notReached(_:path:restored:)`` if the object's code does not run;
    ///   ``TestingError/misplacedCrash(_:path:)`` for the delegate with a path, or an object
    ///   without one.
    @discardableResult
    public func crash(
        at stage: CrashStage,
        of path: String? = nil,
        during body: () throws -> Void
    ) throws -> TestProgram<Graph> {
        try end(by: FaultRecorder.Death(stage: stage, at: path, signal: SIGSEGV), during: body)
    }

    /// Kills the program by SIGKILL, so the next launch finds no reason for its end.
    ///
    /// Otherwise like ``crash(at:of:during:)``.
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
        (session.records.recorder as? FaultRecorder)?.death = death
        try body()
        if !incidents.isDead { settle() }
        if !incidents.isDead { save(for: death) }
        return try end(after: death)
    }

    func save(for death: FaultRecorder.Death) {
        // Throws if the process dies in the save. Any other failure is not a death.
        if death.stage.isOfSave { _ = try? session.preserveNow() }
    }

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

    /// Advances the clock, and runs due work, above all saves. A save that has begun is then on
    /// disk or has failed.
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

    /// Runs pending work, like the program's event loop, until none is left.
    public func settle() {
        repeat { session.runPending() } while incidents.doWork()
    }

    // MARK: State

    /// The state of the object graph, as a save would write it now.
    ///
    /// Calls the delegate and the objects as in a save. Saves nothing, and does not change the
    /// session.
    ///
    /// - Throws: ``TestingError/preservationDeclined``, or `SessionError`.
    public func snapshot() throws -> StateSnapshot {
        guard let image = try session.captureImage() else {
            throw TestingError.preservationDeclined
        }
        return try StateSnapshot(image)
    }
}
