/// The device that the program runs on.
@MainActor public final class UIDevice {
    /// The device.
    public static let current = UIDevice()

    /// The form that a program's interface has. No computer has a phone's; it is what the program
    /// says, so that state of one form is not mistaken for another's.
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
