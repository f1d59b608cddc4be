import CRestorationPlugin
import RestorationCore

/// The host's request for an object, valid during the call that lends it.
@safe struct LentRequest {
    private let request: UnsafePointer<restoration_creation_request>

    private static let end =
        unsafe MemoryLayout<restoration_creation_request>.offset(of: \.object_class)! + 8

    /// Fails if the request lacks the last field used here.
    init(_ request: UnsafePointer<restoration_creation_request>) throws(CallError) {
        guard unsafe Int(request.pointee.struct_size) >= Self.end else { throw .unknownClass }
        unsafe self.request = request
    }

    var handle: restoration_handle { unsafe request.pointee.object }

    /// The table of the requested class, which may belong to another plugin.
    var table: UnsafePointer<restoration_class>? { unsafe request.pointee.object_class }

    /// Passes the request to `body` as a Swift value. Its coder ends with the call.
    ///
    /// - Parameter ticket: Creates the request's ticket on first use.
    func withRequest<Result>(
        ticket: @escaping () -> RestorationTicket,
        _ body: (CreationRequest) throws -> Result
    ) throws -> Result {
        guard let state = unsafe request.pointee.state else {
            return try body(converted(nil, ticket))
        }
        return try unsafe withCoder(state, .reading) { try body(try converted($0, ticket)) }
    }

    private func converted(
        _ coder: RestorationCoder?,
        _ ticket: @escaping () -> RestorationTicket
    ) throws -> CreationRequest {
        unsafe CreationRequest(
            path: try path(),
            reason: reason,
            coder: coder,
            parameters: try dictionary(unsafe request.pointee.parameters),
            captures: try dictionary(unsafe request.pointee.captures),
            ticket: ticket
        )
    }

    private var reason: RestorationReason {
        switch unsafe Int(request.pointee.reason) {
        case RESTORATION_REASON_MAKE: .make
        case RESTORATION_REASON_SESSION: .session
        case RESTORATION_REASON_RECOVERY: .recovery
        case RESTORATION_REASON_PRISTINE: .pristine
        // A newer host may send an unknown reason. `launch` promises least.
        default: .launch
        }
    }

    private func path() throws(CallError) -> RestorationPath {
        guard let components = unsafe request.pointee.path,
            let count = unsafe Int(exactly: request.pointee.path_count)
        else { throw .malformedPath }
        var path: [RestorationPath.Component] = []
        for index in 0..<count {
            // Invariant (restoration/plugin.h): `path` holds `path_count` strings.
            guard let text = unsafe String(copying: components[index]),
                let identifier = RestorationIdentifier(text)
            else { throw .malformedPath }
            path.append(RestorationPath.Component(identifier))
        }
        guard let path = RestorationPath(path) else { throw .malformedPath }
        return path
    }

    private func dictionary<Value: RestorationCodable>(
        _ table: UnsafeMutablePointer<restoration_coder>?
    ) throws -> [String: Value] {
        guard let table = unsafe table else { return [:] }
        return try unsafe withCoder(table, .reading) { coder in
            var values: [String: Value] = [:]
            for key in coder.keys { values[key] = try coder.decode(Value.self, forKey: key) }
            return values
        }
    }
}
