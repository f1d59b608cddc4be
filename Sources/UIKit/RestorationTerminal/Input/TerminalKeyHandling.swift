public import RestorationUIKit
public import TerminalScreen

/// A view that handles the terminal's keys while it is focused. Override `canBecomeFocused` to
/// permit that.
@MainActor public protocol TerminalKeyHandling: UIView {
    /// Whether letters are text, and not commands.
    var takesText: Bool { get }
    /// The available keys and their actions, for the help line.
    var help: [(key: String, action: String)] { get }
    /// Handles a key.
    ///
    /// - Returns: Whether the view used the key. Otherwise the key has its usual effect.
    func handle(_ key: Key) -> Bool
}

extension TerminalKeyHandling {
    /// `false`.
    public var takesText: Bool { false }
    /// Empty.
    public var help: [(key: String, action: String)] { [] }
}

extension UIView {
    /// Focuses the view, if it permits that. A view that takes text becomes the first responder. It
    /// must be in a window.
    public func takeFocus() {
        if canBecomeFocused { window?.moveFocus(to: self) }
    }
}
