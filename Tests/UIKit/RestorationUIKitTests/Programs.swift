import Foundation
import RestorationUIKit
import Testing
import UIKitTestSupport

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
final class SecureProgram: SingleWindow, SavingDelegate {
    var willEncode: (NSCoder) -> Void = { _ in }
    var didDecode: (NSCoder) -> Void = { _ in }

    func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
        willEncode(coder)
    }

    func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
        didDecode(coder)
    }
}

/// A controller whose state is a text.
class TextController: UIViewController {
    var text = ""

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(text, forKey: "text")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        text = coder.decodeObject(of: NSString.self, forKey: "text") as String? ?? ""
    }
}

extension Device {
    /// Stores by `encode` in a controller's record, kills the program, and reads by `decode`.
    @discardableResult
    func carry(
        secure: Bool = true,
        _ encode: @escaping (NSCoder) -> Void,
        _ decode: @escaping (NSCoder) -> Void
    ) throws -> SingleController {
        let program = { (root: UIViewController) -> any UIApplicationDelegate in
            secure ? SecureProgram(root) : Program(root)
        }
        let before = SingleController()
        before.encodes = encode
        try launch(program(before))
        try leave()
        let after = SingleController()
        after.decodes = decode
        try launch(program(after))
        #expect(after.countOfDecodes == 1)
        return after
    }
}
