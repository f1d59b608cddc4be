import Foundation
import RestorationUIKit

/// A program of one window, whose root is one controller.
@MainActor class SingleWindow: NSObject {
    var window: UIWindow?
    let root: UIViewController
    var didLaunch: () -> Void = {}

    init(_ root: UIViewController) { self.root = root }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if root.restorationIdentifier == nil { root.restorationIdentifier = "Root" }
        let window = UIWindow()
        self.window = window
        window.rootViewController = root
        window.makeKeyAndVisible()
        didLaunch()
        return true
    }
}

/// One that saves and restores by the older hooks.
final class Program: SingleWindow, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication,
        shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { true }
}

/// A delegate that agrees to save and to restore, by the secure hooks.
@MainActor protocol SavingDelegate: UIApplicationDelegate {}

extension SavingDelegate {
    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

/// A program of scenes, each with a delegate of one class.
@MainActor protocol ProgramOfScenes: SavingDelegate {
    var sceneDelegate: AnyClass { get }
}

extension ProgramOfScenes {
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: nil,
            sessionRole: connectingSceneSession.role
        )
        configuration.delegateClass = sceneDelegate
        return configuration
    }
}

/// One that saves and restores by the secure hooks.
final class SecureProgram: SingleWindow, SavingDelegate {}
