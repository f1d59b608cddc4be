internal import CRestorationSystem
internal import RestorationPlugins

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
/// A session and all its objects belong to the thread that creates it. Every call must come from
/// there, unless documented otherwise. A session created on the main actor belongs to the main
/// actor, on any thread. It needs no main queue: wait for ``fileDescriptor`` or until
/// ``nextDeadline``, and call ``runPending()``. A GLib main loop does that after
/// ``attachToGLib()``.
///
/// Only one process at a time may have a session of an application; a second one gets
/// `StorageError.inUse(path:process:)`. In a forked child the session is unusable: calls throw
/// ``SessionError/otherProcess(opener:)`` or do nothing.
///
/// After ``close()`` or ``discard()``, calls that can fail throw ``SessionError/closed``, and
/// others do nothing, except ``abandon(_:)``, which gives a library its object back, and
/// ``performDefaultAction(of:)``. Earlier results, such as ``report`` and ``plugins``, stay.
/// Objects no longer have paths.
///
/// Semantic source: `UIApplication`'s state restoration (UIKit), with invalidation and autosave in
/// the manner of `NSWindowRestoration` (AppKit).
public final class RestorationSession {
    /// The application's id, as given.
    public let application: String
    /// The options, as given, with relative directories resolved.
    public let options: RestorationOptions
    /// Called in every save and restore. Held weakly.
    public var delegate: (any RestorationDelegate)? {
        get { program.delegate }
        set { program.delegate = newValue }
    }

    /// Called with the outcome of a save, on the session's thread, from ``runPending()`` or from
    /// the call that saved.
    ///
    /// Each save is reported once, with two exceptions. A save that a later one has superseded is
    /// not reported, so durable generations only rise. After ``close()`` none is reported: a save
    /// then in progress was written before `close()` returned, or has failed.
    public var onSave: ((SaveOutcome) -> Void)? {
        get { saving.onSave }
        set { saving.onSave = newValue }
    }
    /// Called right before a generation is written, on the session's thread. ``onSave`` gets the
    /// outcome, with the exceptions named there.
    public var onWillSave: ((UInt64) -> Void)? {
        get { saving.onWillSave }
        set { saving.onWillSave = newValue }
    }
    /// Called when the restoration window has closed, on the session's thread: from `restore()`, or
    /// from ``runPending()`` if the window was extended. Called again after each late arrival,
    /// which reopens the window. The restore is then complete, and a program may rearrange its
    /// screen.
    public var onSettled: (() -> Void)? {
        get { program.onSettled }
        set { program.onSettled = newValue }
    }
    /// Called when another build of a plugin has replaced the loaded one, on the session's thread:
    /// from ``reloadPlugin(_:)``, or from ``runPending()``.
    public var onPluginReload: ((PluginReload) -> Void)?
    /// The time in which a crash counts as a crash of the restore. Any thread may extend it.
    public var restorationWindow: RestorationWindow { program.window }

    let program: HostProgram
    let saved: SavedState
    package let saving: Saving
    let reports: SessionReports
    /// The ledger, which is the recorder unless a test replaces that; `nil` if there is no ledger
    /// file.
    package var ledger: CrashLedger? { program.ledger }
    /// The present outcome of every object, which changes for objects that arrive after
    /// ``restore(reason:)``. `nil` before the restore.
    public var report: RestorationReport? { reports.report }

    let restoring: Restoring

    /// Creates the session of an application and locks its state.
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
        let program = try HostProgram(identifier, options, delegate)
        self.program = program
        let store = options.usesStoredState ? try options.store(of: identifier) : nil
        try store?.lock()
        saved = SavedState(in: store, options)
        reports = SessionReports(of: application, program, beside: saved)
        saved.roaming?.onChange { [mailbox = program.events.mailbox] in
            mailbox.post { $0.hasRemoteChange = true }
        }
        let recorded = options.recordsLaunch ? store : nil
        program.ledger = recorded.flatMap { CrashLedger(of: $0, application, program) }
        program.records.recorder = program.ledger
        restoring = Restoring(program, from: saved, reports)
        saving = Saving(program, in: saved, reports, restoring)
        LiveSessions.add(self)
        classes.loader.session = self
        if options.acceptsReloads { listenForReloads() }
    }

    var gate: SessionGate { program.gate }
    package var records: RecordSet { program.records }
    var classes: ClassDirectory { program.classes }
    var store: (any RestorationStore)? { saved.store }
    var events: SessionEvents { program.events }
    var mailbox: Mailbox<SessionMail> { events.mailbox }

    deinit {
        // Before the lock is released, for which another session may wait.
        if gate.isInOwnProcess { end() }
    }

    /// Ends the work of other threads, and releases the objects.
    private func end() {
        LiveSessions.remove(mailbox)
        events.end()
        reports.finish()
        // Controllers usually hold their session, so their references are dropped. This may destroy
        // the last objects of plugins.
        records.roots = []
        records.removeAll()
        _ = classes.loader.runPending()
        ledger?.end()
    }

    // MARK: The base graph

    /// Adds a root: an object that the program builds on every launch, and at which preservation
    /// starts. Does nothing once the session is closed.
    ///
    /// - Parameters:
    ///   - root: The object. The session holds it until ``removeRoot(_:)``.
    ///   - scope: Distinguishes roots with equal identifiers, such as one for each window
    ///     (PATH-16): 1 to 255 bytes of UTF-8 without NUL. Other text is ignored, and a save
    ///     reports it.
    public func addRoot(_ root: any Restorable, scope: String? = nil) {
        guard enterIfOpen() else { return }
        records.roots.append(RestorationRoot(root, scope: scope))
        records.takeRetained(root)
    }

    /// Removes a root, such as that of a closed window. The next save drops its state for good,
    /// including retained state of its parts. If a root with its identifier, scope and type is
    /// added while it is still alive, as for a rebuilt window, the new root takes over its record
    /// and those parts. Does nothing for an object that is not a root, or once the session is
    /// closed.
    public func removeRoot(_ root: any Restorable) {
        enter()
        guard isRoot(root) else { return }
        records.roots.removeAll { $0.object === root }
        records.noteRemovedRoot(root)
        changed()
    }

    /// Declares a former path of an object, so that an object with a new identifier or new parents
    /// gets its state from older archives, with all below it.
    ///
    /// ```swift
    /// try session.alias("Tabs/Games", forPath: "Tabs/Matches")
    /// ```
    ///
    /// An alias applies if an archive has a record at the former path, and none at the present one.
    /// Of two aliases of one path that both apply, the first counts. Keep aliases as long as older
    /// archives may exist. Each former version may need one. The program must not use the former
    /// path for another object meanwhile. An alias without a root's scope applies to all scopes.
    /// The report of the restore names the moved paths.
    ///
    /// Semantic source: in UIKit, an object with another restoration identifier loses its state.
    ///
    /// - Parameters:
    ///   - formerPath: As a report or `restorectl archive show` prints it.
    ///   - path: The present path.
    /// - Throws: `PathSyntaxError`; ``SessionError/unusableAlias(_:for:)`` if one path is a prefix
    ///   of the other; ``SessionError/alreadyRestored``; ``SessionError/closed``.
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

    /// Registers an object under an identifier, so that others can refer to it. It is preserved if
    /// a preserved object refers to it (OBJ-3). Held weakly (OBJ-4). An object that a restoration
    /// class made keeps that class, which recreates it.
    ///
    /// - Parameters:
    ///   - object: Any object that can be restored.
    ///   - identifier: The last part of its path, in place of its own identifier.
    ///   - parent: Its path is the prefix of the object's (PATH-13), and is read now (PATH-14). A
    ///     living parent with an identifier suffices, even if nothing holds it.
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

    /// Ends the session: stops watching signals and releases the lock. Unsaved changes are lost.
    /// Waits for a save in progress without calling ``onSave``. A second call is harmless.
    public func close() {
        guard enterIfOpen() else { return }
        saving.warnOfMissingRestore()
        gate.phase = .closed
        program.window.close()
        program.settleWindow()
        records.recorder?.launchDidSucceed()
        records.recorder?.launchDidEnd()
        end()
        saving.forgetPending()
        store?.close()
    }

    /// Discards the state for good, on the user's request, and closes the session. Removes
    /// archive, older generation and report (FAIL-1). With
    /// ``RestorationOptions/keepsStateForDevelopment`` it only closes the session.
    ///
    /// - Throws: `StorageError.system(_:path:errorNumber:)` if a file cannot be removed;
    ///   ``SessionError/closed``.
    public func discard() throws {
        try forgetState()
        close()
    }
}
