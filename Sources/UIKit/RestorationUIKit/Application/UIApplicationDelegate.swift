public import Foundation

/// What a program says and does about its own life and its own restoration.
///
/// Every method has a default, as every one is optional in UIKit. Which of them a delegate has is
/// found out by calling them: the defaults say that nobody has answered.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The window of a program that has one; a main storyboard is shown in it.
    var window: UIWindow? { get set }

    /// The program is launched, and nothing is restored yet. What is built here is found by its
    /// restoration path, and its window has to be visible afterwards (REST-6).
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The program is launched, and restored if there was something to restore.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The program gets events from now on.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The program gets no events from now on.
    func applicationWillResignActive(_ application: UIApplication)
    /// The program is in the background. Its state is saved when this has returned.
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The program comes back from the background.
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The program ends.
    func applicationWillTerminate(_ application: UIApplication)

    // MARK: Scenes

    /// What a scene is made of that is about to be connected, new or known from before. To
    /// implement it is to have scenes: their delegates build the windows then.
    ///
    /// For the first scene it is called before all else, as nothing but the delegate says whether
    /// there are scenes.
    ///
    /// - Parameters:
    ///   - application: The program.
    ///   - connectingSceneSession: Its `configuration` has the name of the one that was returned
    ///     for it before.
    ///   - options: Why the scene comes.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// The person has closed scenes: what the program keeps for them can go. Where that was while
    /// the program did not run, it comes at the next launch, when that is finished.
    func application(
        _ application: UIApplication,
        didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    )

    // MARK: State restoration

    /// Whether state is to be saved, with values by secure coding alone; `coder` is the program's
    /// own record. If it is answered, the older form is not asked (PRES-2).
    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool

    /// Whether state is to be restored, where there is some (REST-2).
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

    /// Comes once in a save, before any controller encodes (PRES-7).
    func application(
        _ application: UIApplication,
        willEncodeRestorableStateWith coder: NSCoder
    )

    /// Comes once in a restore, when everything has decoded (REST-1).
    func application(
        _ application: UIApplication,
        didDecodeRestorableStateWith coder: NSCoder
    )

    /// Provides a controller that names no restoration class; `nil` to have it looked for (REST-9).
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController?
}

extension UIApplicationDelegate {
    /// None; what is set is forgotten.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// Goes on.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// Goes on.
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

    /// Not answered: the program has no scenes.
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

    /// Not answered: the older form is asked.
    public func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not answered: the older form is asked.
    public func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not answered: nothing is saved (PRES-1).
    public func application(
        _ application: UIApplication,
        shouldSaveApplicationState coder: NSCoder
    ) -> Bool { application.unanswered(false) }
    /// Not answered: nothing is restored (PRES-1).
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
    /// None.
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { nil }
}

extension UIApplicationDelegate where Self: UIResponder {
    /// The program's beginning, for a delegate that is marked with `@main`.
    public static func main() {
        UISystem.run(makingDelegate: { Self.makeEmpty() })
    }
}
