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
    /// The program starts afresh because the person wants it so: what was saved is set aside, and
    /// nothing is created.
    case pristine
}

/// What a restoration class is told about the object that it is to create.
///
/// Semantic source: the arguments of UIKit's
/// `viewController(withRestorationIdentifierPath:coder:)`; rules REST-12, PATH-6 and OBJ-9.
/// Parameters and captures are ours.
public struct CreationRequest {
    /// Why the object is being created.
    public let reason: RestorationReason
    /// The object's own state, the same that its decode will be given; `nil` for a new object. Read
    /// it only to decide whether the object should exist at all.
    public var coder: RestorationCoder? { extras?.coder ?? source.coder(of: node) }
    /// What the code that makes the object passes along, by name. Empty on a restore: whatever an
    /// object needs to come back, it encodes.
    public var parameters: [String: RestorationValue] { extras?.parameters ?? [:] }
    /// The parts of the path that the route captured with `{name}`, by name.
    public var captures: [String: String] { extras?.captures ?? [:] }

    /// Says that the object's data has come, if the class answers "not yet" now. The same each time
    /// that the object is asked for. Made when it is first asked for; of a new object's request,
    /// one that does nothing.
    public var ticket: RestorationTicket { source.ticket(of: node) }
    /// The ticket, if somebody has asked for it.
    package var issuedTicket: RestorationTicket? { source.issuedTicket(of: node) }

    /// Restoring asks for many objects and few classes look at their path or their state, so that
    /// these are made from the archive only when they are asked for.
    private let source: any RequestSource
    private let node: UInt32
    /// What few requests have. Restoring makes many, and each copy of one copies its members.
    private let extras: Extras?

    private final class Extras {
        let coder: RestorationCoder?
        let parameters: [String: RestorationValue]
        let captures: [String: String]

        init(
            _ coder: RestorationCoder?,
            _ parameters: [String: RestorationValue],
            _ captures: [String: String]
        ) {
            self.coder = coder
            self.parameters = parameters
            self.captures = captures
        }
    }

    /// The identifiers from the root to this object. Discriminators are left out: a restoration
    /// class sees what the authors of the objects wrote (PATH-6).
    public var path: [String] { source.identifiers(of: node) }

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
        self.reason = reason
        source = DeferredPath(of: path.last) { path }
        node = 0
        extras = Extras(coder, parameters, captures)
    }

    /// Describes an object to be created at `path`, whose ticket is `ticket`.
    package init(
        path: RestorationPath,
        reason: RestorationReason,
        coder: RestorationCoder?,
        parameters: [String: RestorationValue],
        captures: [String: String],
        ticket: @escaping () -> RestorationTicket
    ) {
        self.reason = reason
        source = DeferredPath(of: path.last, { path }, makeTicket: ticket)
        node = 0
        extras = Extras(coder, parameters, captures)
    }

    /// Describes a new object, whose path is made only if somebody asks for it.
    package init(
        path: DeferredPath,
        parameters: [String: RestorationValue],
        captures: [String: String]
    ) {
        reason = .make
        source = path
        node = 0
        extras = Extras(nil, parameters, captures)
    }

    /// Describes the object of a node that is being restored.
    ///
    /// - Parameter coder: The object's state, where `source` does not have it.
    package init(
        restoring node: UInt32,
        from source: any RequestSource,
        reason: RestorationReason,
        coder: RestorationCoder? = nil,
        captures: [String: String] = [:]
    ) {
        self.reason = reason
        self.source = source
        self.node = node
        extras = coder == nil && captures.isEmpty ? nil : Extras(coder, [:], captures)
    }
}

/// Knows what may be asked of a request, by number of the path.
package protocol RequestSource: AnyObject {
    /// The identifiers of the path, from the root on.
    func identifiers(of node: UInt32) -> [String]
    /// The last identifier of the path.
    func identifier(of node: UInt32) -> RestorationIdentifier
    /// A coder on the state of the path's object; `nil` if it has none.
    func coder(of node: UInt32) -> RestorationCoder?
    /// The ticket of the path's object, made now if it has none.
    func ticket(of node: UInt32) -> RestorationTicket
    /// The ticket of the path's object; `nil` if it has none.
    func issuedTicket(of node: UInt32) -> RestorationTicket?
}

/// The path of one object, made when it is first asked for.
package final class DeferredPath: RequestSource {
    private let identifier: RestorationIdentifier
    private var makePath: (() -> RestorationPath)?
    /// O(depth) the first time.
    package private(set) lazy var path = makePath!()
    private let makeTicket: () -> RestorationTicket
    private lazy var ticket = makeTicket()

    package init(
        of identifier: RestorationIdentifier,
        _ makePath: @escaping () -> RestorationPath,
        makeTicket: @escaping () -> RestorationTicket = { RestorationTicket { _ in } }
    ) {
        self.identifier = identifier
        self.makePath = makePath
        self.makeTicket = makeTicket
    }

    /// Lets go of what the path is made of, which may change from now on.
    package func settle() {
        _ = path
        makePath = nil
    }

    package func identifiers(of node: UInt32) -> [String] { path.identifiers.map(\.rawValue) }
    package func identifier(of node: UInt32) -> RestorationIdentifier { identifier }
    package func coder(of node: UInt32) -> RestorationCoder? { nil }
    package func ticket(of node: UInt32) -> RestorationTicket { ticket }
    package func issuedTicket(of node: UInt32) -> RestorationTicket? { nil }
}
