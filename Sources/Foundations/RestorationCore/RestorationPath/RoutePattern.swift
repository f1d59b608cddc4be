/// A pattern of restoration paths, by which a plugin claims the places it serves.
///
/// | component | matches |
/// |---|---|
/// | `Details` | that identifier |
/// | `entry:*` | identifiers with that prefix; `*` matches any bytes, or none |
/// | `{pet}` | one identifier, passed to the restoration class as the capture `pet` |
/// | `*` | one identifier |
/// | `**` | any number of identifiers, or none |
///
/// Patterns ignore discriminators: `Tabs/Details` matches `Tabs/Details#slot 2`.
///
/// ```swift
/// let pattern = try RoutePattern(parsing: "Tabs/*/{pet}/Edit")
/// pattern.captures(in: try RestorationPath(parsing: "Tabs/Find/cat-7/Edit"))   // ["pet": "cat-7"]
/// ```
public struct RoutePattern: Hashable, Sendable {
    /// One component of a pattern.
    public enum Component: Hashable, Sendable {
        /// Exactly this identifier.
        case literal(RestorationIdentifier)
        /// An identifier with fixed parts and wildcards.
        case partial(Shape)
        /// One identifier, captured under this name.
        case capture(String)
        /// One identifier.
        case one
        /// Any number of identifiers, including none.
        case any
    }

    /// An identifier's fixed parts, separated by wildcards.
    public struct Shape: Hashable, Sendable {
        /// The fixed parts in UTF-8, one more than the wildcards. The first and the last may be
        /// empty, but not all of them.
        package let parts: [[UInt8]]

        var fixedByteCount: Int { parts.reduce(0) { $0 + $1.count } }
    }

    /// From the root to the object; never empty, and without consecutive ``Component/any``.
    public let components: [Component]

    init(components: [Component]) {
        self.components = components
    }
}
