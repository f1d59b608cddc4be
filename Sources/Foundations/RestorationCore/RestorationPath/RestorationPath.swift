/// The identifiers from a root down to one restorable object: `Tabs/Matches/Details/Edit`.
///
/// A path is unique. If a container holds children with the same identifier, it adds a
/// discriminator, which restoration classes do not see.
///
/// ```swift
/// let path = try RestorationPath(parsing: "Tabs/Matches/Details#slot 2/Edit")
/// path.identifiers.map(\.rawValue)    // ["Tabs", "Matches", "Details", "Edit"]
/// path.parent?.description            // "Tabs/Matches/Details#slot 2"
/// ```
///
/// Semantic source: UIKit's restoration identifier paths; rules PATH-1 to PATH-9.
public struct RestorationPath: Hashable, Sendable {
    /// One component of a path.
    public struct Component: Hashable, Sendable {
        /// The identifier as the object's author wrote it.
        public let identifier: RestorationIdentifier
        /// The container's stable key that distinguishes equal siblings, or `nil`.
        public let discriminator: RestorationIdentifier?

        /// Creates a component.
        public init(
            _ identifier: RestorationIdentifier,
            discriminator: RestorationIdentifier? = nil
        ) {
            self.identifier = identifier
            self.discriminator = discriminator
        }
    }

    /// From the root to the object itself; never empty.
    public let components: [Component]

    /// Creates a path, or returns `nil` for an empty list.
    public init?(_ components: [Component]) {
        guard !components.isEmpty else { return nil }
        self.components = components
    }

    /// Creates the path of a root.
    public init(root: RestorationIdentifier) {
        components = [Component(root)]
    }

    /// The identifiers without discriminators, as restoration classes receive them.
    public var identifiers: [RestorationIdentifier] { components.map(\.identifier) }

    /// The object's own identifier.
    public var last: RestorationIdentifier { components[components.count - 1].identifier }

    /// The path of the parent, or `nil` for a root.
    public var parent: RestorationPath? { RestorationPath(Array(components.dropLast())) }

    /// The path of a child.
    public func appending(
        _ identifier: RestorationIdentifier,
        discriminator: RestorationIdentifier? = nil
    ) -> RestorationPath {
        RestorationPath(components + [Component(identifier, discriminator: discriminator)])!
    }
}
