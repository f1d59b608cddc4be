public import Foundation

/// A scene as the person knows it: it lasts from the moment when the scene is opened until the
/// person closes it, whether or not the scene is connected, over all launches of the program.
@MainActor public final class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A scene with windows on the screen.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication"
        )
    }

    /// Tells the session from all others, at every launch. The state of the scene's controllers is
    /// saved under it (PATH-16).
    public let persistentIdentifier: String
    /// What the scene is for.
    public let role: Role
    /// What the scene was made of when it was last connected. After a launch, its name alone, until
    /// the scene is connected.
    public internal(set) var configuration: UISceneConfiguration
    /// The scene, while it is connected.
    public internal(set) weak var scene: UIScene?
    /// Whether the scene's window got what is typed when the program was saved.
    var wasKey = false
    /// What the scene's delegate has returned from `stateRestorationActivity(for:)`, in this life
    /// of the program or in one before: read it in `scene(_:willConnectTo:options:)`.
    public var stateRestorationActivity: NSUserActivity?
    /// What the program keeps about the session: values of a property list, which are saved with
    /// it.
    public var userInfo: [String: Any]?

    init(
        persistentIdentifier: String = UUID().uuidString,
        role: Role = .windowApplication,
        configurationName: String? = nil
    ) {
        self.persistentIdentifier = persistentIdentifier
        self.role = role
        configuration = UISceneConfiguration(name: configurationName, sessionRole: role)
        super.init()
    }
}
