/// A scene with windows.
@MainActor open class UIWindowScene: UIScene {
    /// The visible windows of the scene, from the lowest up.
    open var windows: [UIWindow] {
        UIApplication.current?.windows.filter { $0.windowScene === self } ?? []
    }
    /// The scene's window that receives keyboard input.
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    /// The screen of the windows.
    open var screen: UIScreen { UIScreen.main }

    override var windowsOfScene: [UIWindow] { windows }

    /// The scope that distinguishes the window's root from those of all other windows (PATH-16).
    func restorationScope(of window: UIWindow) -> String {
        let index = windows.firstIndex { $0 === window } ?? 0
        if let identifier = window.restorationIdentifier, !identifier.isEmpty {
            return "\(session.persistentIdentifier)/\(identifier)"
        }
        return index == 0
            ? session.persistentIdentifier : "\(session.persistentIdentifier)/\(index + 1)"
    }
}
