internal import CRestorationSystem
internal import Glibc
public import RestorationCore
public import RestorationEngine
internal import RestorationPlugins
internal import RestorationStorage

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
/// belongs to the main actor, whatever thread that has at the moment. It needs no main queue: wait
/// for input on ``fileDescriptor``, or until ``nextDeadline``, and call ``runPending()``; or leave
/// that to a GLib main loop, by ``attachToGLib()``.
///
/// One process at a time may have a session of an application; a second one gets
/// `StorageError.inUse(path:process:)`. In a child that the process forks, the session is of no
/// use: calls throw ``SessionError/otherProcess(opener:)`` or do nothing.
///
/// Once it is closed, by ``close()`` or ``discard()``, every call that can fail throws
/// ``SessionError/closed``, and others do nothing, except ``abandon(_:)``, which gives back to a
/// library what is its own, and ``performDefaultAction(of:)``. What was found out before, such as
/// ``report`` and ``plugins``, stays; no object has a path any more.
///
/// Semantic source: `UIApplication`'s state restoration (UIKit), with invalidation and autosave in
/// the manner of `NSWindowRestoration` (AppKit).
public final class RestorationSession {
    /// The application's id, as given.
    public let application: String
    /// How the session behaves, as given; relative directories have been resolved.
    public let options: RestorationOptions
    /// Asked and told about every save and restore. Held weakly.
    public weak var delegate: (any RestorationDelegate)?

    /// Called with what came of a save, on the session's thread, from ``runPending()`` or from the
    /// call that saved.
    ///
    /// Each save is told once, with two exceptions. A save that a later one has overtaken, so that
    /// the later state is on the disk already, is not told; so the generations told as durable only
    /// rise. And nothing is told after ``close()``: a save that was on its way then has come to the
    /// disk before `close()` returned, or has failed.
    public var onSave: ((SaveOutcome) -> Void)?
    /// Called right before a generation is handed to the disk, on the session's thread. ``onSave``
    /// tells what came of it, with the exceptions named there.
    public var onWillSave: ((UInt64) -> Void)?
    /// Called when the restoration window has closed, on the session's thread: from `restore()`, or
    /// later from ``runPending()`` if the window was extended; and once more after each late
    /// arrival of awaited objects, which opens it again. From then on nothing of the restore is
    /// under way, and a program may reload and rearrange what it shows.
    public var onSettled: (() -> Void)?
    /// Called when another build of a plugin has taken over, on the session's thread: from
    /// ``reloadPlugin(_:)``, or from ``runPending()``.
    public var onPluginReload: ((PluginReload) -> Void)?
    /// The time in which a crash counts as one of the restore. Any thread may extend it.
    public let restorationWindow: RestorationWindow

    let thread = ThreadIdentity.current
    let process = getpid()
    let store: (any RestorationStore)?
    let descriptor: WakeUpDescriptor
    let mailbox: Mailbox<SessionMail>
    let classes: ClassDirectory
    let registry = ObjectRegistry()
    private lazy var bridge = PluginSessionBridge(self)
    var roots: [RestorationRoot] = []
    /// Where saves and reports are written that the session's thread does not wait for.
    let diskThread = DiskThread()
    /// Does the disk work of saves that nobody waits for, on another thread.
    package lazy var inBackground: (_ work: @escaping @Sendable () -> Void) -> Void = {
        [diskThread] in diskThread.perform($0)
    }
    /// Hears whose code is about to run in a restore.
    package var recorder: (any RestorationRecorder)?
    /// Why nothing at all is restored, and everything retained; `nil` for any program.
    var retainsEverything: Diagnosis?
    /// What the recorder is unless a test stands in between; `nil` where there is no place for it.
    package internal(set) var ledger: CrashLedger?
    /// Why the state was restored; `nil` before that.
    var restoreReason: RestorationReason?
    /// When and by what the state was saved that is, or was, restored.
    var savedState: PreservationInfo?

    /// What was decided of every record before the restore; `nil` before that.
    var planned: PlannedRecords?
    /// What has become of each record of the archive that was restored.
    var records = RecordTable()
    /// What became of every object, as far as it is known by now: that of an object whose data
    /// arrives late changes after ``restore(reason:)`` has returned. `nil` before that.
    public internal(set) var report: RestorationReport?
    /// Where the restore has found objects that no class makes.
    private(set) lazy var foundPaths = report?.pathsOfFound ?? []
    /// Whether something has changed since the places of awaited objects were looked at.
    var mayHaveTakenPlaces = false
    /// The objects whose kept state was given up, as they have changed, until a durable save has
    /// told so.
    var outdated: [RestorationPath] = []

    var phase = Phase.created
    /// Where archives of older versions have what is elsewhere now.
    private(set) var pathAliases: [PathAlias] = []
    /// What was opened before the restore, for somebody who asked what is in it.
    var opening: ArchiveOpening?
    /// Why nothing may be saved, if that is so.
    var savingObstacle: Diagnosis?
    var autosave: Autosave
    /// The changes that the program has reported, and how many of them are durable.
    var reportedChanges = ReportedChanges()
    /// What captures have found out that are on their way to the disk, by their generations.
    var changesOnTheirWay: [UInt64: CaptureChanges] = [:]
    /// The newest generation that was told to be durable.
    var newestSaved: UInt64 = 0
    let writer = ArchiveWriter()
    var isCapturing = false
    /// Tickets of what arrived while objects were being preserved or restored.
    var postponedArrivals: [RestorationTicket] = []
    var signals: SignalRelay?
    /// Listens for requests to reload plugins; `nil` where nobody may ask.
    var reloadListener: ReloadListener?
    /// The main context that drives the session, if one does.
    var mainContextSource: MainContextSource?
    private(set) var reportWriter: ReportWriter?
    /// What the log has said of, since other code of the process has closed it.
    var reportedClosed: Set<String> = []
    /// Whether something has changed before the restore of which nobody was warned yet.
    var hasEarlyChange = false
    /// Whether the report says more than the stored one.
    var hasNewReport = false

    enum Phase {
        case created, restoring, running, closed
    }

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
        self.application = application
        let options = options.withAbsoluteDirectories
        self.options = options
        if let limit = options.recordSizeLimit { writer.sections.sizeLimit = limit }
        self.delegate = delegate
        autosave = Autosave(interval: options.autosaveInterval)
        restoration_stay_loaded()
        let descriptor = try WakeUpDescriptor()
        self.descriptor = descriptor
        mailbox = Mailbox(SessionMail()) { descriptor.signal() }
        restorationWindow = RestorationWindow(limit: options.extensionLimit, clock: options.clock) {
            descriptor.signal()
        }
        classes = ClassDirectory(application: identifier, options: options) { descriptor.signal() }
        guard options.usesStoredState else {
            store = nil
            savingObstacle = Diagnosis(
                problem: "The session was created to run without stored state",
                remedy: "Set usesStoredState to true."
            )
            classes.serve(bridge)
            LiveSessions.add(self)
            return
        }
        let store = try options.store(of: identifier)
        try store.lock()
        self.store = store
        LiveSessions.add(self)
        openLedger(of: store)
        reportWriter = ReportWriter(
            store,
            on: diskThread,
            application: application,
            logger: options.logger(.restore),
            wakeUp: { descriptor.signal() }
        )
        classes.serve(bridge)
        if options.acceptsReloads { listenForReloads() }
    }

    deinit {
        guard isInOwnProcess else { return }
        // Before the lock goes, which another session may wait for.
        reloadListener = nil
        LiveSessions.remove(mailbox)
        forgetRecords()
        signals?.stop()
        finishDiskWork()
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
        enter()
        guard phase != .closed else { return }
        roots.append(RestorationRoot(root, scope: Discriminator(scope)))
        records.note(root, isTakenOff: false)
    }

    /// Takes a root off again, such as that of a closed window. Its state goes with the next save,
    /// and with it, for good, what is retained of its parts that could not be restored. Does
    /// nothing for an object that is no root, as none is once the session is closed.
    public func removeRoot(_ root: any Restorable) {
        enter()
        guard roots.contains(where: { $0.object === root }) else { return }
        roots.removeAll { $0.object === root }
        records.note(root, isTakenOff: true)
        changed()
    }

    /// Says what a type of the base graph was called when older archives were saved, so that a type
    /// that was renamed, or moved to another module, gets its state. Archives saved from now on
    /// hold the new name.
    ///
    /// ```swift
    /// session.alias("Desk.MainWindow", for: DeskWindow.self)
    /// ```
    ///
    /// Objects that a restoration class recreates need no alias: archives know them by the name of
    /// the class, which ``register(_:as:schemaVersion:aliases:droppedKeys:)`` gives.
    ///
    /// Does nothing once the session is closed.
    ///
    /// Semantic source: rules REST-19 and REST-20; in UIKit, a class that is renamed loses its
    /// state.
    ///
    /// - Parameters:
    ///   - formerName: The type with its module, as `String(reflecting:)` prints it and as the
    ///     report of a restore names it.
    ///   - type: What the type is now.
    public func alias(_ formerName: String, for type: any Restorable.Type) {
        enter()
        guard phase != .closed else { return }
        classes.alias(formerName, for: type)
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
    /// no scope of a root counts in all of them. The report of the restore says what was moved.
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
        guard phase == .created else { throw SessionError.alreadyRestored }
        let formerPath = try RestorationPath(parsing: formerPath)
        let path = try RestorationPath(parsing: path)
        guard let alias = PathAlias(formerPath, for: path) else {
            throw SessionError.unusableAlias(formerPath, for: path)
        }
        pathAliases.append(alias)
    }

    /// Names a Swift class of the host, so that its objects are recreated by it. Does nothing once
    /// the session is closed.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: What archives hold. Keep it when the type is renamed.
    ///   - schemaVersion: The version of what its objects encode; raise it when that changes, and
    ///     implement `migrateRestorableState(from:reading:writing:)`.
    ///   - aliases: Former names, under which older archives may know the class.
    ///   - droppedKeys: Keys that former versions have stored. Keys that an object does not ask for
    ///     are saved again, since a newer version may have stored them; these are not.
    public func register<Object: RestorableObject>(
        _ type: Object.Type,
        as name: String,
        schemaVersion: Int = 1,
        aliases: [String] = [],
        droppedKeys: Set<String> = []
    ) {
        register(
            HostRestorationClass(
                type,
                name: name,
                schemaVersion: schemaVersion,
                droppedKeys: droppedKeys
            ),
            aliases: aliases
        )
    }

    /// Names a restoration class of the host that is more than a Swift type: one that asks the
    /// program's own factory, or returns an object that exists already (REST-10). Does nothing once
    /// the session is closed.
    ///
    /// - Parameters:
    ///   - restorationClass: One of the host's: its `plugin` is `nil`. Kept as long as the session.
    ///   - aliases: Former names, under which older archives may know the class.
    public func register(_ restorationClass: any RestorationClass, aliases: [String] = []) {
        enter()
        guard phase != .closed else { return }
        classes.register(restorationClass, aliases: aliases)
    }

    /// Has restoration classes of the host found that nobody has registered, by the names that
    /// archives hold. Asked once for each that is found; the names of types are to be checked.
    package func findClasses(by find: @escaping (_ name: String) -> (any RestorationClass)?) {
        enter()
        classes.findClass = find
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
        guard let name = RestorationIdentifier(identifier) else {
            throw .invalidIdentifier(length: identifier.utf8.count)
        }
        registry.record(
            object,
            as: ObjectRegistry.Identity(
                identifier: name,
                parent: parent ?? object.restorationParent ?? registry.knownParent(of: object),
                restorationClass: registry.restorationClass(of: object)
                    ?? object.restorationClass.flatMap { classes.hostClass($0) },
                isRegistered: true
            )
        )
    }

    // MARK: The end

    /// Ends the session: stops watching signals and gives the lock back. What was not saved is not
    /// saved now; a save that is on its way is waited for, and ``onSave`` is not told of it. Ending
    /// twice is harmless.
    public func close() {
        enter()
        guard phase != .closed else { return }
        warnOfMissingRestore()
        phase = .closed
        restorationWindow.close()
        settle()
        recorder?.launchDidSucceed()
        recorder?.launchDidEnd()
        LiveSessions.remove(mailbox)
        signals?.stop()
        signals = nil
        stopListening()
        mainContextSource = nil
        finishDiskWork()
        changesOnTheirWay = [:]
        // Controllers mostly hold their session: let go of them. The last of what plugins have made
        // may be destroyed with that.
        roots = []
        forgetRecords()
        _ = classes.runPending()
        ledger?.end()
        store?.close()
    }

    /// Lets go of what is retained, and tells everybody who gets data that nobody waits for it.
    func forgetRecords() {
        records.cancelAllTickets()
        records.removeAll()
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

/// What came of a save.
public struct SaveOutcome: Sendable {
    /// The number of the generation, higher than any before; 0 where none was captured.
    public let generation: UInt64
    /// What was left out of it, and why.
    public let report: PreservationReport
    /// Why it is not on disk; `nil` if it is. The state stays marked as changed and is tried again.
    public let error: Diagnosis?
    /// What the store had to mend meanwhile, such as a key file that was removed and has been
    /// written back. The log has it, too.
    public var notes: [Diagnosis] = []
}
