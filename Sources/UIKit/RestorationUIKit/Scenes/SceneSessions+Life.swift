import RestorationKit

extension SceneSessions {
    // MARK: Connecting

    /// Makes a session's scene, whose delegate builds the windows.
    func connect(_ session: UISceneSession, _ options: UIScene.ConnectionOptions) {
        if let configuration = configuration(of: session, options) {
            session.configuration = configuration
        }
        let scene = session.configuration.makeScene(of: session, options)
        session.scene = scene
        connected.append(scene)
        scene.delegate = session.configuration.makeDelegate()
        if scene.delegate == nil { application.logNoDelegate(of: session.configuration) }
        let window = loadStoryboard(of: scene)
        scene.activationState = .background
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        window?.makeKeyAndVisible()
    }

    private func loadStoryboard(of scene: UIScene) -> UIWindow? {
        guard let storyboard = scene.session.configuration.storyboard,
            let scene = scene as? UIWindowScene,
            let root = application.initialController(of: storyboard)
        else { return nil }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = root
        (scene.delegate as? any UIWindowSceneDelegate)?.window = window
        return window
    }

    /// Continues the scene's activity after its controllers were restored.
    func finishRestoring(_ scene: UIScene, _ options: UIScene.ConnectionOptions) {
        guard let activity = scene.session.stateRestorationActivity,
            options.userActivities.isEmpty, let delegate = scene.delegate
        else { return }
        application.restorationSession.continueRestore {
            delegate.scene(scene, restoreInteractionStateWith: activity)
        }
    }

    func connectAll(_ options: UIScene.ConnectionOptions) {
        // The delegate may have connected some already.
        for session in sessions where session.scene == nil { connect(session, options) }
    }

    func reconnect(_ session: UISceneSession, _ userActivity: NSUserActivity? = nil) throws {
        try check(session)
        guard session.scene == nil else { return }
        if detached[session] != nil { try application.restorationSession.checkCanReattach() }
        let options = UIScene.ConnectionOptions(userActivity)
        let isLaunching = application.defersAppearance
        application.defersAppearance = true
        application.withoutRecordingChanges {
            connect(session, options)
            application.recordRoots()
            if let state = detached.removeValue(forKey: session) {
                application.restorationSession.reattach(state)
            }
            session.scene.map { finishRestoring($0, options) }
            if !isLaunching { application.showWindows() }
        }
    }

    /// - Throws: ``UISceneError``.
    private func check(_ session: UISceneSession) throws {
        guard areUsed else { throw UISceneError.multipleScenesNotSupported }
        guard sessions.contains(session) else { throw UISceneError.requestDenied }
    }

    func activate(_ session: UISceneSession?, _ userActivity: NSUserActivity?) throws {
        guard areUsed else { throw UISceneError.multipleScenesNotSupported }
        let session = session ?? open()
        if let scene = session.scene {
            if let userActivity { scene.delegate?.scene(scene, continue: userActivity) }
        } else {
            try reconnect(session, userActivity)
        }
        enterForeground(session)
    }

    private func open() -> UISceneSession {
        let session = UISceneSession()
        sessions.append(session)
        return session
    }

    /// - Throws: ``UISceneError``, and the errors of ``UISystem/enterBackground()``.
    func refresh(_ session: UISceneSession) throws {
        try reconnect(session)
        try application.preserve()
    }

    // MARK: Foreground and background

    func enterForeground(_ session: UISceneSession) {
        guard let scene = session.scene, scene.activationState == .background else { return }
        scene.delegate?.sceneWillEnterForeground(scene)
        scene.activationState = .foregroundInactive
        application.recordSceneIsShown()
        scene.activationState = .foregroundActive
        scene.delegate?.sceneDidBecomeActive(scene)
    }

    func enterForeground() { for session in sessions { enterForeground(session) } }

    /// Sends a scene to the background without saving.
    func enterBackground(_ scene: UIScene) {
        guard scene.activationState == .foregroundActive else { return }
        scene.delegate?.sceneWillResignActive(scene)
        scene.activationState = .background
        scene.delegate?.sceneDidEnterBackground(scene)
    }

    func enterBackground() { for scene in connected { enterBackground(scene) } }

    var isAnyShown: Bool { connected.contains { $0.activationState == .foregroundActive } }

    // MARK: Disconnecting

    /// Ends a scene whose session stays open.
    ///
    /// - Throws: The errors of ``UISystem/enterBackground()``. The scene is then in the background.
    func disconnect(_ session: UISceneSession) throws {
        try check(session)
        guard let scene = session.scene else { return }
        enterBackground(scene)
        application.recordScenesShown()
        try application.preserve()
        if preservesControllers {
            let scopes = (scene as? UIWindowScene).map { scene in
                scene.windows.map { scene.restorationScope(of: $0) }
            }
            detached[session] = try application.restorationSession.detach(Set(scopes ?? []))
        }
        // A copy, as a save would restore it.
        session.stateRestorationActivity = session.stateRestorationActivity.flatMap {
            StoredSessions(application).copy($0)
        }
        tearDown(scene)
    }

    private func tearDown(_ scene: UIScene) {
        scene.delegate?.sceneDidDisconnect(scene)
        for window in scene.windowsOfScene { window.isHidden = true }
        scene.activationState = .unattached
        scene.session.scene = nil
        scene.delegate = nil
        connected.removeAll { $0 === scene }
    }

    /// Ends a scene and its session, and destroys the state.
    ///
    /// - Throws: ``UISceneError``, and the errors of ``UISystem/enterBackground()``. The scene has
    ///   ended then, and returns at the next launch.
    func close(_ session: UISceneSession) throws {
        try check(session)
        if let scene = session.scene {
            enterBackground(scene)
            tearDown(scene)
            application.recordScenesShown()
        }
        if let state = detached.removeValue(forKey: session) {
            application.restorationSession.forget(state)
        }
        sessions.removeAll { $0 === session }
        session.stateRestorationActivity = nil
        application.delegate?.application(application, didDiscardSceneSessions: [session])
        try application.preserve()
    }
}

extension UIApplication {
    func logNoDelegate(of configuration: UISceneConfiguration) {
        let name = configuration.delegateClass.map { "\($0)" }
        log(
            Diagnosis(
                problem: name.map { "The class \($0) cannot be a scene delegate" }
                    ?? "A scene has no delegate: its configuration names no class",
                remedy: "Set delegateClass to a UIResponder that conforms to UISceneDelegate."
            )
        )
    }
}
