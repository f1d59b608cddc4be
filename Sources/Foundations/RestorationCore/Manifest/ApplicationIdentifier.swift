/// Names a program that restores, in the manner of a reversed domain name: `org.example.petfinder`.
///
/// It chooses the directories in which the program's state and its plugins are looked for.
public struct ApplicationIdentifier: Hashable, Sendable {
    /// The longest identifier accepted, in bytes: it names files and directories.
    public static let maximumLength = 200
    /// The text as its author wrote it.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text is not one.
    ///
    /// - Parameter rawValue: two or more labels joined by dots, each 1 to 63 ASCII letters, digits,
    ///   `-` or `_`, with no `-` at either end; ``maximumLength`` bytes at most.
    public init?(_ rawValue: String) {
        guard Self.isWellFormed(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Whether a text is an identifier.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= maximumLength && ReverseDomainName.isWellFormed(text)
    }
}

extension ApplicationIdentifier: CustomStringConvertible {
    /// The text as its author wrote it.
    public var description: String { rawValue }
}

/// The applications that a plugin is meant for.
public struct ApplicationScope: Hashable, Sendable {
    /// The applications that the manifest names, in its order.
    public var applications: [ApplicationIdentifier] {
        names.compactMap(ApplicationIdentifier.init(_:))
    }
    /// The same as texts, of which Swift's runtime has arrays.
    package let names: [String]
    /// Whether the manifest also lists `*`: every application that opts in.
    public let includesEveryApplication: Bool

    /// Creates a scope.
    package init(applications: [ApplicationIdentifier], includesEveryApplication: Bool) {
        self.init(names: applications.map(\.rawValue), includesEveryApplication)
    }

    /// Creates a scope of identifiers.
    package init(names: [String], _ includesEveryApplication: Bool) {
        self.names = names
        self.includesEveryApplication = includesEveryApplication
    }

    /// Tells whether a plugin of this scope serves `application`.
    ///
    /// - Parameters:
    ///   - application: the host's own.
    ///   - acceptsUnnamed: whether the host accepts plugins that name no application. Only then
    ///     does `*` count: an unknown library shall not claim paths in every program.
    public func includes(_ application: ApplicationIdentifier, acceptsUnnamed: Bool) -> Bool {
        names.contains(application.rawValue) || (includesEveryApplication && acceptsUnnamed)
    }
}
