public import Foundation

/// The program's delegate for its life cycle and its restoration.
///
/// As in UIKit every method is optional: each has a default, which reports that it is not
/// implemented.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The program's window, which shows the main storyboard.
    var window: UIWindow? { get set }

    /// The program is launching, before the restore. The restore finds objects built here by their
    /// paths. The program's window must be visible on return (REST-6).
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The launch is finished, including the restore, if any.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The program receives events from now on.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The program stops receiving events.
    func applicationWillResignActive(_ application: UIApplication)
    /// The program is in the background. Its state is saved on return.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The program returns from the background.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The program is about to end.
    func applicationWillTerminate(_ application: UIApplication)

    // MARK: Scenes

    /// The configuration of a scene that is about to connect. A program that implements it uses
    /// scenes, whose delegates build the windows.
    ///
    /// It is called for the first scene before anything else, because it decides whether the
    /// program uses scenes.
    ///
    /// - Parameters:
    ///   - application: The program.
    ///   - connectingSceneSession: A new or a saved session. The `configuration` of a saved one has
    ///     the name that was returned for it before.
    ///   - options: The reason for the scene.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// The user has closed scenes, so the program can drop their data. Scenes closed while the
    /// program did not run are reported at the end of the next launch.
    func application(
        _ application: UIApplication,
        didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    )

    // MARK: State restoration

    /// Whether to save state, by secure coding only. `coder` stores the application's record. If
    /// this method is implemented, the older form is not asked (PRES-2).
    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool

    /// Whether to restore state, if there is any (REST-2).
    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool

    /// The older form of `application(_:shouldSaveSecureApplicationState:)`.
    func application(
        _ application: UIApplication,
        shouldSaveApplicationState coder: NSCoder
    ) -> Bool

    /// The older form of `application(_:shouldRestoreSecureApplicationState:)`.
    func application(
        _ application: UIApplication,
        shouldRestoreApplicationState coder: NSCoder
    ) -> Bool

    /// Called once per save, before any controller encodes (PRES-7).
    func application(
        _ application: UIApplication,
        willEncodeRestorableStateWith coder: NSCoder
    )

    /// Called once per restore, when all objects have decoded (REST-1).
    func application(
        _ application: UIApplication,
        didDecodeRestorableStateWith coder: NSCoder
    )

    /// Provides a controller without a restoration class, or `nil` to continue the lookup (REST-9).
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController?
}

extension UIApplicationDelegate {
    /// `nil`. The setter has no effect.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// `true`.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// `true`.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}

    /// Not implemented: the program has no scenes.
    public func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { application.unanswered(connectingSceneSession.configuration) }
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}

    /// Not implemented: the older form is asked.
    public func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not implemented: the older form is asked.
    public func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not implemented: nothing is saved (PRES-1).
    public func application(
        _ application: UIApplication,
        shouldSaveApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not implemented: nothing is restored (PRES-1).
    public func application(
        _ application: UIApplication,
        shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Stores nothing.
    public func application(
        _ application: UIApplication,
        willEncodeRestorableStateWith coder: NSCoder
    ) {}
    /// Reads nothing.
    public func application(
        _ application: UIApplication,
        didDecodeRestorableStateWith coder: NSCoder
    ) {}
    /// `nil`.
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { nil }
}

extension UIApplicationDelegate where Self: UIResponder {
    /// Runs the program, for a delegate that is marked with `@main`.
    public static func main() {
        UISystem.run(makingDelegate: { Self.makeEmpty() })
    }
}
