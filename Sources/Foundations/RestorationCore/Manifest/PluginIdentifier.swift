/// Names a plugin in reverse-DNS form: `org.example.notes`.
///
/// The manifest, the descriptor and archives with the plugin's objects contain it, so it must never
/// change.
public struct PluginIdentifier: Hashable, Sendable {
    /// The text as its author wrote it.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text is malformed.
    ///
    /// - Parameter rawValue: two or more labels joined by dots, each 1 to 63 ASCII letters, digits,
    ///   `-` or `_`, without `-` at either end; at most 255 bytes.
    public init?(_ rawValue: String) {
        guard ReverseDomainName.isWellFormed(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

extension PluginIdentifier: Comparable {
    /// Compares bytes, so that the order is the same in every locale.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension PluginIdentifier: CustomStringConvertible {
    /// The text as its author wrote it.
    public var description: String { rawValue }
}
