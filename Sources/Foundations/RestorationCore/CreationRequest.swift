/// The reason for creating objects.
public enum RestorationReason: String, Hashable, Sendable, CaseIterable {
    /// The program asked for a new object, which has no state.
    case make
    /// The program starts and restores its user's previous state.
    case launch
    /// The desktop session is being restored.
    case session
    /// The previous launch of the program ended abnormally.
    case recovery
    /// The user asked for a fresh start: the session sets the saved state aside and creates no
    /// objects.
    case pristine
}

/// The description of an object that a restoration class is asked to create.
///
/// Semantic source: the arguments of UIKit's
/// `viewController(withRestorationIdentifierPath:coder:)`; rules REST-12, PATH-6 and OBJ-9.
/// Parameters and captures are ours.
public struct CreationRequest {
    /// The reason for creating the object.
    public let reason: RestorationReason
    /// The object's own state, as its decode will receive it, or `nil` for a new object. Read it
    /// only to decide whether the object should exist.
    public var coder: RestorationCoder? { extras?.coder ?? source.coder(of: node) }
    /// Arguments from the code that asked for a new object, by name. Empty on a restore: an object
    /// must encode everything it needs to come back.
    public var parameters: [String: RestorationValue] { extras?.parameters ?? [:] }
    /// The identifiers that the route captured with `{name}`, by name.
    public var captures: [String: String] { extras?.captures ?? [:] }

    /// Reports the arrival of the object's data after the class answered "not yet".
    ///
    /// Created on first use; repeated requests for the object return the same ticket. The ticket of
    /// a new object's request does nothing.
    public var ticket: RestorationTicket { source.ticket(of: node) }
    package var issuedTicket: RestorationTicket? { source.issuedTicket(of: node) }

    /// Creates the path and the state on demand, because few classes read them.
    private let source: any RequestSource
    private let node: UInt32
    /// Rarely used members, behind one reference, so that copying a request is cheap.
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

    /// The identifiers from the root to this object, without discriminators (PATH-6).
    public var path: [String] { source.identifiers(of: node) }

    /// The object's own identifier, without its discriminator.
    public var identifier: String { source.identifier(of: node).rawValue }

    /// The parameter of a name, or `nil` if absent.
    ///
    /// - Throws: ``CoderError/mismatch(key:stored:requested:)`` if its kind differs.
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

    /// Describes an object being restored.
    ///
    /// - Parameter coder: the object's state, if `source` does not have it.
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

/// Supplies the members of a request that depend on its path, by the path's number.
package protocol RequestSource: AnyObject {
    func identifiers(of node: UInt32) -> [String]
    func identifier(of node: UInt32) -> RestorationIdentifier
    func coder(of node: UInt32) -> RestorationCoder?
    /// The object's ticket, created on first use.
    func ticket(of node: UInt32) -> RestorationTicket
    func issuedTicket(of node: UInt32) -> RestorationTicket?
}

/// The path of one object, created on first use.
package final class DeferredPath: RequestSource {
    private let identifier: RestorationIdentifier
    private var makePath: (() -> RestorationPath)?
    /// The path. O(depth) the first time.
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

    /// Creates the path and releases its inputs, which may change afterwards.
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
