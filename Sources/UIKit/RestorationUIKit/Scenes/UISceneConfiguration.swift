public import Foundation

/// The configuration of a scene: its class, its delegate's class, its storyboard.
///
/// The application's delegate returns one for each scene, in
/// `application(_:configurationForConnecting:options:)`. Only the name is saved.
@MainActor open class UISceneConfiguration: NSObject {
    /// The program's name for the configuration.
    public let name: String?
    /// The role of the scene.
    public let role: UISceneSession.Role
    /// The class of the scene, a subclass of `UIScene`, or `nil` for `UIWindowScene`.
    open var sceneClass: AnyClass?
    /// The class of the scene's delegate: a `UIResponder` that conforms to `UISceneDelegate`. The
    /// delegate is created by `init(coder:)`, because Linux's `NSObject` has no required
    /// initialiser.
    open var delegateClass: AnyClass?
    /// The storyboard of the scene's window, which shows the initial controller.
    open var storyboard: UIStoryboard?

    /// Creates a configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }

    func makeScene(of session: UISceneSession, _ options: UIScene.ConnectionOptions) -> UIScene {
        let type = sceneClass as? UIScene.Type ?? UIWindowScene.self
        return type.init(session: session, connectionOptions: options)
    }

    func makeDelegate() -> (any UISceneDelegate)? {
        guard let type = delegateClass as? UIResponder.Type else { return nil }
        return type.init(coder: StateCoder.empty) as? any UISceneDelegate
    }
}
