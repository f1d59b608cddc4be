public import Foundation
import RestorationKit

/// Options for closing a scene.
@MainActor open class UISceneDestructionRequestOptions: NSObject {}

extension UIApplication {
    /// Whether the program uses scenes: its delegate implements
    /// `application(_:configurationForConnecting:options:)`.
    public var supportsMultipleScenes: Bool { scenes.areUsed }
    /// The connected scenes.
    public var connectedScenes: Set<UIScene> { Set(scenes.connected) }
    /// The sessions that the user has not closed, connected or not.
    public var openSessions: Set<UISceneSession> { Set(scenes.sessions) }

    /// The open sessions, oldest first.
    package var sessionsInOrder: [UISceneSession] { scenes.sessions }

    /// Shows a scene, and connects it if needed, before returning.
    ///
    /// - Parameters:
    ///   - sceneSession: The scene's session, or `nil` for a new scene.
    ///   - userActivity: The activity to continue in the scene.
    ///   - options: The origin of the request.
    ///   - errorHandler: Called with a ``UISceneError`` on failure.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?,
        userActivity: NSUserActivity?,
        options: UIScene.ActivationRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        report(to: errorHandler) { try scenes.activate(sceneSession, userActivity) }
    }

    /// Closes a scene, as the user does, and destroys its state (SCN-6), before returning.
    ///
    /// - Parameters:
    ///   - sceneSession: The scene's session, connected or not.
    ///   - options: Not used.
    ///   - errorHandler: Called with a ``UISceneError`` or the error of the save.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession,
        options: UISceneDestructionRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        report(to: errorHandler) { try scenes.close(sceneSession) }
    }

    /// Updates a scene in the background: connects it if needed, and saves.
    public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
        report(to: nil) { try scenes.refresh(sceneSession) }
    }

    private func report(to handler: ((any Error) -> Void)?, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            if let handler { handler(error) } else { log(Diagnosis(error)) }
        }
    }
}
