public import Foundation

/// A part of the program that the user opens and closes by itself, such as a document's window.
///
/// A scene ends when it disconnects. Reconnecting its `session` makes a new scene.
@MainActor open class UIScene: UIResponder {
    /// Whether a scene is connected, and shown or in the background.
    public enum ActivationState: Int, Sendable {
        /// The scene is not connected.
        case unattached = -1
        /// The scene is shown and receives events.
        case foregroundActive
        /// The scene is shown and receives no events.
        case foregroundInactive
        /// The scene is not shown.
        case background
    }

    /// The reason why a scene is connected.
    @MainActor open class ConnectionOptions: NSObject {
        /// The activities to continue in the scene. They take precedence over
        /// `session.stateRestorationActivity` (SCN-3).
        public let userActivities: Set<NSUserActivity>

        init(_ userActivity: NSUserActivity? = nil) {
            userActivities = userActivity.map { [$0] } ?? []
            super.init()
        }
    }

    /// The origin of a request for a scene.
    @MainActor open class ActivationRequestOptions: NSObject {
        /// The scene in which the user made the request.
        open weak var requestingScene: UIScene?
    }

    /// The session, which outlives the scene's disconnections.
    public let session: UISceneSession
    /// The scene's delegate, which the scene retains.
    open var delegate: (any UISceneDelegate)?
    /// The scene's activation.
    open internal(set) var activationState = ActivationState.unattached
    /// The scene's title.
    open var title: String?

    /// Creates a scene. `UISceneConfiguration` calls it, also for subclasses.
    public required init(
        session: UISceneSession,
        connectionOptions: UIScene.ConnectionOptions
    ) {
        self.session = session
        super.init()
    }

    /// Returns `nil`: a scene needs a session.
    public required init?(coder: NSCoder) { return nil }

    open override var next: UIResponder? { UIApplication.current }

    var windowsOfScene: [UIWindow] { [] }

    /// Extends the restoration window. Until `completeStateRestoration()`, a crash counts as a
    /// crash of the restore. Call it in `scene(_:restoreInteractionStateWith:)`.
    open func extendStateRestoration() { UIApplication.current?.extendStateRestoration() }

    /// Ends the extension by `extendStateRestoration()`.
    open func completeStateRestoration() { UIApplication.current?.completeStateRestoration() }
}
