/// Names a plugin, in the manner of a reversed domain name: `org.example.notes`.
///
/// It stands in the manifest, in the plugin's descriptor and in every archive that holds an object
/// of the plugin, so it never changes between versions.
public struct PluginIdentifier: Hashable, Sendable {
    /// The text as its author wrote it.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text is not one.
    ///
    /// - Parameter rawValue: two or more labels joined by dots, each 1 to 63 ASCII letters, digits,
    ///   `-` or `_`, with no `-` at either end; 255 bytes at most.
    public init?(_ rawValue: String) {
        guard ReverseDomainName.isWellFormed(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

extension PluginIdentifier: Comparable {
    /// Orders by bytes, so that the order is the same in every locale.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension PluginIdentifier: CustomStringConvertible {
    /// The text as its author wrote it.
    public var description: String { rawValue }
}
