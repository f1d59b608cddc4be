public import Foundation

/// Modifier keys.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
}

/// A keyboard shortcut of a responder and its descendants.
///
/// Linux has no selectors, so the action is a closure. In text input, a letter without `.control`
/// is typed instead.
@MainActor open class UIKeyCommand: NSObject {
    /// The title in the toolkit's help, or `nil` to show none.
    public let title: String?
    /// The key: a character, or one of the names below.
    public let input: String
    /// The modifier keys.
    public let modifierFlags: UIKeyModifierFlags
    package let perform: () -> Void

    /// The key ↑.
    nonisolated public static let inputUpArrow = "UIKeyInputUpArrow"
    /// The key ↓.
    nonisolated public static let inputDownArrow = "UIKeyInputDownArrow"
    /// The key ←.
    nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow"
    /// The key →.
    nonisolated public static let inputRightArrow = "UIKeyInputRightArrow"
    /// The key Esc.
    nonisolated public static let inputEscape = "UIKeyInputEscape"
    /// The key Backspace.
    nonisolated public static let inputDelete = "UIKeyInputDelete"

    /// Creates a command.
    public init(
        title: String? = nil,
        input: String,
        modifierFlags: UIKeyModifierFlags = [],
        action: @escaping () -> Void
    ) {
        self.title = title
        self.input = input
        self.modifierFlags = modifierFlags
        perform = action
        super.init()
    }
}
