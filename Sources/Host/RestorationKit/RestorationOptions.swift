public import Logging
package import RestorationDiscovery
package import RestorationPlugins

/// The treatment of failures. `Docs/RestorePolicy.md` has the cases.
public enum RestorationPreset: Hashable, Sendable, CaseIterable {
    /// A failure costs as little as possible, and objects that cannot be restored are retained.
    case granular
    /// As in UIKit. Saves happen only on request. The whole archive is verified before any
    /// participant's code runs, and any damage rejects it. Objects that cannot be restored are
    /// given up. After a failed decode, a coder finds no more values.
    case uikit
}

/// The settings of a session. The defaults suit an interactive program with one user.
public struct RestorationOptions: Sendable {
    /// One directory for all files of a session, as for a program on a portable drive or in a test.
    /// `nil` uses the user's directories, as `stateDirectory` and `keyProvider` describe. A
    /// relative path is resolved when the session is created.
    ///
    /// The directory has `state/<application id>/` and `keys/<application id>.key`. The session
    /// creates missing directories, and refuses those that others may change. A copy of the whole
    /// directory includes the key, and can be read.
    ///
    /// ``stateDirectory``, ``keyProvider`` and ``store`` override it. It does not affect
    /// ``pluginDirectories``.
    public var privateDirectory: String?
    /// The directory of the archives; `nil` for `$XDG_STATE_HOME/<application id>/restoration`. A
    /// relative path is resolved when the session is created.
    public var stateDirectory: String?
    /// The provider of the key that seals archives; `nil` for a key file of mode 0600 under
    /// `$XDG_DATA_HOME/restoration/keys`.
    public var keyProvider: (any KeyProvider)?
    /// Stores the state in place of files. The two settings above are then ignored. A store serves
    /// one session at a time.
    public var store: (any RestorationStore)?
    /// Gets a copy of the newest state in the background, so that the person can continue on
    /// another machine, as with `PostgreSQLStore`; `nil` to keep the state on this machine. Both
    /// machines need the same key. With a custom ``store``, make the store a `RoamingStore`
    /// instead.
    public var remote: (any RemoteStore)?
    /// The owner of the state, if the role at the remote store serves many people: up to 200 bytes
    /// without control characters. `nil` for the role's own.
    public var person: String?
    /// The shortest time between two copies to ``remote``. The newest state wins.
    public var uploadInterval: Duration = .seconds(5)
    /// Directories searched for plugins before all other places.
    public var pluginDirectories: [String] = []
    /// Whether to accept plugins that claim to serve every application ("*").
    public var acceptsPluginsForAnyApplication = false
    /// How change-notification callbacks for the libraries behind bindings are created. With
    /// ``/RestorationInvocation/ClosurePolicy/none`` there are none, and the program calls
    /// ``RestorationSession/invalidate(_:)``.
    public var closurePolicy = ClosurePolicy.libffi
    /// Receives plugins' messages and faults. Silent by default, so that no lines appear on a
    /// program's terminal.
    public var logger = Logger(label: "RestorationKit", factory: { _ in SwiftLogNoOpLogHandler() })
    /// The longest time before a change is saved. Changes within it are saved together.
    public var autosaveInterval: Duration = .seconds(1)
    /// Whether changes are saved automatically. Otherwise only ``RestorationSession/preserveNow()``
    /// and ``RestorationSession/preserve()`` save.
    public var savesAutomatically = true
    /// Whether anything is saved or restored. A second instance of a program may run with `false`:
    /// it takes no lock and touches no state.
    public var usesStoredState = true
    /// The clock for autosaves and for the times in archives.
    public var clock: any RestorationClock = SystemClock()
    /// Stored with the state for later versions; `nil` if the program has none.
    public var applicationVersion: String?
    /// Stored with the state. Tests replace it to simulate another system.
    package var systemVersion = SystemFacts.systemVersion
    /// Replaces this process's facts in the search for plugins. A program under test finds only
    /// plugins in ``pluginDirectories``.
    package var pluginSearchFacts: ProcessFacts?
    /// The resolved path of the only file used for its plugin.
    package var chosenPluginFile: String?
    /// Called for each call into a plugin, beside the log.
    package var onPluginCall: (@Sendable (PluginCallTrace) -> Void)?
    /// Whether the session writes reports and the crash ledger. `false` in tools that change a
    /// program's state from outside.
    package var recordsLaunch = true
    /// The most bytes that one object may store. For tests.
    package var recordSizeLimit: Int?
    /// The age above which state is set aside instead of restored; `nil` for no limit (FAIL-9).
    public var maximumAge: Duration?
    /// Whether state from before the machine was started is set aside instead of restored (FAIL-9).
    /// If that is unknown, it is restored.
    public var expiresAtRestart = false
    /// For development: neither ``RestorationSession/discard()`` nor a crash costs any state, and
    /// crashed objects are tried again at every launch (FAIL-15).
    public var keepsStateForDevelopment = false
    /// For authors of plugins: whether `restorectl plugin dev` may request reloads, as by
    /// ``RestorationSession/reloadPlugin(_:)``. The session then listens at a socket in its state
    /// directory, for the same user alone. It does not with a custom ``store``, or in a process
    /// with more rights than its user.
    public var acceptsReloads = false
    /// Whether a save's report also names every object that is left out because nothing references
    /// it. This lists every object's children. `PreservationError` lists the affected cases.
    /// The archive is the same. Turn it on during development, as a `TestProgram` of
    /// RestorationTesting does.
    public var auditsSaves = false
    /// The size of all records, in bytes, above which a save reports the largest objects.
    public var sizeBudget = 8 << 20
    /// The size of one object's record, in bytes, above which a save reports the object.
    public var objectSizeBudget = 1 << 20

    /// Whether fatal signals of the program's own code (SEGV, BUS, ILL, FPE, ABRT, TRAP) are
    /// recorded, from the restore until the session is closed. The next launch then leaves out an
    /// object that crashed while it was restored, and does not ask one that crashed in a save for
    /// its state. The previous handler, or the default, still runs.
    ///
    /// With `false`, a crash looks like a SIGKILL: two in a row in a restore leave an object out
    /// for one launch, and a crash in a save goes unnoticed.
    public var recordsFatalSignals = true
    /// How long code of an object or plugin may run before it counts as hung. It is then logged,
    /// and if the program ends in that code, the next launch treats that as a crash of it.
    /// ``RestorationSession/reportProgress()``, or `report_progress` of a plugin's host, restarts
    /// the time. `nil`, or `recordsFatalSignals = false`, disables the watch.
    ///
    /// Time in which the process is stopped, as by a debugger, is not counted.
    public var hangDeadline: Duration? = .seconds(10)
    /// How long the restoration window stays open after the last `extend()`.
    public var extensionLimit: Duration = .seconds(60)

    /// How long after the restore the session waits for objects whose restoration class said "not
    /// yet". State that has not arrived by then is retained for the next launch. `nil` for no
    /// limit.
    public var arrivalLimit: Duration? = .seconds(30)

    /// The preset, as given.
    public let preset: RestorationPreset

    /// Creates the defaults of a preset.
    public init(preset: RestorationPreset = .granular) {
        self.preset = preset
        if preset == .uikit { savesAutomatically = false }
    }

    /// Whether one failure costs the whole archive, as in UIKit.
    var isStrict: Bool { preset == .uikit }

    func store(
        of application: ApplicationIdentifier
    ) throws(StorageError) -> any RestorationStore {
        if let store { return store }
        let files = try ArchiveStore(
            application: application,
            directory: chosenStateDirectory(of: application.rawValue),
            keys: chosenKeyProvider
        )
        guard let remote else { return files }
        var settings = RoamingStore.Settings()
        settings.uploadInterval = uploadInterval
        settings.now = { [clock] in clock.now }
        if let person {
            guard let name = RemotePerson(person) else {
                throw .store(
                    Diagnosis(
                        problem: "The options name an invalid person",
                        remedy: "Use 1 to \(RemotePerson.maximumLength) bytes of UTF-8 without"
                            + " control characters."
                    )
                )
            }
            settings.person = name
        }
        return RoamingStore(files, remote: remote, settings: settings)
    }
}
