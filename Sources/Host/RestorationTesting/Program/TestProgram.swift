import Glibc
import RestorationEngine
public import RestorationKit
import RestorationStorage

/// A program under test, which a test launches and ends repeatedly in one process, without waiting.
///
/// ```swift
/// let program = TestProgram { session in
///     session.register(Editor.self, as: "Editor")
///     let window = Window()
///     session.addRoot(window)
///     return window
/// }
/// let first = try program.launch()
/// first.graph.title = "Half-typed"
/// let second = try first.terminate(.clean).launch()
/// #expect(second.graph.title == "Half-typed")
/// ```
///
/// The closure builds the base graph of each launch, ``TestLaunch/graph``, which the end of the
/// launch releases. State is in memory (``disk``), and ``clock`` tells the time. Sessions search
/// for plugins only where the options say.
///
/// Like a session, a program belongs to the thread that creates it.
public final class TestProgram<Graph> {
    /// The id of the program.
    public let application: String
    /// The program's disk, which outlives launches. Unused in a program with a store of its own.
    public let disk: MemoryDisk
    /// The clock of the program.
    public let clock: TestClock
    /// The faults of the current launch and of later ones.
    public var faults: Set<Fault> = [] {
        didSet { living?.faults = faults }
    }

    private let identifier: ApplicationIdentifier
    private let preset: RestorationPreset
    private let makeStore: (() throws -> any RestorationStore)?
    private let configure: (inout RestorationOptions) -> Void
    private let build: (RestorationSession) throws -> Graph
    private weak var living: Incidents?

    /// Describes a program. The first launch builds it.
    ///
    /// - Parameters:
    ///   - application: The application id, in reverse DNS.
    ///   - preset: The rules for failures.
    ///   - store: Makes the store of each launch, always at the same place; `nil` for a store on
    ///     ``disk``.
    ///   - configure: Changes the options of each launch. Saves are audited, and the test sets
    ///     store and clock.
    ///   - build: Builds the base graph: registers classes, adds roots, sets the delegate.
    public init(
        application: String = "org.example.tested",
        preset: RestorationPreset = .granular,
        store: (() throws -> any RestorationStore)? = nil,
        configure: @escaping (inout RestorationOptions) -> Void = { _ in },
        build: @escaping (RestorationSession) throws -> Graph
    ) {
        guard let identifier = ApplicationIdentifier(application) else {
            preconditionFailure(TestingError.invalidApplication(application).description)
        }
        self.application = application
        self.identifier = identifier
        self.preset = preset
        makeStore = store
        self.configure = configure
        self.build = build
        clock = TestClock()
        disk = MemoryDisk(application: identifier, clock: clock)
    }

    init<Former>(
        upgrading former: TestProgram<Former>,
        preset: RestorationPreset?,
        configure: ((inout RestorationOptions) -> Void)?,
        build: @escaping (RestorationSession) throws -> Graph
    ) {
        application = former.application
        identifier = former.identifier
        self.preset = preset ?? former.preset
        makeStore = former.makeStore
        self.configure = configure ?? former.configure
        self.build = build
        clock = former.clock
        disk = former.disk
        faults = former.faults
    }

    /// Launches the program: builds its graph and restores.
    ///
    /// - Parameter reason: The reason given to restoration classes.
    ///   ``/RestorationCore/RestorationReason/pristine`` starts afresh.
    /// - Throws: Errors of building or restoring, such as `StorageError.inUse` while another launch
    ///   runs. ``TestingError/noSuchObject(path:saved:)``, ``TestingError/noSuchClass(_:saved:)``,
    ///   ``TestingError/noSuchPlugin(_:saved:)`` or ``TestingError/invalidPath(_:)`` if a fault
    ///   names an object, class or plugin that is not in the saved state.
    public func launch(reason: RestorationReason = .launch) throws -> TestLaunch<Graph> {
        try launch(reason: reason, death: nil)
    }

    /// Launches the program, and crashes it by SIGSEGV while an object is restored or saved.
    ///
    /// Neither the object's code nor any later code runs, and no more state is saved. The crash
    /// ledger records the object, so the next launch leaves it out, or does not ask it for its
    /// state.
    ///
    /// ```swift
    /// try program.crash(at: .decode, of: "Tabs/Edit")
    /// #expect(try program.launch().report.notRestored.map(\.path.description) == ["Tabs/Edit"])
    /// try program.crash(at: .delegate)
    /// ```
    ///
    /// ``Ending/crash(at:of:)`` does the same after a launch that quits.
    ///
    /// - Parameters:
    ///   - stage: The step in which the process ends.
    ///   - path: The object's path as in reports; `nil` for the delegate.
    ///   - reason: The reason given to restoration classes.
    /// - Returns: The program, to be launched again.
    /// - Throws: ``TestingError/notReached(_:path:restored:)`` if the object's code does not run;
    ///   ``TestingError/misplacedCrash(_:path:)`` for the delegate with a path, or an object
    ///   without one.
    @discardableResult
    public func crash(
        at stage: CrashStage,
        of path: String? = nil,
        reason: RestorationReason = .launch
    ) throws -> TestProgram {
        try die(at: stage, of: path, signal: SIGSEGV, reason: reason)
    }

    /// Launches the program, and kills it by SIGKILL while an object is restored.
    ///
    /// No record blames the object, so the next launch tries it again.
    ///
    /// - Parameters:
    ///   - stage: The step in which the process ends.
    ///   - path: The object's path as in reports; `nil` for the delegate.
    ///   - reason: The reason given to restoration classes.
    /// - Returns: The program, to be launched again.
    /// - Throws: As ``crash(at:of:reason:)``.
    @discardableResult
    public func kill(
        at stage: CrashStage,
        of path: String? = nil,
        reason: RestorationReason = .launch
    ) throws -> TestProgram {
        try die(at: stage, of: path, signal: nil, reason: reason)
    }

    private func die(
        at stage: CrashStage,
        of path: String?,
        signal: Int32?,
        reason: RestorationReason
    ) throws -> TestProgram {
        let death = try FaultRecorder.Death(stage: stage, at: path, signal: signal)
        let launch = try launch(reason: reason, death: death)
        launch.save(for: death)
        return try launch.end(after: death)
    }

    private func launch(
        reason: RestorationReason,
        death: FaultRecorder.Death?
    ) throws -> TestLaunch<Graph> {
        let incidents = Incidents(faults: faults)
        let base: any RestorationStore = try makeStore?() ?? disk.store()
        var options = RestorationOptions(preset: preset)
        options.auditsSaves = true
        configure(&options)
        options.clock = clock
        options.store = TestedStore(base, incidents)
        let session = try RestorationSession(application: application, options: options)
        do {
            session.saving.inBackground = incidents.add
            session.records.recorder = FaultRecorder(incidents, death: death, session: session)
            let graph = try build(session)
            living = incidents
            let report = try session.restore(reason: reason)
            try checkFaults(report)
            try checkClassFaults(report)
            return TestLaunch(
                of: self,
                session: session,
                graph: graph,
                report: report,
                store: base,
                incidents: incidents
            )
        } catch {
            session.close()
            throw error
        }
    }

    /// Throws for faults that cannot occur: a test with one proves nothing.
    private func checkFaults(_ report: RestorationReport) throws {
        let paths = try faults.compactMap(\.path).map { text in
            do {
                return try RestorationPath(parsing: text)
            } catch {
                throw TestingError.invalidPath(text)
            }
        }
        // Building all paths costs the square of the depth.
        guard !paths.isEmpty else { return }
        let saved = report.entries.map(\.path)
        guard !saved.isEmpty, let missing = Set(paths).subtracting(saved).first else { return }
        throw TestingError.noSuchObject(
            path: missing.description,
            saved: saved.map(\.description)
        )
    }

    private func checkClassFaults(_ report: RestorationReport) throws {
        guard faults.contains(where: { $0.isOfObject && $0.path == nil }) else { return }
        let entries = Array(report.entries)
        guard !entries.isEmpty else { return }
        let plugins = Set(entries.compactMap(\.plugin))
        let classes = Set(entries.filter { $0.plugin == nil }.compactMap(\.className))
        for fault in faults {
            switch fault {
            case .classMissing(let name) where !classes.contains(name):
                throw TestingError.noSuchClass(name, saved: classes.sorted())
            case .pluginMissing(let plugin) where !plugins.contains(plugin):
                throw TestingError.noSuchPlugin(plugin, saved: plugins.sorted())
            default: break
            }
        }
    }

    /// Simulates a reboot before the next launch.
    @discardableResult
    public func restartMachine() -> TestProgram {
        disk.restartMachine()
        return self
    }

    /// The state that a launch would restore now; `nil` if nothing is saved.
    ///
    /// - Throws: An error of the store if the state cannot be read, or is outside ``disk`` and used
    ///   by a running launch.
    public func savedState() throws -> StateSnapshot? {
        if makeStore == nil {
            return try disk.savedState()
        }
        guard let store = try makeStore?() else { return nil }
        defer { store.close() }
        if let files = store as? ArchiveStore {
            // Reading takes no lock, so the program may be running.
            return try files.openForReading(.current).map { try StateSnapshot(image: $0.readAll()) }
        }
        guard case .opened(let archive, _) = try store.open(checking: .everyPiece) else {
            return nil
        }
        return try StateSnapshot(image: archive.readAll())
    }
}
