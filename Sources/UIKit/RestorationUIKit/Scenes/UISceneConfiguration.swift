public import Foundation

/// What a scene is made of: its class, its delegate's class, its storyboard.
///
/// The application's delegate returns one for each scene that is connected, in
/// `application(_:configurationForConnecting:options:)`. Nothing of it is saved but its name.
@MainActor open class UISceneConfiguration: NSObject {
    /// What the program calls it.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// The class of the scene, a subclass of `UIScene`; `nil` for `UIWindowScene`.
    open var sceneClass: AnyClass?
    /// The class of the scene's delegate: a `UIResponder` that conforms to `UISceneDelegate`. It is
    /// made by `init(coder:)`, as Linux has no initialiser that every `NSObject` requires.
    open var delegateClass: AnyClass?
    /// The storyboard whose initial controller the scene's window shows.
    open var storyboard: UIStoryboard?

    /// Creates a configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }

    /// The scene, before it is connected.
    func makeScene(of session: UISceneSession, _ options: UIScene.ConnectionOptions) -> UIScene {
        let type = sceneClass as? UIScene.Type ?? UIWindowScene.self
        return type.init(session: session, connectionOptions: options)
    }

    /// The scene's delegate; `nil` if its class makes none.
    func makeDelegate() -> (any UISceneDelegate)? {
        guard let type = delegateClass as? UIResponder.Type else { return nil }
        return type.init(coder: StateCoder.empty) as? any UISceneDelegate
    }
}
