/// Names a program in reverse-DNS form: `org.example.petfinder`.
///
/// It determines the directories of the program's state and plugins.
public struct ApplicationIdentifier: Hashable, Sendable {
    /// The longest identifier allowed, in bytes. It becomes the name of files and directories.
    public static let maximumLength = 200
    /// The text as its author wrote it.
    public let rawValue: String

    /// Creates an identifier, or returns `nil` if the text is malformed.
    ///
    /// - Parameter rawValue: two or more labels joined by dots, each 1 to 63 ASCII letters, digits,
    ///   `-` or `_`, without `-` at either end; at most ``maximumLength`` bytes.
    public init?(_ rawValue: String) {
        guard Self.isWellFormed(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= maximumLength && ReverseDomainName.isWellFormed(text)
    }
}

extension ApplicationIdentifier: CustomStringConvertible {
    /// The text as its author wrote it.
    public var description: String { rawValue }
}

/// The applications that a plugin serves.
public struct ApplicationScope: Hashable, Sendable {
    /// The applications that the manifest names, in its order.
    public var applications: [ApplicationIdentifier] {
        names.compactMap(ApplicationIdentifier.init(_:))
    }
    /// Stored as text, because Swift's runtime has metadata for arrays of strings.
    package let names: [String]
    /// Whether the manifest also lists `*`: every application that opts in.
    public let includesEveryApplication: Bool

    package init(applications: [ApplicationIdentifier], includesEveryApplication: Bool) {
        self.init(names: applications.map(\.rawValue), includesEveryApplication)
    }

    package init(names: [String], _ includesEveryApplication: Bool) {
        self.names = names
        self.includesEveryApplication = includesEveryApplication
    }

    /// Tells whether a plugin of this scope serves `application`.
    ///
    /// - Parameters:
    ///   - application: the host's identifier.
    ///   - acceptsUnnamed: whether the host accepts plugins that do not name it. Only then does `*`
    ///     count, so that an unknown library cannot claim paths in every program.
    public func includes(_ application: ApplicationIdentifier, acceptsUnnamed: Bool) -> Bool {
        names.contains(application.rawValue) || (includesEveryApplication && acceptsUnnamed)
    }
}
