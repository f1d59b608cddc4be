public import Foundation

/// Keys that are held while another one is pressed.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
}

/// A key that does something while a responder, or one below it, has the keys.
///
/// Linux has no selectors: what the key does is a closure. A letter without `.control` is typed
/// where text is typed, and commands nothing there.
@MainActor open class UIKeyCommand: NSObject {
    /// What the key does, as what shows the program says it; no word of it is said for `nil`.
    public let title: String?
    /// The key: a character, or one of the names below.
    public let input: String
    /// What has to be held.
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
