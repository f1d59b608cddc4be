/// Why objects are being created.
public enum RestorationReason: String, Hashable, Sendable, CaseIterable {
    /// The program asked for a new object; there is no state.
    case make
    /// The program starts and brings back where its user was.
    case launch
    /// The whole desktop session is being restored.
    case session
    /// The program did not end properly the last time.
    case recovery
}

/// What a restoration class is told about the object that it is to create.
///
/// Semantic source: the arguments of UIKit's `viewController(withRestorationIdentifierPath:coder:)`;
/// rules REST-12, PATH-6 and OBJ-9. Parameters and captures are ours.
public struct CreationRequest {
    /// Why the object is being created.
    public let reason: RestorationReason
    /// The object's own state, the same that its decode will be given; `nil` for a new object. Read
    /// it only to decide whether the object should exist at all.
    public let coder: RestorationCoder?
    /// What the code that makes the object passes along, by name. Empty on a restore: whatever an
    /// object needs to come back, it encodes.
    public var parameters: [String: RestorationValue] { extras?.parameters ?? [:] }
    /// The parts of the path that the route captured with `{name}`, by name.
    public var captures: [String: String] { extras?.captures ?? [:] }

    /// Restoring asks for many objects and few classes look at their path, so that it is made from
    /// the archive's tables only when it is asked for.
    private let source: any PathSource
    private let node: UInt32
    /// What few requests have. Restoring makes many, and each copy of one copies its members.
    private let extras: Extras?

    private final class Extras {
        let parameters: [String: RestorationValue]
        let captures: [String: String]

        init(_ parameters: [String: RestorationValue], _ captures: [String: String]) {
            self.parameters = parameters
            self.captures = captures
        }
    }

    /// The identifiers from the root to this object. Discriminators are left out: a restoration
    /// class sees what the authors of the objects wrote (PATH-6).
    public var path: [String] { source.path(of: node).identifiers.map(\.rawValue) }

    /// The object's own identifier, as its author wrote it.
    public var identifier: String { source.identifier(of: node).rawValue }

    /// The parameter of that name.
    ///
    /// - Throws: ``CoderError/mismatch(key:stored:requested:)`` if it is there but of another kind.
    public func parameter<Value: RestorationCodable>(
        _ name: String,
        as type: Value.Type
    ) throws -> Value? {
        guard let value = parameters[name] else { return nil }
        return try value.converted(to: type, key: name)
    }

    /// Describes an object to be created at `path`.
    public init(
        path: RestorationPath,
        reason: RestorationReason,
        coder: RestorationCoder? = nil,
        parameters: [String: RestorationValue] = [:],
        captures: [String: String] = [:]
    ) {
        self.init(
            source: SinglePath(path: path),
            node: 0,
            reason: reason,
            coder: coder,
            parameters: parameters,
            captures: captures
        )
    }

    package init(
        source: any PathSource,
        node: UInt32,
        reason: RestorationReason,
        coder: RestorationCoder?,
        parameters: [String: RestorationValue],
        captures: [String: String]
    ) {
        self.source = source
        self.node = node
        self.reason = reason
        self.coder = coder
        let hasExtras = !parameters.isEmpty || !captures.isEmpty
        extras = hasExtras ? Extras(parameters, captures) : nil
    }
}

/// Knows paths by number.
package protocol PathSource: AnyObject {
    func path(of node: UInt32) -> RestorationPath
    /// The last identifier of the path.
    func identifier(of node: UInt32) -> RestorationIdentifier
}

/// A path of its own, without tables.
private final class SinglePath: PathSource {
    private let path: RestorationPath
    init(path: RestorationPath) { self.path = path }
    func path(of node: UInt32) -> RestorationPath { path }
    func identifier(of node: UInt32) -> RestorationIdentifier { path.last }
}
