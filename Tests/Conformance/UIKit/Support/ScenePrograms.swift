import Foundation
import RestorationUIKit
import Testing

/// A program whose scenes each show a stack of pages.
final class SceneProgram: NSObject, UIApplicationDelegate {
    /// The callbacks in order.
    static var events: [String] = []
    /// The number of windows per scene in the latest program.
    static var windows = 1
    var application: UIApplication!
    /// The identifiers of the discarded sessions.
    private(set) var discarded: Set<String> = []
    /// The configuration names that connecting sessions had.
    private(set) var namesAsked: [String?] = []
    private let savesControllers: Bool
    private let delegateClass: AnyClass

    init(
        savesControllers: Bool = true,
        windows: Int = 1,
        delegateClass: AnyClass = SceneDelegate.self
    ) {
        self.savesControllers = savesControllers
        self.delegateClass = delegateClass
        Self.windows = windows
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.events.append("did finish launching")
        return true
    }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        Self.events.append("configuration")
        namesAsked.append(connectingSceneSession.configuration.name)
        let configuration = UISceneConfiguration(
            name: "Document",
            sessionRole: connectingSceneSession.role
        )
        configuration.delegateClass = delegateClass
        return configuration
    }

    func application(
        _ application: UIApplication,
        didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) { discarded.formUnion(sceneSessions.map(\.persistentIdentifier)) }

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { savesControllers }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { savesControllers }

    // MARK: Actions of tests

    var sessions: [UISceneSession] { Array(application.openSessions) }

    /// The session that matches one of an earlier launch.
    func session(like earlier: UISceneSession) throws -> UISceneSession {
        try #require(
            sessions.first { $0.persistentIdentifier == earlier.persistentIdentifier }
        )
    }

    func openScene() throws -> UISceneSession {
        let earlier = application.openSessions
        application.requestSceneSessionActivation(nil, userActivity: nil, options: nil)
        return try #require(application.openSessions.subtracting(earlier).first)
    }

    func openWindow(
        in session: UISceneSession,
        showing root: UIViewController
    ) throws -> UIWindow {
        let window = UIWindow(windowScene: try #require(session.scene as? UIWindowScene))
        window.rootViewController = root
        window.makeKeyAndVisible()
        return window
    }

    func delegate(of session: UISceneSession) throws -> SceneDelegate {
        try #require(session.scene?.delegate as? SceneDelegate)
    }

    func stack(of session: UISceneSession) throws -> UINavigationController {
        let scene = try #require(session.scene as? UIWindowScene)
        return try #require(scene.windows.first?.rootViewController as? UINavigationController)
    }

    func page(of session: UISceneSession) throws -> PageController {
        try #require(stack(of: session).viewControllers.first as? PageController)
    }

    func push(_ text: String, in session: UISceneSession) throws {
        let page = PageController()
        page.restorationIdentifier = "Deep page"
        page.restorationClass = PageController.self
        page.text = text
        try stack(of: session).pushViewController(page, animated: false)
    }
}

/// A scene delegate that implements and logs all methods.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate, NSUserActivityDelegate {
    var window: UIWindow?
    private var palettes: [UIWindow] = []
    /// The activity that continues the scene.
    private(set) var activity: NSUserActivity?
    private(set) var activityAtConnection: NSUserActivity?
    private(set) var activitiesAtConnection: Set<NSUserActivity> = []

    private func note(_ event: String) { SceneProgram.events.append(event) }

    func continues(_ document: String) {
        let activity = NSUserActivity(activityType: "org.example.reading")
        activity.userInfo = ["document": document]
        continues(activity)
    }

    func continues(_ activity: NSUserActivity) { self.activity = activity }

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        note("connect")
        activityAtConnection = session.stateRestorationActivity
        activitiesAtConnection = connectionOptions.userActivities
        guard let scene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: scene)
        window?.rootViewController = makeStack()
        window?.makeKeyAndVisible()
        for _ in 1..<SceneProgram.windows {
            let palette = UIWindow(windowScene: scene)
            palette.rootViewController = PageController()
            palette.makeKeyAndVisible()
            palettes.append(palette)
        }
    }

    func sceneDidDisconnect(_ scene: UIScene) { note("disconnect") }
    func sceneWillEnterForeground(_ scene: UIScene) { note("will enter foreground") }
    func sceneDidBecomeActive(_ scene: UIScene) { note("did become active") }
    func sceneWillResignActive(_ scene: UIScene) { note("will resign active") }
    func sceneDidEnterBackground(_ scene: UIScene) { note("did enter background") }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        note("continue \(userActivity.activityType)")
    }

    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) { note("did update") }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        if activity != nil { note("activity") }
        return activity
    }

    func scene(
        _ scene: UIScene,
        restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { note("interaction \(stateRestorationActivity.userInfo?["document"] ?? "none")") }

    func userActivityWillSave(_ userActivity: NSUserActivity) {
        note("will save")
        userActivity.addUserInfoEntries(from: ["by the delegate": true])
    }
}

/// A scene delegate that only builds a window.
final class BriefSceneDelegate: UIResponder, UISceneDelegate {
    private var window: UIWindow?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: scene)
        window?.rootViewController = makeStack()
        window?.makeKeyAndVisible()
    }
}

@MainActor private func makeStack() -> UINavigationController {
    let stack = UINavigationController(rootViewController: PageController())
    stack.restorationIdentifier = "Stack"
    return stack
}

final class PageController: UIViewController, UIViewControllerRestoration {
    var text: String?
    /// The filter for the visible items.
    var filter: LoggingObject?
    let list = UIScrollView()

    override func viewDidLoad() {
        super.viewDidLoad()
        list.restorationIdentifier = "List"
        list.frame = view.bounds
        list.contentSize = CGSize(width: 320, height: 5000)
        view.addSubview(list)
    }

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Page"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        SceneProgram.events.append("encode")
        coder.encode(text, forKey: "text")
        coder.encode(filter, forKey: "filter")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        SceneProgram.events.append("decode")
        text = coder.decodeObject(of: NSString.self, forKey: "text") as String?
        filter = coder.decodeObject(forKey: "filter") as? LoggingObject
    }

    override func applicationFinishedRestoringState() {
        SceneProgram.events.append("controller finished")
    }

    override func updateUserActivityState(_ activity: NSUserActivity) {
        super.updateUserActivityState(activity)
        SceneProgram.events.append("update")
        activity.addUserInfoEntries(from: ["by a responder": true])
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { PageController() }
}
