/// A scene with windows.
@MainActor open class UIWindowScene: UIScene {
    /// The windows of the scene that are shown, from the lowest up.
    open var windows: [UIWindow] {
        UIApplication.current?.windows.filter { $0.windowScene === self } ?? []
    }
    /// The window of the scene that gets what is typed.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    /// What the windows are shown on.
    open var screen: UIScreen { UIScreen.main }

    override var windowsOfScene: [UIWindow] { windows }

    /// What tells the window's root from those of other windows, of this scene and of others
    /// (PATH-16).
    func restorationScope(of window: UIWindow) -> String {
        let index = windows.firstIndex { $0 === window } ?? 0
        if let identifier = window.restorationIdentifier, !identifier.isEmpty {
            return "\(session.persistentIdentifier)/\(identifier)"
        }
        return index == 0
            ? session.persistentIdentifier : "\(session.persistentIdentifier)/\(index + 1)"
    }
}
