import RestorationUIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func applicationDidBecomeActive(_ application: UIApplication) {
        guard Person.shared == nil else { return }
        Person.shared = Person(application)
    }
}
