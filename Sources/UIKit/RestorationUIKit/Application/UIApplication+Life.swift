import Foundation
import RestorationKit

/// The program's life, from its launch to its end.
extension UIApplication {
    /// Builds the interface, restores it, and brings the program to the foreground.
    func launch() throws {
        snapshots.prepare()
        defer { snapshots.noteLaunched() }
        scenes.prepare()
        defersAppearance = true
        if scenes.areUsed { return try launchWithScenes() }
        loadMainStoryboard()
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        logForeignStoryboard()
        noteRoots()
        log(try restorationSession.restore())
        notesChanges = true
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        withoutNotingChanges { showWindows() }
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    /// The delegate hears that the launch is finished before any scene is connected, as in UIKit;
    /// and of the foreground and the background the scenes' delegates hear.
    private func launchWithScenes() throws {
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        scenes.tellDiscarded()
        let options = UIScene.ConnectionOptions()
        scenes.connectAll(options)
        logForeignStoryboard()
        noteRoots()
        log(try restorationSession.restore())
        for scene in scenes.connected { scenes.finishRestoring(scene, options) }
        showWindows()
        notesChanges = true
        scenes.enterForeground()
    }

    /// Has what the windows show appear: it is built, and has its state.
    func showWindows() {
        defersAppearance = false
        for window in windows { window.showRoot() }
        giveFocusBack()
    }

    /// Says what the person will miss. What is below a missing object is missing with it.
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

    /// Does something that builds and restores: that is no change of the person's.
    func withoutNotingChanges<Result>(_ body: () throws -> Result) rethrows -> Result {
        let former = notesChanges
        notesChanges = false
        defer { notesChanges = former }
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

    /// The controller that the storyboard of a window begins with.
    func initialController(of storyboard: UIStoryboard) -> UIViewController? {
        if let root = storyboard.instantiateInitialViewController() { return root }
        log(
            Diagnosis(
                problem: "The storyboard has no initial scene, so that its window shows nothing",
                place: storyboard.name,
                remedy: "Name the scene that it begins with under initial."
            )
        )
        return nil
    }

    func enterBackground() throws {
        guard applicationState != .background else { return }
        if scenes.areUsed {
            scenes.enterBackground()
            noteScenesShown()
        } else {
            if applicationState == .active { delegate?.applicationWillResignActive(self) }
            applicationState = .background
            delegate?.applicationDidEnterBackground(self)
        }
        try preserve()
    }

    /// A scene goes to the background, where it is saved.
    func enterBackground(_ session: UISceneSession) throws {
        guard let scene = session.scene else { return }
        scenes.enterBackground(scene)
        noteScenesShown()
        try preserve()
    }

    func noteSceneIsShown() { applicationState = .active }

    /// A program none of whose scenes is shown is in the background.
    func noteScenesShown() { if !scenes.isAnyShown { applicationState = .background } }

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

    /// Ends the session; what is not saved is lost.
    func end() {
        restorationSession.close()
        if Self.current === self { Self.current = nil }
    }

    /// Saves the state now.
    func preserve() throws {
        noteRoots()
        try restorationSession.preserveNow()
    }

    // MARK: Roots

    /// Tells the session what the windows show.
    func noteRoots() {
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

    /// Something has changed that is saved: it is saved soon, unless the program is in the
    /// background or saves there alone.
    func noteChange(of responder: UIResponder) {
        guard notesChanges, let participant = responder as? any Restorable else { return }
        if responder.isStandIn || responder.controllerOfResponder?.isStandIn ?? false {
            restorationSession.invalidator.invalidate()
        } else {
            restorationSession.invalidate(participant)
        }
        didNoteChange?()
    }
}
