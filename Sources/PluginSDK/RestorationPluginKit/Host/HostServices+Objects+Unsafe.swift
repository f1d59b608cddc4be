import CRestorationPlugin
import RestorationCore

/// The host's functions on objects, by handle. The session's thread.
///
/// A function that an older host lacks returns "unsupported".
extension HostServices {
    func addChild(_ child: restoration_handle, to parent: restoration_handle) -> Status {
        guard unsafe has(\.add_child), let function = unsafe table.pointee.add_child else {
            return .unsupported
        }
        return unsafe Status(function(table, parent, child))
    }

    func removeChild(_ child: restoration_handle, from parent: restoration_handle) -> Status {
        guard unsafe has(\.remove_child), let function = unsafe table.pointee.remove_child else {
            return .unsupported
        }
        return unsafe Status(function(table, parent, child))
    }

    /// The parent of an object; 0 if it has none or is unknown.
    func parent(of object: restoration_handle) -> restoration_handle {
        guard unsafe has(\.parent), let function = unsafe table.pointee.parent else { return 0 }
        var parent: restoration_handle = 0
        let status = unsafe Status(function(table, object, &parent))
        return status == .ok ? parent : 0
    }

    func children(of object: restoration_handle) -> [restoration_handle] {
        guard unsafe has(\.child_at), let function = unsafe table.pointee.child_at else {
            return []
        }
        var children: [restoration_handle] = []
        var child: restoration_handle = 0
        while unsafe Status(function(table, object, UInt64(children.count), &child)) == .ok {
            children.append(child)
        }
        return children
    }

    func register(
        _ object: restoration_handle,
        identifier: String,
        parent: restoration_handle
    ) -> Status {
        guard unsafe has(\.register_object), let function = unsafe table.pointee.register_object
        else { return .unsupported }
        return unsafe identifier.lent { unsafe Status(function(table, object, $0, parent)) }
    }

    func find(_ path: [String]) -> (status: Status, object: restoration_handle) {
        guard unsafe has(\.find), let function = unsafe table.pointee.find else {
            return (.unsupported, 0)
        }
        var object: restoration_handle = 0
        let status = unsafe path.lent { unsafe Status(function(table, $0, $1, &object)) }
        return (status, object)
    }

    /// The pointer of one of this plugin's own objects.
    @safe func ownObject(_ object: restoration_handle) -> UnsafeRawPointer? {
        guard unsafe has(\.own_object), let function = unsafe table.pointee.own_object else {
            return nil
        }
        return unsafe UnsafeRawPointer(function(table, object))
    }

    @safe func interface(
        _ id: String,
        of object: restoration_handle
    ) -> (table: UnsafeRawPointer, object: UnsafeMutableRawPointer?)? {
        guard unsafe has(\.object_interface),
            let function = unsafe table.pointee.object_interface
        else { return nil }
        var interface: UnsafeRawPointer?
        var pointer: UnsafeMutableRawPointer?
        let status = unsafe id.lent {
            unsafe Status(function(table, object, $0, &interface, &pointer))
        }
        guard status == .ok, let interface = unsafe interface else { return nil }
        return unsafe (interface, pointer)
    }

    // MARK: New objects

    /// Asks the host to create an object.
    ///
    /// - Throws: An error from encoding the parameters.
    func make(
        _ identifier: String,
        under parent: restoration_handle,
        parameters: [String: RestorationValue]
    ) throws -> (status: Status, object: restoration_handle) {
        guard unsafe has(\.make), let function = unsafe table.pointee.make else {
            return (.unsupported, 0)
        }
        var object: restoration_handle = 0
        let lent = LentParameters(parameters)
        // Invariant: the host calls the function before this returns, and `lent` lives until then.
        let status = withExtendedLifetime(lent) {
            unsafe identifier.lent {
                unsafe Status(
                    function(
                        table,
                        parent,
                        $0,
                        { context, coder in unsafe LentParameters.write(context, coder) },
                        Unmanaged.passUnretained(lent).toOpaque(),
                        &object
                    )
                )
            }
        }
        if let error = lent.error { throw error }
        return (status, object)
    }

    @safe func adopt(
        _ object: UnsafeMutableRawPointer,
        of table: UnsafePointer<restoration_class>,
        identifier: String,
        under parent: restoration_handle
    ) -> (status: Status, object: restoration_handle) {
        guard unsafe has(\.adopt), let function = unsafe self.table.pointee.adopt else {
            return (.unsupported, 0)
        }
        var handle: restoration_handle = 0
        let status = unsafe identifier.lent {
            unsafe Status(function(self.table, parent, $0, table, object, &handle))
        }
        return (status, handle)
    }
}

/// Parameters for a restoration class.
private final class LentParameters {
    let values: [String: RestorationValue]
    var error: (any Error)?

    init(_ values: [String: RestorationValue]) { self.values = values }

    static func write(
        _ context: UnsafeMutableRawPointer?,
        _ coder: UnsafeMutablePointer<restoration_coder>?
    ) -> restoration_status {
        guard let context = unsafe context, let coder = unsafe coder else {
            return Status.invalid.rawValue
        }
        // Invariant: `make` passed `context` and is still waiting, so the object lives.
        let lent = unsafe Unmanaged<LentParameters>.fromOpaque(context).takeUnretainedValue()
        do {
            try unsafe withCoder(coder, .writing) { coder in
                for (key, value) in lent.values.sorted(by: { $0.key < $1.key }) {
                    coder.encode(value, forKey: key)
                }
            }
            return Status.ok.rawValue
        } catch {
            lent.error = error
            return Status.failed.rawValue
        }
    }
}
