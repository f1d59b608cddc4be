import Foundation
import RestorationKit

/// The scenes of a program: which there are, and which are connected.
@MainActor final class SceneSessions {
    unowned let application: UIApplication
    /// Whether the program has scenes.
    private(set) var areUsed = false
    /// Those of all scenes that the person has not closed, in the order in which they were opened.
    var sessions: [UISceneSession] = []
    /// The scenes that are connected, in the order in which they were.
    var connected: [UIScene] = []
    /// The controllers' state of scenes that are not connected.
    var detached: [UISceneSession: PutAway] = [:]
    /// Those of scenes that the person has closed, and of which the delegate has not heard.
    private var discarded: [UISceneSession] = []
    /// Whether the controllers' own state is saved: whether the delegate says so.
    private(set) var preservesControllers = false
    /// Whether the state that is restored has the controllers' own.
    private(set) var hasControllers = true
    /// Whether the person has thrown the program out.
    private(set) var isEnding = false
    /// What was asked for to find out whether there are scenes.
    private var prepared: (session: UISceneSession, configuration: UISceneConfiguration)?

    init(_ application: UIApplication) { self.application = application }

    // MARK: Launching

    /// Finds out whether the program has scenes, and which there were.
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

    /// What the delegate wants the scene to be made of; `nil` if it has no scenes.
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

    /// Tells the delegate of scenes that the person has closed while the program did not run.
    func tellDiscarded() {
        guard !discarded.isEmpty else { return }
        let sessions = Set(discarded)
        discarded = []
        application.delegate?.application(application, didDiscardSceneSessions: sessions)
    }

    /// The scene whose window got what is typed when the program was saved, once.
    func takeKeySession() -> UIWindowScene? {
        let session = sessions.first { $0.wasKey }
        for session in sessions { session.wasKey = false }
        return session?.scene as? UIWindowScene
    }

    // MARK: Saving

    /// - Parameter wanted: Asks the delegate whether the controllers' own state is to be saved.
    /// - Returns: Whether anything is.
    func shouldPreserve(_ wanted: () -> Bool) -> Bool {
        preservesControllers = !isEnding && wanted()
        return areUsed || preservesControllers
    }

    /// Writes the sessions, each with what continues its scene by now.
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

    /// Has the delegate, the activity's own delegate and the responders say what continues the
    /// scene (SCN-1, SCN-2).
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

    /// The state that is restored is that of a program with scenes, or of one that had some.
    func noteRestoring(_ coder: RestorationCoder) {
        hasControllers = read(coder)?.hasControllers ?? true
    }

    // MARK: The end

    /// The person throws the program out: all scenes are closed, and the delegate hears of it at
    /// the next launch.
    func discardAll() throws {
        isEnding = true
        discarded += sessions
        sessions = []
        connected = []
        try application.restorationSession.forgetState()
        try application.restorationSession.preserveNow()
    }
}
