public import RestorationKit

/// A reason why a scene cannot be connected or closed.
public enum UISceneError: DiagnosedError, Hashable {
    /// The program has no scenes.
    case multipleScenesNotSupported
    /// The session is not open: it was closed, or is another program's.
    case requestDenied

    public var diagnosis: Diagnosis {
        switch self {
        case .multipleScenesNotSupported:
            Diagnosis(
                problem: "The program has no scenes",
                remedy: "Let the application's delegate implement"
                    + " application(_:configurationForConnecting:options:)."
            )
        case .requestDenied:
            Diagnosis(
                problem: "The scene session is not open",
                remedy: "Take one of UIApplication.openSessions."
            )
        }
    }
}

extension UIScene {
    /// The errors of scenes.
    public typealias Error = UISceneError
}
