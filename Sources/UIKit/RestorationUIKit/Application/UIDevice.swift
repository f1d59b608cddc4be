/// The device that the program runs on.
@MainActor public final class UIDevice {
    /// The only instance.
    public static let current = UIDevice()

    /// The form of the program's interface, `phone` by default. It is saved, so that a restore can
    /// recognise another form's state.
    public var userInterfaceIdiom = UIUserInterfaceIdiom.phone

    private init() {}
}

/// The form of an interface.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone
    case pad
    case tv
    case carPlay
    case mac = 5
}
