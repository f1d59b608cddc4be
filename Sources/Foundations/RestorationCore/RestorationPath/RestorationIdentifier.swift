/// Names one restorable object among the children of its parent.
///
/// An identifier is written into the archive and matched again on the next launch, so it must not
/// depend on memory addresses, order or locale.
///
/// ```swift
/// extension RestorationIdentifier {
///     static let editor = RestorationIdentifier("editor")!
/// }
/// ```
///
/// Semantic source: `UIViewController.restorationIdentifier` (UIKit); rules PATH-6, PATH-9 and
/// PATH-17. The limits are ours.
public struct RestorationIdentifier: Sendable {
    /// The longest identifier allowed, in UTF-8 bytes.
    public static let maximumLength = 255
    /// The text as given, never normalised; equality and hashing use its UTF-8 bytes.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text cannot be one path component.
    ///
    /// - Parameter rawValue: 1 to ``maximumLength`` UTF-8 bytes, without NUL.
    public init?(_ rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

extension RestorationIdentifier: Hashable {
    /// Compares UTF-8 bytes, as plugins and archives do. `String` treats canonically equivalent
    /// spellings as equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.hasBytes(of: right)
    }

    public func hash(into hasher: inout Hasher) {
        hashBytes(into: &hasher)
        hasher.combine(0xFF as UInt8)
    }
}

extension RestorationIdentifier: CustomStringConvertible {
    /// The identifier as its author wrote it.
    public var description: String { rawValue }
}
