public import Foundation
public import RestorationKit

/// The program: its delegate, its windows, its state, and its restoration.
///
/// What iOS does to a program ``UISystem`` does here: it launches it, sends it to the background
/// and ends it.
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
    /// The program, if one has been launched.
    static weak var current: UIApplication?
    /// The same for what shows it.
    package static var launched: UIApplication? { current }

    /// Why the program was launched. None of UIKit's reasons occurs here.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What the program is doing.
    public enum State: Int, Sendable {
        /// It gets events.
        case active
        /// It is shown and gets no events.
        case inactive
        /// It is not shown. Its state has been saved.
        case background
    }

    /// The program's delegate. Unlike UIKit's, it is held by the application.
    open var delegate: (any UIApplicationDelegate)?
    /// What the program is doing.
    open internal(set) var applicationState = State.inactive
    /// The windows that are shown, in the order in which they came.
    open internal(set) var windows: [UIWindow] = []
    /// The window that gets what is typed.
    open internal(set) weak var keyWindow: UIWindow? {
        didSet {
            guard keyWindow !== oldValue else { return }
            Display.noteChange()
            if InterfaceMetrics.current.isDrawn { keyWindow?.rootViewController?.noteChange() }
        }
    }
    /// How the program is set up.
    public let configuration: UIApplicationConfiguration
    /// The engine's session, for what UIKit has no name for: reports, plugins' objects, a log.
    public let restorationSession: RestorationSession
    nonisolated private let restorationWindow: RestorationWindow

    let registered = RegisteredObjects()
    let types: RestorationTypes
    /// The storyboards that have been read, by name.
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
    /// The roots as the session knows them.
    var sessionRoots: [(root: UIViewController, scope: String?)] = []
    lazy var bridge = ApplicationBridge(self)
    /// The program's scenes, if it has some.
    lazy var scenes = SceneSessions(self)
    /// Controllers that were made for the restore, and whose views are not loaded yet.
    private var made: [UIViewController] = []
    /// What had the keys of each window when the program was saved, and has them again once the
    /// window is shown: bars have their buttons by then.
    private var restoredFocus: [(controller: UIViewController, name: String?, places: [Int])] = []
    private var wasAnswered = true
    /// Whether values are stored and read by secure coding alone.
    var isSecure = true
    /// Whether the delegate has said that it restores state; `nil` as long as nobody had to ask.
    var restoresState: Bool?
    /// The user interface idiom of the device that saved the state.
    var savedIdiom: Int?
    /// The pictures of the screen that stand in until the program is ready.
    lazy var snapshots = LaunchSnapshots(self)
    /// Whether changes count by now: what the launch builds and the restore sets are none.
    var notesChanges = false
    /// Whether controllers appear later: not before they are built and restored.
    var defersAppearance = false
    /// What the log has of failed saves; each is told once, not at every save.
    var loggedLosses: Set<Diagnosis> = []
    /// Called when something may be due to be saved.
    var didNoteChange: (() -> Void)?

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

    /// Cannot be: a program has one application, which `UISystem` creates.
    public required init?(coder: NSCoder) { return nil }

    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: State restoration

    /// Makes an object known under an identifier, so that it takes part in restoration: it is saved
    /// if something that is saved encodes it (OBJ-3). Held weakly (OBJ-4).
    ///
    /// An empty identifier is a programmer's error and ends the process (OBJ-2), as it is to
    /// register something before there is a program.
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

    /// What the engine knows an object by; `nil` if the object takes no part in restoration.
    func participant(of object: AnyObject) -> (any Restorable)? {
        (object as? any Restorable) ?? registered.participant(of: object)
    }

    /// Says that restoring goes on though the delegate has been told that it is finished: until
    /// `completeStateRestoration()`, a crash counts as one of the restore (REST-33). May be called
    /// on any thread.
    nonisolated open func extendStateRestoration() { restorationWindow.extend() }

    /// The counterpart of `extendStateRestoration()`. May be called on any thread.
    nonisolated open func completeStateRestoration() {
        restorationWindow.complete()
    }

    /// Has the next launch show no picture of the screen as it is now. Counts only in what is
    /// called while state is saved, such as `encodeRestorableState(with:)`; called from elsewhere
    /// it does nothing (FAIL-22).
    open func ignoreSnapshotOnNextApplicationLaunch() { snapshots.veto() }

    /// The picture of the screen as it was last, for what shows the program: it is to be seen in
    /// place of the program's windows. `nil` when there is none, or none that may be shown, and
    /// from the moment on in which the restoration is complete (FAIL-20). It is there when
    /// `application(_:willFinishLaunchingWithOptions:)` is called.
    ///
    /// No counterpart in UIKit, where the system shows it.
    public var launchSnapshot: UILaunchSnapshot? { snapshots.shown }

    // MARK: What delegates have

    /// What the defaults of delegates' methods return.
    func unanswered<Answer>(_ nothing: Answer) -> Answer {
        wasAnswered = false
        return nothing
    }

    /// Asks a delegate; `nil` if it does not answer.
    func answer<Answer>(_ ask: () -> Answer) -> Answer? {
        let outer = wasAnswered
        defer { wasAnswered = outer }
        wasAnswered = true
        let answer = ask()
        return wasAnswered ? answer : nil
    }

    /// Asks the delegate; `nil` if it does not answer.
    func asking<Answer>(_ ask: (any UIApplicationDelegate) -> Answer) -> Answer? {
        guard let delegate else { return nil }
        return answer { ask(delegate) }
    }

    // MARK: Made for a restore

    /// A restoration class or a storyboard has made a controller.
    func noteMade(_ controller: UIViewController) { made.append(controller) }

    /// Loads the views of all that were made, before the first of them decodes.
    func loadMadeViews() {
        guard !made.isEmpty else { return }
        let controllers = made
        made = []
        for controller in controllers { controller.loadViewIfNeeded() }
    }

    func noteRestoredFocus(_ controller: UIViewController, _ name: String?, _ places: [Int]) {
        restoredFocus.append((controller, name, places))
    }

    /// Gives the keys back to the window, and in each to the view, that had them, where no other
    /// one has got them meanwhile.
    func giveFocusBack() {
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
    /// The version of the program that saved: a text.
    nonisolated public static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersion"
    /// The user interface idiom when the state was saved: an integer.
    nonisolated public static let stateRestorationUserInterfaceIdiomKey =
        "UIApplicationStateRestorationUserInterfaceIdiom"
    /// When the state was saved: a `Date`.
    nonisolated public static let stateRestorationTimestampKey =
        "UIApplicationStateRestorationTimestamp"
    /// The operating system that the state was saved on: a text.
    nonisolated public static let stateRestorationSystemVersionKey =
        "UIApplicationStateRestorationSystemVersion"
    /// The storyboard that a controller came from: a `UIStoryboard`, in its own coder alone.
    nonisolated public static let stateRestorationViewControllerStoryboardKey =
        "UIStateRestorationViewControllerStoryboard"
}
