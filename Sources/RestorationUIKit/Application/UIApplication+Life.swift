import Foundation
import RestorationKit

/// The program's life, from its launch to its end.
extension UIApplication {
    /// R2 to R14 of the launch, in their order.
    func launch() throws {
        loadMainStoryboard()
        _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
        noteRoots()
        try restorationSession.restore()
        notesChanges = true
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    private func loadMainStoryboard() {
        guard let storyboard = UIStoryboard.main(configuration.mainStoryboard),
            let root = storyboard.instantiateInitialViewController()
        else { return }
        let window = delegate?.window ?? UIWindow()
        window.rootViewController = root
        delegate?.window = window
        window.makeKeyAndVisible()
    }

    func enterBackground() throws {
        guard applicationState != .background else { return }
        if applicationState == .active { delegate?.applicationWillResignActive(self) }
        applicationState = .background
        delegate?.applicationDidEnterBackground(self)
        try preserve()
    }

    func enterForeground() {
        guard applicationState == .background else { return }
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
        try restorationSession.discard()
    }

    /// Ends the session; what is not saved is lost.
    func end() {
        restorationSession.close()
        if Self.current === self { Self.current = nil }
    }

    /// Saves the state now.
    func preserve() throws {
        noteRoots()
        isPreserving = true
        defer { isPreserving = false }
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
        restorationSession.invalidate(participant)
        didNoteChange?()
    }
}
