/// A pattern over restoration paths, by which a plugin claims the places it serves.
///
/// | component | matches |
/// |---|---|
/// | `Details` | that identifier |
/// | `entry:*` | identifiers that begin so; `*` stands for any bytes, none included |
/// | `{pet}` | one identifier, handed to the restoration class as the capture `pet` |
/// | `*` | one identifier |
/// | `**` | any number of identifiers, none included |
///
/// Discriminators are invisible to a pattern: `Tabs/Details` matches `Tabs/Details#slot 2`.
///
/// ```swift
/// let pattern = try RoutePattern(parsing: "Tabs/*/{pet}/Edit")
/// pattern.captures(in: try RestorationPath(parsing: "Tabs/Find/cat-7/Edit"))   // ["pet": "cat-7"]
/// ```
public struct RoutePattern: Hashable, Sendable {
    /// One step of a pattern.
    public enum Component: Hashable, Sendable {
        /// Exactly this identifier.
        case literal(RestorationIdentifier)
        /// An identifier of a certain shape.
        case partial(Shape)
        /// One identifier, kept under this name.
        case capture(String)
        /// One identifier.
        case one
        /// Any number of identifiers, none included.
        case any
    }

    /// The shape of an identifier: fixed parts with any bytes between them.
    public struct Shape: Hashable, Sendable {
        /// The fixed parts, in UTF-8: one more than there are wildcards. The first and the last may
        /// be empty, but not all of them.
        package let parts: [[UInt8]]

        /// How many bytes of an identifier the shape fixes.
        var fixedByteCount: Int { parts.reduce(0) { $0 + $1.count } }
    }

    /// From the root to the object; never empty, and no two ``Component/any`` in a row.
    public let components: [Component]

    init(components: [Component]) {
        self.components = components
    }
}
