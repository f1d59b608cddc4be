import RestorationTerminal

@main final class AppDelegate: UIResponder, TerminalApplicationDelegate {
    /// Each window is a scene with screens from the storyboard.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "Window",
            sessionRole: connectingSceneSession.role
        )
        configuration.delegateClass = SceneDelegate.self
        configuration.storyboard = UIStoryboard(name: "Main", bundle: nil)
        return configuration
    }

    override var keyCommands: [UIKeyCommand]? {
        [
            UIKeyCommand(title: "New window", input: "w") {
                UIApplication.shared.requestSceneSessionActivation(
                    nil,
                    userActivity: nil,
                    options: nil
                )
            },
            UIKeyCommand(title: "Quit", input: "q") { TerminalApplication.quit() },
        ]
    }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
}
