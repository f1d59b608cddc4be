public import Foundation
import RestorationKit

/// How scenes are closed.
@MainActor open class UISceneDestructionRequestOptions: NSObject {}

extension UIApplication {
    /// Whether the program has scenes: its delegate implements
    /// `application(_:configurationForConnecting:options:)`.
    public var supportsMultipleScenes: Bool { scenes.areUsed }
    /// The scenes that are connected.
    public var connectedScenes: Set<UIScene> { Set(scenes.connected) }
    /// The sessions of all scenes that the person has not closed, connected or not.
    public var openSessions: Set<UISceneSession> { Set(scenes.sessions) }

    /// The same in the order in which they were opened.
    package var sessionsInOrder: [UISceneSession] { scenes.sessions }

    /// Shows a scene, and connects it if it is not. It is done when this returns.
    ///
    /// - Parameters:
    ///   - sceneSession: `nil` for a new one.
    ///   - userActivity: What the person wants to see in it.
    ///   - options: Who has asked for it.
    ///   - errorHandler: Called with a ``UISceneError`` if it cannot be.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?,
        userActivity: NSUserActivity?,
        options: UIScene.ActivationRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        report(to: errorHandler) { try scenes.activate(sceneSession, userActivity) }
    }

    /// Closes a scene, as the person does: its state is destroyed (SCN-6). It is done when this
    /// returns.
    ///
    /// - Parameters:
    ///   - sceneSession: Whose scene it is, connected or not.
    ///   - options: Not used: nothing is animated.
    ///   - errorHandler: Called with a ``UISceneError`` if it cannot be, or with why that could not
    ///     be saved.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession,
        options: UISceneDestructionRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        report(to: errorHandler) { try scenes.close(sceneSession) }
    }

    /// Has a scene that is not shown brought up to date: it is connected if it is not, stays in the
    /// background, and is saved.
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
