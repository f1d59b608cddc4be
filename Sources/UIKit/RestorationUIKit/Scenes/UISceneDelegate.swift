public import Foundation

/// The life cycle of a scene.
///
/// All methods have defaults, as they are optional in UIKit.
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene is connected: build its windows here. Its activity is in
    /// `connectionOptions.userActivities`, or else in `session.stateRestorationActivity`. The
    /// controllers' own state is restored afterwards.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    /// The scene has ended. Its session remains, and may connect to another scene.
    func sceneDidDisconnect(_ scene: UIScene)

    /// The scene is about to be shown.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene receives events from now on.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene stops receiving events.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is hidden. Its state is saved on return.
    func sceneDidEnterBackground(_ scene: UIScene)

    /// The user continues an activity in a connected scene.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// The activity is complete and is saved next. Its delegate and responders have updated it.
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)

    // MARK: State restoration

    /// The activity from which the scene continues after a launch or a reconnection, usually
    /// `scene.userActivity`. Implementing it opts in (SCN-1).
    ///
    /// - Returns: `nil` if there is nothing to continue.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?

    /// The scene's windows and controllers are restored: apply the user's selection, input and
    /// scroll positions. Called before the scene is shown, unless the scene was connected for
    /// another activity.
    func scene(
        _ scene: UIScene,
        restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    )
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
    /// Not implemented: the session's activity stays.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        UIApplication.current?.unanswered(nil)
    }
    /// Does nothing.
    public func scene(
        _ scene: UIScene,
        restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {}
}

/// The life cycle of a scene with windows.
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window, which shows the configuration's storyboard.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// `nil`. The setter has no effect.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
