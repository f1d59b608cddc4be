public import Foundation
public import RestorationUIKit
import TerminalScreen

/// A delegate whose program is shown on the terminal.
///
/// ```swift
/// @main final class AppDelegate: UIResponder, TerminalApplicationDelegate {
///     var window: UIWindow?
/// }
/// ```
///
/// Unlike a delegate of UIKit's, it has the program's state saved and restored unless it says
/// otherwise.
@MainActor public protocol TerminalApplicationDelegate: UIApplicationDelegate {}

extension TerminalApplicationDelegate {
    /// Yes.
    public func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }
    /// Yes.
    public func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

extension TerminalApplicationDelegate where Self: UIResponder {
    /// The program's beginning, for a delegate that is marked with `@main`.
    public static func main() {
        TerminalApplication.run(makingDelegate: { Self.makeEmpty() })
    }
}

/// The program on the terminal.
@MainActor public enum TerminalApplication {
    static weak var host: TerminalHost?

    /// Runs a program on the terminal until it is ended: by ``quit(forgettingState:)``, by Ctrl-C,
    /// or by another signal.
    ///
    /// - Parameters:
    ///   - makeDelegate: `nil` if the delegate's class makes none.
    ///   - configuration: As of `UISystem.run(makingDelegate:configuration:)`. A picture of the
    ///     screen is its text, and warnings are shown, unless it says something else.
    public static func run(
        makingDelegate makeDelegate: () -> (any UIApplicationDelegate)?,
        configuration: UIApplicationConfiguration? = nil
    ) -> Never {
        UISystem.run(
            makingDelegate: makeDelegate,
            configuration: configuration,
            on: TerminalHost()
        )
    }

    /// Ends the program, as a person does who wants to leave it. Its state is saved before.
    ///
    /// - Parameter forgettingState: Whether the next launch begins anew.
    public static func quit(forgettingState: Bool = false) -> Never {
        guard let host else { exit(0) }
        host.quit(forgettingState: forgettingState)
    }

    /// Tells the person something, until the next key.
    public static func show(_ message: String) {
        host?.show(message)
    }
}
