import Foundation
import RestorationUIKit
import Testing
import UIKitTestSupport

/// A delegate that allows saves and restores through the secure methods.
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

/// A program of scenes whose delegates are all of one class.
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

/// A program of one window, whose root is one controller.
final class SecureProgram: NSObject, SavingDelegate {
    var window: UIWindow?
    let root: UIViewController
    var willEncode: (NSCoder) -> Void = { _ in }
    var didDecode: (NSCoder) -> Void = { _ in }

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
        return true
    }

    func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
        willEncode(coder)
    }

    func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
        didDecode(coder)
    }
}

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
    /// Encodes into a controller's record with `encode`, kills the program, and decodes with
    /// `decode`.
    @discardableResult
    func carry(
        _ encode: @escaping (NSCoder) -> Void,
        _ decode: @escaping (NSCoder) -> Void
    ) throws -> SingleController {
        let before = SingleController()
        before.encodes = encode
        try launch(SecureProgram(before))
        try leave()
        let after = SingleController()
        after.decodes = decode
        try launch(SecureProgram(after))
        #expect(after.countOfDecodes == 1)
        return after
    }
}
