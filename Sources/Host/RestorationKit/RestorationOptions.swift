public import Logging
package import RestorationDiscovery
package import RestorationPlugins

/// What happens when something goes wrong; `Docs/RestorePolicy.md` has the cases.
public enum RestorationPreset: Hashable, Sendable, CaseIterable {
    /// A failure costs as little as can be, and objects that cannot be restored are retained.
    case granular
    /// As UIKit does it: nothing is saved unless the program says so; the whole archive is verified
    /// before any participant's code runs, and rejected as a whole; objects that cannot be restored
    /// are given up; and a coder finds nothing any more once something could not be decoded.
    case uikit
}

/// How a session behaves. Every setting has a default that suits a program with one user in front.
public struct RestorationOptions: Sendable {
    /// One directory for everything that a session writes, for programs that leave no traces
    /// elsewhere: on a machine with one program, on a drive that is carried about, in a test. `nil`
    /// for the directories of the user, as `stateDirectory` and `keyProvider` say. A relative
    /// path is resolved when the session is created.
    ///
    /// Below it lie `state/<application id>/` and `keys/<application id>.key`. The session makes
    /// directories that are missing, and refuses those that others may change. A copy of the whole
    /// directory has the state with its key, and can be read.
    ///
    /// ``stateDirectory``, ``keyProvider`` and ``store`` win where they are set as well. Where
    /// plugins are searched for does not change: that is ``pluginDirectories``.
    public var privateDirectory: String?
    /// Where archives lie; `nil` for `$XDG_STATE_HOME/<application id>/restoration`. A relative
    /// path is resolved when the session is created.
    public var stateDirectory: String?
    /// The provider of the key that seals archives; `nil` for a key file of mode 0600 under
    /// `$XDG_DATA_HOME/restoration/keys`.
    public var keyProvider: (any KeyProvider)?
    /// Keeps the state in place of files; the two settings above then mean nothing. A store serves
    /// one session at a time.
    public var store: (any RestorationStore)?
    /// Searched for plugins before all other places.
    public var pluginDirectories: [String] = []
    /// Whether plugins that claim to serve every application ("*") are let in.
    public var acceptsPluginsForAnyApplication = false
    /// How change-notification callbacks for the libraries behind bindings are created.
    /// With ``/RestorationInvocation/ClosurePolicy/none`` they tell nothing, and the program calls
    /// ``RestorationSession/invalidate(_:)``.
    public var closurePolicy = ClosurePolicy.libffi
    /// Where plugins' messages and faults go. Silent by default: a terminal program cannot have
    /// lines appear among its own.
    public var logger = Logger(label: "RestorationKit", factory: { _ in SwiftLogNoOpLogHandler() })
    /// How long a change may wait until it is saved. Changes within that time are saved together.
    public var autosaveInterval: Duration = .seconds(1)
    /// Whether changes are saved by themselves; otherwise only ``RestorationSession/preserveNow()``
    /// and ``RestorationSession/preserve()`` save.
    public var savesAutomatically = true
    /// Whether anything is saved or restored at all. A second instance of a program may run with
    /// `false`: it takes no lock and touches no state.
    public var usesStoredState = true
    /// The clock: decides when a change is due to be saved, and its time stands in archives.
    public var clock: any RestorationClock = SystemClock()
    /// Stored with the state, so that a later version can tell; `nil` if the program has none.
    public var applicationVersion: String?
    /// Stored with the state; tests stand for another system by another.
    package var systemVersion = SystemFacts.systemVersion
    /// The facts for the search for plugins, if they are not this process's: a program under test
    /// finds those of ``pluginDirectories`` alone, and none that are installed.
    package var pluginSearchFacts: ProcessFacts?
    /// The file of a plugin of which no other build is used; a path without links.
    package var chosenPluginFile: String?
    /// Hears of each call into a plugin, beside the log.
    package var onPluginCall: (@Sendable (PluginCallTrace) -> Void)?
    /// Whether the session writes reports and the crash ledger. Off for tools that change a
    /// program's state from outside.
    package var recordsLaunch = true
    /// The most that one object may store, in bytes, if it is not the format's limit; for tests.
    package var recordSizeLimit: Int?
    /// State older than this is set aside instead of restored; `nil` for state of any age (FAIL-9).
    public var maximumAge: Duration?
    /// Whether state from before the machine was started is set aside instead of restored (FAIL-9).
    /// Where nobody knows, it is restored.
    public var expiresAtRestart = false
    /// For the program's development: neither a forced quit (``RestorationSession/discard()``) nor
    /// a crash costs any state, and objects that crashed are tried again at every launch (FAIL-15).
    public var keepsStateForDevelopment = false
    /// For authors of plugins: whether `restorectl plugin dev` may have plugins reloaded while the
    /// program runs, as ``RestorationSession/reloadPlugin(_:)`` does. The session then listens at a
    /// socket in its state directory, for the same user alone; with a ``store`` of one's own, and
    /// in a process with more rights than its user, it does not.
    public var acceptsReloads = false
    /// Whether a save's report also names every object that nothing refers to, or that no restore
    /// will find: that takes a look at every object's children. `PreservationError` says which of
    /// its cases this is about; the others are told in any case. The archive is the same. Turn it
    /// on while you develop; a `TestProgram` of RestorationTesting does.
    public var auditsSaves = false
    /// The size of all records, in bytes, above which a save names the largest objects.
    public var sizeBudget = 8 << 20
    /// The size of one object's record, in bytes, above which a save names the object.
    public var objectSizeBudget = 1 << 20

    /// Whether signals that end the program because of its own code (SEGV, BUS, ILL, FPE, ABRT,
    /// TRAP) are noted, from the restore until the session is closed. The next launch then leaves
    /// out the object that crashed while it was restored, and does not ask one that crashed in a
    /// save for its state. The handler that was there before, or the default, takes its course.
    /// Without that a crash looks like a SIGKILL: an object is left out for a launch when it has
    /// happened twice in a row in a restore, and a crash in a save goes unnoticed.
    public var notesFatalSignals = true
    /// How long code of an object or a plugin may run, before it counts as hung: it is logged then,
    /// and if the program ends in that code, the next launch treats that as a crash of it. Code
    /// that calls ``RestorationSession/reportProgress()``, or `report_progress` of a plugin's host,
    /// has not hung. `nil`, or `notesFatalSignals = false`, watches nobody.
    ///
    /// Time in which the process is stopped, by a debugger for one, is not counted.
    public var hangDeadline: Duration? = .seconds(10)
    /// How long the restoration window stays open after the last `extend()`.
    public var extensionLimit: Duration = .seconds(60)

    /// How long the session waits for objects whose restoration class has said "not yet", from when
    /// the restore has returned. State that has not arrived by then is retained for the next
    /// launch. `nil` waits as long as the session lives.
    public var arrivalLimit: Duration? = .seconds(30)

    /// What happens when something goes wrong, as given.
    public let preset: RestorationPreset

    /// The defaults of a preset.
    public init(preset: RestorationPreset = .granular) {
        self.preset = preset
        if preset == .uikit { savesAutomatically = false }
    }

    /// Whether one failure costs the whole archive, as in UIKit.
    var isStrict: Bool { preset == .uikit }

    /// The store of an application that these options mean.
    func store(
        of application: ApplicationIdentifier
    ) throws(StorageError) -> any RestorationStore {
        if let store { return store }
        return try ArchiveStore(
            application: application,
            directory: chosenStateDirectory(of: application.rawValue),
            keys: chosenKeyProvider
        )
    }
}
