import CRestorationPlugin
import RestorationCore

extension LoadedPlugin {
    func adopt(
        _ child: any Restorable,
        identifier: String?,
        under parent: restoration_handle
    ) throws(PluginHostError) {
        guard let name = identifier ?? child.restorationIdentifier else {
            throw .noIdentifier(type: "\(Swift.type(of: child))")
        }
        guard let object = child as? any RestorableObject,
            let table = unsafe table(of: Swift.type(of: object))
        else { throw .classNotOffered(type: "\(Swift.type(of: child))") }
        _ = try PluginHost.checked(name)

        // Inserted before the call, since the host may call the object at once.
        let pointer = unsafe objects.insert(object, handle: nil)
        let isCounted = beginObject()
        let (status, handle) = host.adopt(
            pointer,
            of: table,
            identifier: name,
            under: parent
        )
        guard status == .ok else {
            _ = objects.remove(at: pointer)
            if isCounted { thread.endObject() }
            if status == .invalid { throw .notAChild(type: "\(Swift.type(of: child))") }
            throw PluginHostError(status, "addRestorationChild")
        }
        objects.setHandle(handle, of: object)
    }
}
