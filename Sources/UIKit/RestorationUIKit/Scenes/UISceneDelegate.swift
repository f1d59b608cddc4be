public import Foundation

/// What a program does in the life of a scene.
///
/// Every method has a default, as every one is optional in UIKit.
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene is connected: build its windows here. What continues it is in
    /// `connectionOptions.userActivities`, or else in `session.stateRestorationActivity`. The
    /// controllers' own state is restored afterwards.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    /// The scene ends. Its session lasts, and may be connected to another scene.
    func sceneDidDisconnect(_ scene: UIScene)

    /// The scene is about to be shown.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene gets events from now on.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene gets no events from now on.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene is not shown any more. Its state is saved when this has returned.
    func sceneDidEnterBackground(_ scene: UIScene)

    /// The person wants to go on with an activity in a scene that is connected already.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// The activity is complete: its delegate and the responders that have it have been asked. It
    /// is saved next.
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)

    // MARK: State restoration

    /// What continues the scene at the next launch, or when it is connected again; mostly
    /// `scene.userActivity`. To implement it is to opt in (SCN-1).
    ///
    /// - Returns: `nil` if there is nothing to go on with.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?

    /// The scene's windows are there, and the controllers' own state is restored: take back what
    /// the person had selected, typed or scrolled to. It comes before the scene is shown, and not
    /// at all if the scene was connected for another activity.
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
    /// Not answered: the session keeps the activity that it has.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        UIApplication.current?.unanswered(nil)
    }
    /// Does nothing.
    public func scene(
        _ scene: UIScene,
        restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {}
}

/// What a program does in the life of a scene with windows.
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window; the configuration's storyboard is shown in it.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// None; what is set is forgotten.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
