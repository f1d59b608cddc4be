import CRestorationPlugin
import RestorationCore

// The functions of every class's table. restoration/plugin.h has their contract: arguments that the
// host lends are valid until the function returns.

func createObject(
    _ request: UnsafePointer<restoration_creation_request>?,
    _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> restoration_status {
    LoadedPlugin.create { plugin in
        guard let request = unsafe request, let result = unsafe result else {
            throw CallError.missingArgument
        }
        let lent = try unsafe LentRequest(request)
        guard let type = unsafe plugin.type(of: lent.table) else { throw CallError.unknownClass }
        do {
            let handle = lent.handle
            let ticket = { [host = plugin.host, tickets = plugin.tickets] in
                tickets.ticket(of: handle, host)
            }
            let object = try lent.withRequest(ticket: ticket) { request throws in
                try type.init(request)
            }
            plugin.tickets.forget(handle)
            unsafe result.pointee = plugin.objects.insert(object, handle: lent.handle)
            return .ok
        } catch is ObjectNotYetAvailable {
            return plugin.notYet()
        } catch {
            plugin.tickets.forget(lent.handle)
            guard error is CreationDeclined else { throw error }
            return .declined
        }
    }
}

func objectMade(_ pointer: UnsafeMutableRawPointer?) -> restoration_status {
    LoadedPlugin.answer("made") { plugin in
        try unsafe plugin.liveObject(at: pointer).restorationDidMake()
        return .ok
    }
}

func cancelCreation(_ table: UnsafePointer<restoration_class>?, _ handle: restoration_handle) {
    LoadedPlugin.perform("cancelled") { $0.tickets.cancel(handle) }
}

func encodeObject(
    _ pointer: UnsafeMutableRawPointer?,
    _ table: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.answer("encode") { plugin in
        guard let table = unsafe table else { throw CallError.missingArgument }
        let object = try unsafe plugin.liveObject(at: pointer)
        let references = plugin.objects.passedOver(of: object)
        try unsafe withCoder(table, .writing) { coder, backend in
            backend.watchedKeys = KeySet(references.map(\.key))
            try object.encodeRecord(with: coder)
            for reference in references where backend.watchedKeys.contains(reference.key) {
                coder.encode(reference.object, forKey: reference.key)
            }
        }
        return .ok
    }
}

func decodeObject(
    _ pointer: UnsafeMutableRawPointer?,
    _ table: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.answer("decode") { plugin in
        guard let table = unsafe table else { throw CallError.missingArgument }
        let object = try unsafe plugin.liveObject(at: pointer)
        do {
            try unsafe withCoder(table, .reading) { coder, backend in
                try object.decodeRecord(with: coder)
                plugin.objects.setPassedOver(backend.passedOver, of: object)
            }
            return .ok
        } catch is StateNotYetApplicable {
            return plugin.notYet()
        }
    }
}

func migrateState(
    _ table: UnsafePointer<restoration_class>?,
    _ version: UInt32,
    _ old: UnsafeMutablePointer<restoration_coder>?,
    _ new: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.rewrite("migrate") { plugin in
        guard let old = unsafe old, let new = unsafe new else { throw CallError.missingArgument }
        guard let type = unsafe plugin.type(of: table) else { throw CallError.unknownClass }
        do {
            try unsafe withCoder(old, .reading) { old in
                try unsafe withCoder(new, .writing) { new in
                    try type.migrateRestorableState(
                        from: Int(version),
                        reading: old,
                        writing: new
                    )
                }
            }
            return .ok
        } catch is MigrationUnsupported {
            return .unsupported
        }
    }
}

func convertState(
    _ table: UnsafePointer<restoration_converter>?,
    _ old: UnsafeMutablePointer<restoration_coder>?,
    _ new: UnsafeMutablePointer<restoration_coder>?
) -> restoration_status {
    LoadedPlugin.rewrite("convert") { plugin in
        guard let old = unsafe old, let new = unsafe new else { throw CallError.missingArgument }
        guard let convert = unsafe plugin.converter(of: table) else {
            throw CallError.unknownConverter
        }
        try unsafe withCoder(old, .reading) { old in
            try unsafe withCoder(new, .writing) { new in try convert(old, new) }
        }
        return .ok
    }
}

func finishObject(_ pointer: UnsafeMutableRawPointer?) {
    LoadedPlugin.perform("finished") { plugin in
        try unsafe plugin.liveObject(at: pointer).restorationDidFinish()
    }
}

func destroyObject(_ pointer: UnsafeMutableRawPointer?) {
    LoadedPlugin.perform("destroy") { plugin in
        guard unsafe plugin.objects.remove(at: pointer) else { throw CallError.unknownObject }
        plugin.thread.endObject()
    }
}

func interfaceOfObject(
    _ pointer: UnsafeMutableRawPointer?,
    _ id: restoration_string
) -> UnsafeRawPointer? {
    var table: UnsafeRawPointer?
    LoadedPlugin.perform("interface") { plugin in
        let object = try unsafe plugin.liveObject(at: pointer)
        guard let id = unsafe String(copying: id) else { throw CallError.missingArgument }
        unsafe table =
            id == RESTORATION_VALUE_METHODS_INTERFACE && object is any MethodProviding
            ? MethodFunctions.table.pointer : (object as? any InterfaceProviding)?.interface(id)
    }
    return unsafe table
}

extension LoadedPlugin {
    func liveObject(at pointer: UnsafeRawPointer?) throws(CallError) -> any RestorableObject {
        guard let object = objects.object(at: pointer) else { throw .unknownObject }
        return object
    }
}

/// Creates a coder for one call.
///
/// A failed write fails the call, although `encode` does not throw.
func withCoder<Result>(
    _ table: UnsafeMutablePointer<restoration_coder>,
    _ direction: TableCoder.Direction,
    _ body: (RestorationCoder, TableCoder) throws -> Result
) throws -> Result {
    let backend = unsafe TableCoder(table, direction)
    let coder = RestorationCoder(foreign: backend)
    defer { backend.close() }
    let result = try body(coder, backend)
    backend.expectNoPlace()
    if let fault = backend.fault { throw fault }
    return result
}

func withCoder<Result>(
    _ table: UnsafeMutablePointer<restoration_coder>,
    _ direction: TableCoder.Direction,
    _ body: (RestorationCoder) throws -> Result
) throws -> Result {
    try unsafe withCoder(table, direction) { coder, _ in try body(coder) }
}
