public import Foundation

/// A part of the program that the person opens, leaves and closes by itself, such as a window with
/// a document.
///
/// It is one instance of it: it ends when it is disconnected, and another one is made for the same
/// `session` when that is connected again.
@MainActor open class UIScene: UIResponder {
    /// What a scene is doing.
    public enum ActivationState: Int, Sendable {
        /// It is not connected, or is about to be.
        case unattached = -1
        /// It is shown and gets events.
        case foregroundActive
        /// It is shown and gets no events.
        case foregroundInactive
        /// It is not shown.
        case background
    }

    /// Why a scene is connected.
    @MainActor open class ConnectionOptions: NSObject {
        /// What the person wants to see in the scene. They go before
        /// `session.stateRestorationActivity` (SCN-3).
        public let userActivities: Set<NSUserActivity>

        init(_ userActivity: NSUserActivity? = nil) {
            userActivities = userActivity.map { [$0] } ?? []
            super.init()
        }
    }

    /// How a scene is asked for.
    @MainActor open class ActivationRequestOptions: NSObject {
        /// The scene in which the person has asked for it.
        open weak var requestingScene: UIScene?
    }

    /// What lasts of the scene when it is disconnected.
    public let session: UISceneSession
    /// The scene's delegate, which the scene holds.
    open var delegate: (any UISceneDelegate)?
    /// What the scene is doing.
    open internal(set) var activationState = ActivationState.unattached
    /// What is shown as the scene's name.
    open var title: String?

    /// Creates a scene. A subclass that overrides it is made by its `UISceneConfiguration`.
    public required init(
        session: UISceneSession,
        connectionOptions: UIScene.ConnectionOptions
    ) {
        self.session = session
        super.init()
    }

    /// Cannot be: a scene needs a session.
    public required init?(coder: NSCoder) { return nil }

    open override var next: UIResponder? { UIApplication.current }

    /// The windows of the scene, from the lowest up.
    var windowsOfScene: [UIWindow] { [] }

    /// Says that restoring goes on though the delegate has been given its activity: until
    /// `completeStateRestoration()`, a crash counts as one of the restore. It counts in
    /// `scene(_:restoreInteractionStateWith:)`.
    open func extendStateRestoration() { UIApplication.current?.extendStateRestoration() }

    /// The counterpart of `extendStateRestoration()`.
    open func completeStateRestoration() { UIApplication.current?.completeStateRestoration() }
}
