public import Foundation
public import RestorationUIKit
import TerminalScreen

/// The delegate of a program on the terminal.
///
/// ```swift
/// @main final class AppDelegate: UIResponder, TerminalApplicationDelegate {
///     var window: UIWindow?
/// }
/// ```
///
/// Unlike UIKit's, it saves and restores state by default.
@MainActor public protocol TerminalApplicationDelegate: UIApplicationDelegate {}

extension TerminalApplicationDelegate {
    /// `true`.
    public func application(
        _ application: UIApplication,
        shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }
    /// `true`.
    public func application(
        _ application: UIApplication,
        shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

extension TerminalApplicationDelegate where Self: UIResponder {
    /// Runs the program, for a delegate that is marked with `@main`.
    public static func main() {
        TerminalApplication.run(makingDelegate: { Self.makeEmpty() })
    }
}

/// The program on the terminal.
@MainActor public enum TerminalApplication {
    static weak var host: TerminalHost?

    /// Runs a program on the terminal until ``quit(forgettingState:)``, Ctrl-C or another signal
    /// ends it.
    ///
    /// - Parameters:
    ///   - makeDelegate: Creates the delegate, or returns `nil` on failure.
    ///   - configuration: As for `UISystem.run(makingDelegate:configuration:)`. By default,
    ///     snapshots are the screen's text, and warnings appear on the screen.
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

    /// Saves the state and ends the program.
    ///
    /// - Parameter forgettingState: Whether to discard the state instead.
    public static func quit(forgettingState: Bool = false) -> Never {
        guard let host else { exit(0) }
        host.quit(forgettingState: forgettingState)
    }

    /// Shows a message until the next key.
    public static func show(_ message: String) {
        host?.show(message)
    }
}
