import Foundation
import RestorationKit

@MainActor final class SceneSessions {
    unowned let application: UIApplication
    private(set) var areUsed = false
    /// The sessions that the user has not closed, oldest first.
    var sessions: [UISceneSession] = []
    /// The connected scenes, in the order of connection.
    var connected: [UIScene] = []
    var detached: [UISceneSession: DetachedRoots] = [:]
    /// Closed sessions of which the delegate has not been notified.
    private var discarded: [UISceneSession] = []
    /// Whether the delegate wants the controllers' own state saved.
    private(set) var preservesControllers = false
    /// Whether the restored state includes the controllers' own.
    private(set) var hasControllers = true
    /// Whether the user has ended the program from the app switcher.
    private(set) var isEnding = false
    /// The configuration returned when the delegate was asked whether it uses scenes.
    private var prepared: (session: UISceneSession, configuration: UISceneConfiguration)?

    init(_ application: UIApplication) { self.application = application }

    // MARK: Launching

    /// Asks the delegate whether it uses scenes, and reads the saved sessions.
    func prepare() {
        let contents = try? application.restorationSession.readApplicationRecord { read($0) }
        let saved = contents ?? nil
        let sessions = saved?.sessions ?? []
        let first = sessions.first ?? UISceneSession()
        guard let configuration = configuration(of: first, UIScene.ConnectionOptions()) else {
            return
        }
        areUsed = true
        prepared = (first, configuration)
        self.sessions = sessions.isEmpty ? [first] : sessions
        discarded = saved?.discarded ?? []
    }

    /// The delegate's configuration of a scene, or `nil` if the program has no scenes.
    func configuration(
        of session: UISceneSession,
        _ options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration? {
        if let prepared, prepared.session === session {
            self.prepared = nil
            return prepared.configuration
        }
        let application = application
        return application.asking {
            $0.application(application, configurationForConnecting: session, options: options)
        }
    }

    /// Notifies the delegate of scenes closed while the program did not run.
    func notifyDiscarded() {
        guard !discarded.isEmpty else { return }
        let sessions = Set(discarded)
        discarded = []
        application.delegate?.application(application, didDiscardSceneSessions: sessions)
    }

    /// The scene with the saved key window. Returned once.
    func takeKeySession() -> UIWindowScene? {
        let session = sessions.first { $0.wasKey }
        for session in sessions { session.wasKey = false }
        return session?.scene as? UIWindowScene
    }

    // MARK: Saving

    /// - Parameter wanted: Asks the delegate whether to save the controllers' own state.
    /// - Returns: Whether to save anything.
    func shouldPreserve(_ wanted: () -> Bool) -> Bool {
        preservesControllers = !isEnding && wanted()
        return areUsed || preservesControllers
    }

    func encode(to coder: RestorationCoder) {
        guard areUsed else { return }
        for scene in connected where !isEnding { updateActivity(of: scene) }
        let stored = StoredSessions(application)
        let contents: [String: Any] = [
            Key.open: sessions.map { stored.values(of: $0) },
            Key.discarded: discarded.map { stored.values(of: $0, withState: false) },
            Key.hasControllers: preservesControllers,
        ]
        StateCoder(writing: coder).encode(contents, forKey: Key.scenes)
    }

    /// Updates the activity: asks the scene's delegate, the activity's delegate and the responders
    /// (SCN-1, SCN-2).
    func updateActivity(of scene: UIScene) {
        guard let delegate = scene.delegate,
            let answer = application.answer({ delegate.stateRestorationActivity(for: scene) })
        else { return }
        scene.session.stateRestorationActivity = answer
        guard let activity = answer else { return }
        activity.delegate?.userActivityWillSave(activity)
        for responder in SceneResponders(of: scene, having: activity).all {
            responder.updateUserActivityState(activity)
        }
        activity.needsSave = false
        delegate.scene(scene, didUpdate: activity)
    }

    // MARK: Reading

    private enum Key {
        static let scenes = "UIKit.scenes"
        static let open = "open"
        static let discarded = "discarded"
        static let hasControllers = "hasControllers"
    }

    private typealias Saved = (
        sessions: [UISceneSession], discarded: [UISceneSession], hasControllers: Bool
    )

    private func read(_ coder: RestorationCoder) -> Saved? {
        let classes: [AnyClass] =
            AllowedClasses.propertyList.classes + [
                NSURL.self, NSUUID.self, NSSet.self,
            ]
        let decoder = StateCoder(.reading(coder), secure: true)
        guard let contents = decoder.decodeObject(of: classes, forKey: Key.scenes) as? [String: Any]
        else { return nil }
        let stored = StoredSessions(application)
        func sessions(_ key: String) -> [UISceneSession] {
            (contents[key] as? [[String: Any]])?.compactMap { stored.session($0) } ?? []
        }
        return (
            sessions(Key.open), sessions(Key.discarded),
            contents[Key.hasControllers] as? Bool ?? true
        )
    }

    func recordRestoring(_ coder: RestorationCoder) {
        hasControllers = read(coder)?.hasControllers ?? true
    }

    // MARK: The end

    /// Closes all scenes after the user has ended the program. The delegate is notified at the next
    /// launch.
    func discardAll() throws {
        isEnding = true
        discarded += sessions
        sessions = []
        connected = []
        try application.restorationSession.forgetState()
        try application.restorationSession.preserveNow()
    }
}
