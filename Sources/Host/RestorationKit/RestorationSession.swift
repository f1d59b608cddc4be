internal import CRestorationSystem

/// A program's preservation and restoration, from its launch to its end.
///
/// ```swift
/// let session = try RestorationSession(application: "org.example.petfinder", delegate: petFinder)
/// session.addRoot(window.rootController)      // the base graph, the same on every launch
/// let report = try session.restore()          // finds, creates, decodes; plugins load as needed
///
/// session.invalidate(editor)                  // changed: saved within the autosave interval
/// try session.preserveNow()                   // durable when it returns
/// ```
///
/// A session belongs to the thread that creates it, and so do all objects that it meets: every call
/// must come from there, except where it says otherwise. One that is created on the main actor
/// belongs to the main actor, on any thread that has it. It needs no main queue: wait for input on
/// ``fileDescriptor``, or until ``nextDeadline``, and call ``runPending()``; or leave that to a
/// GLib main loop, by ``attachToGLib()``.
///
/// One process at a time may have a session of an application; a second one gets
/// `StorageError.inUse(path:process:)`. In a child that the process forks, the session is of no
/// use: calls throw ``SessionError/otherProcess(opener:)`` or do nothing.
///
/// Once it is closed, by ``close()`` or ``discard()``, every call that can fail throws
/// ``SessionError/closed``, and others do nothing, except ``abandon(_:)``, which gives a library
/// its object back, and ``performDefaultAction(of:)``. Earlier results, such as ``report`` and
/// ``plugins``, stay; no object has a path any more.
///
/// Semantic source: `UIApplication`'s state restoration (UIKit), with invalidation and autosave in
/// the manner of `NSWindowRestoration` (AppKit).
public final class RestorationSession {
    /// The application's id, as given.
    public let application: String
    /// How the session behaves, as given; relative directories have been resolved.
    public let options: RestorationOptions
    /// Asked and told about every save and restore. Held weakly.
    public var delegate: (any RestorationDelegate)? {
        get { program.delegate }
        set { program.delegate = newValue }
    }

    /// Called with the outcome of a save, on the session's thread, from ``runPending()`` or from
    /// the call that saved.
    ///
    /// Each save is told once, with two exceptions. A save that a later one has overtaken, so that
    /// the later state is on the disk already, is not told; so the generations told as durable only
    /// rise. And nothing is told after ``close()``: a save that was on its way then has come to the
    /// disk before `close()` returned, or has failed.
    public var onSave: ((SaveOutcome) -> Void)? {
        get { saving.onSave }
        set { saving.onSave = newValue }
    }
    /// Called right before a generation is handed to the disk, on the session's thread. ``onSave``
    /// tells the outcome, with the exceptions named there.
    public var onWillSave: ((UInt64) -> Void)? {
        get { saving.onWillSave }
        set { saving.onWillSave = newValue }
    }
    /// Called when the restoration window has closed, on the session's thread: from `restore()`, or
    /// later from ``runPending()`` if the window was extended; and once more after each late
    /// arrival of awaited objects, which opens it again. From then on nothing of the restore is
    /// under way, and a program may reload and rearrange its screen.
    public var onSettled: (() -> Void)? {
        get { window.onSettled }
        set { window.onSettled = newValue }
    }
    /// Called when another build of a plugin has taken over, on the session's thread: from
    /// ``reloadPlugin(_:)``, or from ``runPending()``.
    public var onPluginReload: ((PluginReload) -> Void)?
    /// The time in which a crash counts as one of the restore. Any thread may extend it.
    public let restorationWindow: RestorationWindow

    let program: HostProgram
    let events: SessionEvents
    let saved: SavedState
    package let saving: Saving
    let reports: SessionReports
    /// Hears whose code is about to run in a restore.
    package var recorder: (any RestorationRecorder)? {
        get { records.recorder }
        set { records.recorder = newValue }
    }
    /// The recorder, unless a test stands in between; `nil` where there is no place for it.
    package var ledger: CrashLedger? { program.ledger }
    /// The outcome of every object, as far as it is known by now: that of an object whose data
    /// arrives late changes after ``restore(reason:)`` has returned. `nil` before that.
    public var report: RestorationReport? { reports.report }

    let restoring: Restoring
    let arrivals: Arrivals
    let window: WindowControl

    /// Creates the session of an application and takes the lock on its state.
    ///
    /// - Parameters:
    ///   - application: Reverse DNS, such as "org.example.petfinder". Names the state's directory.
    ///   - options: How state is saved, and how plugins are found.
    ///   - delegate: Held weakly.
    /// - Throws: ``SessionError/invalidApplication(_:)``; `StorageError.inUse(path:process:)` if
    ///   another instance is running, and other errors of `StorageError` if the state directory
    ///   cannot be used.
    public init(
        application: String,
        delegate: (any RestorationDelegate)? = nil,
        options: RestorationOptions = RestorationOptions()
    ) throws {
        guard let identifier = ApplicationIdentifier(application) else {
            throw SessionError.invalidApplication(application)
        }
        let options = options.withAbsoluteDirectories
        self.application = application
        self.options = options
        restoration_stay_loaded()
        events = try SessionEvents()
        let wakeUp = events.wakeUp
        restorationWindow = RestorationWindow(
            limit: options.extensionLimit,
            clock: options.clock,
            wakeUp: wakeUp
        )
        let program = HostProgram(
            options,
            ClassDirectory(application: identifier, options: options, wakeUp: wakeUp),
            delegate
        )
        self.program = program
        let store = options.usesStoredState ? try options.store(of: identifier) : nil
        try store?.lock()
        saved = SavedState(in: store, options)
        reports = SessionReports(of: application, program, beside: saved, wakeUp: wakeUp)
        let recorded = options.recordsLaunch ? store : nil
        program.ledger = recorded.flatMap { CrashLedger(of: $0, application, program) }
        program.records.recorder = program.ledger
        restoring = Restoring(program, from: saved, events.mailbox)
        window = WindowControl(of: restorationWindow, program)
        arrivals = Arrivals(of: program, restoring, in: window, reports, wakeUp: wakeUp)
        saving = Saving(program, in: saved, reports, arrivals, events.mailbox)
        LiveSessions.add(self)
        classes.bridge = PluginSessionBridge(self)
        if options.acceptsReloads, let store { listenForReloads(at: store) }
    }

    var gate: SessionGate { program.gate }
    /// The records of the session's objects, and the roots.
    package var records: RecordSet { program.records }
    var classes: ClassDirectory { program.classes }
    var store: (any RestorationStore)? { saved.store }
    var mailbox: Mailbox<SessionMail> { events.mailbox }

    deinit {
        guard gate.isInOwnProcess else { return }
        // Before the lock goes, which another session may wait for.
        events.end()
        LiveSessions.remove(events.mailbox)
        records.removeAll()
        reports.finish()
        ledger?.end()
    }

    // MARK: The base graph

    /// Adds an object that the program builds on every launch, and where preservation starts. Does
    /// nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - root: The object. The session keeps it until ``removeRoot(_:)``.
    ///   - scope: Tells roots of equal identifiers apart, one for each window (PATH-16): 1 to 255
    ///     bytes of UTF-8 without NUL. Other text is ignored, and a save reports it.
    public func addRoot(_ root: any Restorable, scope: String? = nil) {
        guard enterIfOpen() else { return }
        records.roots.append(RestorationRoot(root, scope: scope))
        records.noteRoot(root, isTakenOff: false)
    }

    /// Takes a root off again, such as that of a closed window. Its state goes with the next save,
    /// and with it, for good, the retained state of its parts that could not be restored. If a root
    /// of its identifier, scope and type is added while it is still alive, as for a window that is
    /// built anew, that root takes its record and those parts over. Does nothing for an object that
    /// is no root, as none is once the session is closed.
    public func removeRoot(_ root: any Restorable) {
        enter()
        guard records.roots.contains(where: { $0.object === root }) else { return }
        records.roots.removeAll { $0.object === root }
        records.noteRoot(root, isTakenOff: true)
        changed()
    }

    /// Says where an object was when older archives were saved, so that one that has another
    /// identifier now, or other parents, gets its state. All that was below it comes with it.
    ///
    /// ```swift
    /// try session.alias("Tabs/Games", forPath: "Tabs/Matches")
    /// ```
    ///
    /// The session applies an alias if an archive has something at the former path, and nothing at
    /// the path; of two aliases of one path, where the archive has both, the first. So aliases may
    /// stay for as long as older archives may come, and several of them lead from several versions.
    /// The program must not use the former path for something else meanwhile. An alias that names
    /// no scope of a root counts in all of them. The report of the restore names the paths that
    /// were moved.
    ///
    /// Semantic source: in UIKit, an object with another restoration identifier loses its state.
    ///
    /// - Parameters:
    ///   - formerPath: As a report or `restorectl archive show` prints it.
    ///   - path: Where the object is now.
    /// - Throws: `PathSyntaxError`; ``SessionError/unusableAlias(_:for:)`` where one of the paths
    ///   leads to the other; ``SessionError/alreadyRestored``; ``SessionError/closed``.
    public func alias(_ formerPath: String, forPath path: String) throws {
        try checkIsOpen()
        guard gate.phase == .created else { throw SessionError.alreadyRestored }
        let formerPath = try RestorationPath(parsing: formerPath)
        let path = try RestorationPath(parsing: path)
        guard let alias = PathAlias(formerPath, for: path) else {
            throw SessionError.unusableAlias(formerPath, for: path)
        }
        saved.aliases.append(alias)
    }

    /// Makes an object known under an identifier, so that others can refer to it. It is preserved
    /// if something that is preserved refers to it (OBJ-3). Held weakly (OBJ-4). An object that a
    /// restoration class has made keeps that class, and comes back by it.
    ///
    /// - Parameters:
    ///   - object: Any object that can be restored.
    ///   - identifier: The last part of its path, in place of an identifier of its own.
    ///   - parent: Whose path is the prefix of the object's (PATH-13); read now (PATH-14). One that
    ///     nothing holds counts, too, as long as it lives, if it has an identifier.
    /// - Throws: ``SessionError/invalidIdentifier(length:)``; ``SessionError/closed``.
    public func registerObject(
        _ object: any Restorable,
        identifier: String,
        parent: (any Restorable)? = nil
    ) throws(SessionError) {
        try checkIsOpen()
        let name = try RestorationIdentifier(checking: identifier)
        records.record(
            object,
            as: name,
            under: parent ?? object.restorationParent ?? records.knownParent(of: object),
            restorationClass: records.restorationClass(of: object)
                ?? object.restorationClass.flatMap { classes.host[$0] },
            isRegistered: true
        )
    }

    // MARK: The end

    /// Ends the session: stops watching signals and gives the lock back. Unsaved changes are lost.
    /// It waits for a save in progress without calling ``onSave``. Ending twice is harmless.
    public func close() {
        guard enterIfOpen() else { return }
        saving.warnOfMissingRestore()
        gate.phase = .closed
        window.close()
        recorder?.launchDidSucceed()
        recorder?.launchDidEnd()
        LiveSessions.remove(events.mailbox)
        events.end()
        reports.finish()
        saving.forgetPending()
        // Controllers mostly hold their session: let go of them. The last objects of plugins may be
        // destroyed with that.
        records.roots = []
        records.removeAll()
        _ = classes.runPending()
        ledger?.end()
        store?.close()
    }

    /// Forgets the state for good, because the person asked for it, and closes the session:
    /// archive, older generation and report are removed (FAIL-1). With
    /// ``RestorationOptions/keepsStateForDevelopment`` the session is only closed.
    ///
    /// - Throws: `StorageError.system(_:path:errorNumber:)` if a file cannot be removed;
    ///   ``SessionError/closed``.
    public func discard() throws {
        try forgetState()
        close()
    }
}
