public import RestorationUIKit
public import TerminalScreen

/// A view that gets the terminal's keys as they come, while it is focused: its `canBecomeFocused`
/// says whether it can be.
@MainActor public protocol TerminalKeyHandling: UIView {
    /// Whether letters are typed text now, so that they are no commands.
    var takesText: Bool { get }
    /// The keys that do something now, and what they do, for the last line.
    var help: [(key: String, action: String)] { get }
    /// Handles a key.
    ///
    /// - Returns: Whether the view had a use for it. Otherwise it does what it does everywhere.
    func handle(_ key: Key) -> Bool
}

extension TerminalKeyHandling {
    /// No.
    public var takesText: Bool { false }
    /// None.
    public var help: [(key: String, action: String)] { [] }
}

extension UIView {
    /// Gives the keys to the view, if it can have them; one that takes text becomes the first
    /// responder. It has to be in a window.
    public func takeFocus() {
        if canBecomeFocused { window?.moveFocus(to: self) }
    }
}
