import Foundation
import RestorationKit

extension UIApplication {
    /// Builds the interface, restores it, and activates the program.
    func launch() throws {
        snapshots.prepare()
        defer { snapshots.recordLaunched() }
        scenes.prepare()
        defersAppearance = true
        if scenes.areUsed { return try launchWithScenes() }
        loadMainStoryboard()
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        logForeignStoryboard()
        recordRoots()
        log(try restorationSession.restore())
        recordsChanges = true
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        withoutRecordingChanges { showWindows() }
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    /// As in UIKit, the launch finishes before any scene connects. Foreground and background events
    /// go to the scenes' delegates.
    private func launchWithScenes() throws {
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        scenes.notifyDiscarded()
        let options = UIScene.ConnectionOptions()
        scenes.connectAll(options)
        logForeignStoryboard()
        recordRoots()
        log(try restorationSession.restore())
        for scene in scenes.connected { scenes.finishRestoring(scene, options) }
        showWindows()
        recordsChanges = true
        scenes.enterForeground()
    }

    /// Makes the windows' controllers appear, now that they are built and restored.
    func showWindows() {
        defersAppearance = false
        for window in windows { window.showRoot() }
        restoreKeyWindowAndFocus()
    }

    /// Logs objects that were not restored, except those below a missing object.
    private func log(_ report: RestorationReport) {
        let told: [RestorationReport.Outcome] = [.created, .retained, .missing, .lost]
        let entries = report.notRestored.filter { told.contains($0.outcome) }
        let missing = Set(entries.filter { $0.outcome == .missing }.map(\.path))
        for entry in entries
        where !(entry.path.parent.map { missing.contains($0) } ?? false) {
            log(
                Diagnosis(
                    problem: "\(entry.path) was not restored: "
                        + (entry.reason?.problem ?? entry.outcome.rawValue),
                    place: entry.reason?.place,
                    remedy: entry.reason?.remedy ?? "restorectl report says more."
                )
            )
        }
    }

    /// Runs code that builds or restores, without counting its changes as the user's.
    func withoutRecordingChanges<Result>(_ body: () throws -> Result) rethrows -> Result {
        let former = recordsChanges
        recordsChanges = false
        defer { recordsChanges = former }
        return try body()
    }

    private func loadMainStoryboard() {
        guard let storyboard = UIStoryboard.main(configuration.mainStoryboard),
            let root = initialController(of: storyboard)
        else { return }
        let window = delegate?.window ?? UIWindow()
        window.rootViewController = root
        delegate?.window = window
        window.makeKeyAndVisible()
    }

    func initialController(of storyboard: UIStoryboard) -> UIViewController? {
        if let root = storyboard.instantiateInitialViewController() { return root }
        log(
            Diagnosis(
                problem: "The storyboard has no initial scene, so its window is empty",
                place: storyboard.name,
                remedy: "Name the first scene under \"initial\"."
            )
        )
        return nil
    }

    func enterBackground() throws {
        guard applicationState != .background else { return }
        if scenes.areUsed {
            scenes.enterBackground()
            recordScenesShown()
        } else {
            if applicationState == .active { delegate?.applicationWillResignActive(self) }
            applicationState = .background
            delegate?.applicationDidEnterBackground(self)
        }
        try preserve()
    }

    /// Sends a scene to the background and saves.
    func enterBackground(_ session: UISceneSession) throws {
        guard let scene = session.scene else { return }
        scenes.enterBackground(scene)
        recordScenesShown()
        try preserve()
    }

    func recordSceneIsShown() { applicationState = .active }

    /// Puts the program into the background if no scene is shown.
    func recordScenesShown() { if !scenes.isAnyShown { applicationState = .background } }

    func enterForeground() {
        guard applicationState == .background else { return }
        if scenes.areUsed { return scenes.enterForeground() }
        delegate?.applicationWillEnterForeground(self)
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    func terminate() throws {
        defer { end() }
        try enterBackground()
        delegate?.applicationWillTerminate(self)
    }

    func forceQuit() throws {
        defer { end() }
        if scenes.areUsed, !configuration.options.keepsStateForDevelopment {
            try scenes.discardAll()
        } else {
            try restorationSession.discard()
        }
    }

    /// Ends the session without saving.
    func end() {
        restorationSession.close()
        if Self.current === self { Self.current = nil }
    }

    func preserve() throws {
        recordRoots()
        try restorationSession.preserveNow()
    }

    // MARK: Roots

    func recordRoots() {
        let roots = windows.enumerated().compactMap { index, window in
            window.rootViewController.map { (root: $0, scope: window.restorationScope(index)) }
        }
        for (root, scope) in sessionRoots
        where !roots.contains(where: { $0.root === root && $0.scope == scope }) {
            restorationSession.removeRoot(root)
        }
        for (root, scope) in roots
        where !sessionRoots.contains(where: { $0.root === root && $0.scope == scope }) {
            restorationSession.addRoot(root, scope: scope)
        }
        sessionRoots = roots
    }

    /// Schedules a save. Does nothing while `recordsChanges` is false.
    func recordChange(of responder: UIResponder) {
        guard recordsChanges, let participant = responder as? any Restorable else { return }
        if responder.isStandIn || responder.controllerOfResponder?.isStandIn ?? false {
            restorationSession.invalidator.invalidate()
        } else {
            restorationSession.invalidate(participant)
        }
        didRecordChange?()
    }
}
