import Foundation
import RestorationUIKit

/// A program that records the calls of its delegate.
final class App: NSObject, UIApplicationDelegate {
    private(set) var windows: [UIWindow] = []
    /// The root controllers of the windows.
    let roots: [UIViewController]
    /// The storyboard of some controllers.
    var storyboard: UIStoryboard?
    var saves = true
    var restores = true
    /// Runs before the restore.
    var onLaunch: () -> Void = {}
    var onShouldSave: (NSCoder) -> Void = { _ in }
    var onWillEncode: (NSCoder) -> Void = { _ in }
    var onShouldRestore: (NSCoder) -> Void = { _ in }
    var onDidDecode: (NSCoder) -> Void = { _ in }
    var onDidEnterBackground: () -> Void = {}
    /// The controllers that the delegate provides, by path.
    var provides: [String: UIViewController] = [:]
    /// The paths requested from the delegate.
    private(set) var asked: [String] = []

    /// - Parameter roots: The root controllers, each shown in a separate window.
    init(_ roots: UIViewController...) { self.roots = roots }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Log.note("will finish launching")
        for root in roots {
            let window = UIWindow()
            window.rootViewController = root
            window.makeKeyAndVisible()
            windows.append(window)
        }
        onLaunch()
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Log.note("did finish launching")
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) { onDidEnterBackground() }

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
        Log.note("should save")
        onShouldSave(coder)
        return saves
    }

    func application(
        _ application: UIApplication,
        willEncodeRestorableStateWith coder: NSCoder
    ) {
        Log.note("will encode")
        onWillEncode(coder)
    }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        Log.note("should restore")
        onShouldRestore(coder)
        return restores
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        let path = identifierComponents.joined(separator: "/")
        asked.append(path)
        return provides[path]
    }

    func application(
        _ application: UIApplication,
        didDecodeRestorableStateWith coder: NSCoder
    ) {
        Log.note("did decode")
        onDidDecode(coder)
    }
}
