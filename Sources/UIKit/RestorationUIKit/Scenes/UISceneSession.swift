public import Foundation

/// A scene's session, from the user's opening of the scene until the user closes it. It outlives
/// disconnections and launches.
@MainActor public final class UISceneSession: NSObject {
    /// The role of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A scene with windows on the screen.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication"
        )
    }

    /// The session's identifier, unique and stable across launches. The state of the scene's
    /// controllers is saved under it (PATH-16).
    public let persistentIdentifier: String
    /// The role of the scene.
    public let role: Role
    /// The configuration of the last connection. After a launch only its name is known, until the
    /// scene connects.
    public internal(set) var configuration: UISceneConfiguration
    /// The scene, while it is connected.
    public internal(set) weak var scene: UIScene?
    /// Whether the scene had the key window at the save.
    var wasKey = false
    /// The last result of the delegate's `stateRestorationActivity(for:)`, also from an earlier
    /// launch. Read it in `scene(_:willConnectTo:options:)`.
    public var stateRestorationActivity: NSUserActivity?
    /// The program's data about the session: values of a property list, saved with it.
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
