public import Foundation
public import RestorationKit

/// The program: its delegate, its windows, its state, and its restoration.
///
/// ``UISystem`` plays the part of iOS: it launches the program, sends it to the background and ends
/// it.
@MainActor open class UIApplication: UIResponder {
    /// The program. Ends the process if none has been launched.
    public static var shared: UIApplication {
        guard let current else {
            fatalError(
                "There is no UIApplication yet: launch one by @main, UIApplicationMain or"
                    + " UISystem.launch(_:configuration:)."
            )
        }
        return current
    }
    static weak var current: UIApplication?
    /// The program for a toolkit, if one has been launched.
    package static var launched: UIApplication? { current }

    /// A reason for the launch. None of UIKit's reasons occurs here.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether the program is active, inactive or in the background.
    public enum State: Int, Sendable {
        /// The program receives events.
        case active
        /// The program is shown and receives no events.
        case inactive
        /// The program is not shown. Its state has been saved.
        case background
    }

    /// The program's delegate. Unlike UIKit's, the application retains it.
    open var delegate: (any UIApplicationDelegate)?
    /// The program's current state.
    open internal(set) var applicationState = State.inactive
    /// The visible windows, in the order in which they were shown.
    open internal(set) var windows: [UIWindow] = []
    /// The window that receives keyboard input.
    open internal(set) weak var keyWindow: UIWindow? {
        didSet {
            guard keyWindow !== oldValue else { return }
            Display.recordChange()
            if InterfaceMetrics.current.isDrawn { keyWindow?.rootViewController?.recordChange() }
        }
    }
    /// The program's configuration.
    public let configuration: UIApplicationConfiguration
    /// The engine's session, for features without a UIKit name: reports, plugins' objects, a log.
    public let restorationSession: RestorationSession
    nonisolated private let restorationWindow: RestorationWindow

    let registered = RegisteredObjects()
    let types: RestorationTypes
    var storyboards: [String: UIStoryboard] = [:]
    /// The program's own modules: the delegate's, and the executable's.
    var modules: [String] {
        let delegates = delegate.map {
            String(String(reflecting: type(of: $0)).prefix { $0 != "." })
        }
        let executables = Bundle.main.executableURL?.lastPathComponent
            .replacingOccurrences(of: "-", with: "_")
        return [delegates, executables].compactMap(\.self)
    }
    var sessionRoots: [(root: UIViewController, scope: String?)] = []
    lazy var bridge = ApplicationBridge(self)
    lazy var scenes = SceneSessions(self)
    /// Controllers made for the restore, whose views are not loaded yet.
    private var made: [UIViewController] = []
    /// The restored focus of each window. It is applied once the window is shown, because bars get
    /// their buttons then.
    private var restoredFocus: [(controller: UIViewController, name: String?, places: [Int])] = []
    private var wasAnswered = true
    var isSecure = true
    /// Whether the delegate restores state, or `nil` before the delegate was asked.
    var restoresState: Bool?
    var savedIdiom: Int?
    lazy var snapshots = LaunchSnapshots(self)
    /// Whether changes schedule a save. Those of the launch and the restore do not.
    var recordsChanges = false
    /// Whether controllers wait to appear until they are built and restored.
    var defersAppearance = false
    /// The failures of saves that were logged. Each is logged once.
    var loggedLosses: Set<Diagnosis> = []
    /// Called when a save may have become due.
    var didRecordChange: (() -> Void)?

    init(_ configuration: UIApplicationConfiguration, identifier: String) throws {
        self.configuration = configuration
        restorationSession = try RestorationSession(
            application: identifier,
            options: configuration.options
        )
        for (formerPath, path) in configuration.formerPaths {
            try restorationSession.alias(formerPath, forPath: path)
        }
        restorationWindow = restorationSession.restorationWindow
        types = RestorationTypes(configuration.restorationClasses)
        super.init()
        Self.current = self
        restorationSession.delegate = bridge
        restorationSession.findClasses { [types] in types.find($0) }
        restorationSession.onSave = { [weak self] in self?.logLosses(of: $0.report) }
    }

    /// Returns `nil`: only `UISystem` creates the application.
    public required init?(coder: NSCoder) { return nil }

    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: State restoration

    /// Registers an object for restoration under an identifier. The object is saved if a saved
    /// object encodes it (OBJ-3). The application does not retain it (OBJ-4).
    ///
    /// An empty identifier ends the process (OBJ-2), and so does a call before the launch.
    open class func registerObject(
        forStateRestoration object: any UIStateRestoring,
        restorationIdentifier: String
    ) {
        precondition(
            !restorationIdentifier.isEmpty,
            "UIRestorationObjectRegistrationException: the restoration identifier is empty"
        )
        shared.register(object, restorationIdentifier)
    }

    private func register(_ object: any UIStateRestoring, _ identifier: String) {
        let parent = object.restorationParent.flatMap { participant(of: $0) }
        let known: any Restorable
        if let restorable = object as? any Restorable {
            known = restorable
        } else {
            let made = RegisteredObject(
                object,
                identifier: identifier,
                parent: parent,
                factory: object.objectRestorationClass.map { types.name(of: $0) }
            )
            registered.add(made, for: object)
            known = made
        }
        do {
            try restorationSession.registerObject(known, identifier: identifier, parent: parent)
        } catch {
            log(Diagnosis(error))
        }
    }

    /// The engine's participant for an object, or `nil` if the object takes no part in restoration.
    func participant(of object: AnyObject) -> (any Restorable)? {
        (object as? any Restorable) ?? registered.participant(of: object)
    }

    /// Extends the restoration window beyond the end of the restore: until
    /// `completeStateRestoration()`, a crash is a crash of the restore (REST-33). Any thread.
    nonisolated open func extendStateRestoration() { restorationWindow.extend() }

    /// Ends the extension by `extendStateRestoration()`. Any thread.
    nonisolated open func completeStateRestoration() {
        restorationWindow.complete()
    }

    /// Discards the current snapshot, so the next launch shows none. Call it while state is saved,
    /// for example in `encodeRestorableState(with:)`. Other calls have no effect (FAIL-22).
    open func ignoreSnapshotOnNextApplicationLaunch() { snapshots.veto() }

    /// The last snapshot, which a toolkit shows instead of the program's windows. Available from
    /// `application(_:willFinishLaunchingWithOptions:)` until the restoration is complete
    /// (FAIL-20). `nil` if there is none to show.
    ///
    /// No counterpart in UIKit, where the system shows it.
    public var launchSnapshot: UILaunchSnapshot? { snapshots.shown }

    // MARK: Optional delegate methods

    /// Marks a delegate method as not implemented, and returns a dummy result.
    func unanswered<Answer>(_ nothing: Answer) -> Answer {
        wasAnswered = false
        return nothing
    }

    /// The delegate's answer, or `nil` if the method is not implemented.
    func answer<Answer>(_ ask: () -> Answer) -> Answer? {
        let outer = wasAnswered
        defer { wasAnswered = outer }
        wasAnswered = true
        let answer = ask()
        return wasAnswered ? answer : nil
    }

    func asking<Answer>(_ ask: (any UIApplicationDelegate) -> Answer) -> Answer? {
        guard let delegate else { return nil }
        return answer { ask(delegate) }
    }

    // MARK: Made for a restore

    func recordMade(_ controller: UIViewController) { made.append(controller) }

    /// Loads the views of controllers made for the restore, before the first one decodes.
    func loadMadeViews() {
        guard !made.isEmpty else { return }
        let controllers = made
        made = []
        for controller in controllers { controller.loadViewIfNeeded() }
    }

    func recordRestoredFocus(_ controller: UIViewController, _ name: String?, _ places: [Int]) {
        restoredFocus.append((controller, name, places))
    }

    /// Restores the key window, and the focus of windows that have none yet.
    func restoreKeyWindowAndFocus() {
        for (controller, name, places) in restoredFocus {
            guard let window = controller.windowOfResponder else { continue }
            window.layoutIfNeeded()
            guard window.focusedView == nil,
                let view = controller.view(named: name, at: places)
            else { continue }
            window.restoreFocus(to: view)
        }
        restoredFocus = []
        scenes.takeKeySession()?.windows.last?.makeKey()
    }
}

extension UIApplication {
    /// The version of the program that saved, as text.
    nonisolated public static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersion"
    /// The user interface idiom of the save, as an integer.
    nonisolated public static let stateRestorationUserInterfaceIdiomKey =
        "UIApplicationStateRestorationUserInterfaceIdiom"
    /// The time of the save, as a `Date`.
    nonisolated public static let stateRestorationTimestampKey =
        "UIApplicationStateRestorationTimestamp"
    /// The operating system of the save, as text.
    nonisolated public static let stateRestorationSystemVersionKey =
        "UIApplicationStateRestorationSystemVersion"
    /// The controller's storyboard, a `UIStoryboard`, in the controller's own coder only.
    nonisolated public static let stateRestorationViewControllerStoryboardKey =
        "UIStateRestorationViewControllerStoryboard"
}
