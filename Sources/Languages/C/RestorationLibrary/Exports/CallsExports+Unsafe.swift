internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

@c @implementation
func restoration_swift_interface(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ id: UnsafePointer<CChar>?,
    _ table: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> restoration_status {
    let host = unsafe host(session)
    return attempting {
        let found = try host.object(object)
        let name = unsafe try required(id, "id")
        guard let known = unsafe (found as? any InterfaceProviding)?.interface(name) else {
            throw Refusal(
                Status.unsupported,
                "The object does not have the interface \(name)",
                remedy: "Ask for an interface of its class, with its version."
            )
        }
        unsafe pointer?.pointee =
            (found as? PluginObject)?.pointer
            ?? Unmanaged.passUnretained(found as AnyObject).toOpaque()
        unsafe table?.pointee = known
    }
}

@c @implementation
func restoration_swift_offer(
    _ session: UnsafeMutableRawPointer?,
    _ id: UnsafePointer<CChar>?,
    _ table: UnsafeRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in
        unsafe try host.session.offer(interface: required(id, "id"), table: table!)
    }
}

@c @implementation
func restoration_swift_call(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ method: UnsafePointer<CChar>?,
    _ arguments: UnsafePointer<restoration_value>?,
    _ count: UInt64,
    _ result: UnsafeMutablePointer<restoration_value>?
) -> restoration_status {
    unsafe perform(session) { host in
        let found = try host.object(object)
        var values: [MethodValue] = []
        for index in 0..<Int(clamping: count) {
            values.append(unsafe try host.methodValue(arguments![index]))
        }
        let answer: MethodValue = try found.call(
            unsafe try required(method, "method"),
            arguments: values
        )
        unsafe try host.store(answer, in: result)
    }
}

@c @implementation
func restoration_swift_get_property(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ key: UnsafePointer<CChar>?,
    _ value: UnsafeMutablePointer<restoration_value>?
) -> restoration_status {
    unsafe perform(session) { host in
        let found = try host.object(object)
        let key = unsafe try required(key, "key")
        guard let stored = try (found as? PluginObject)?.property(key) else {
            throw Refusal.noProperty(key)
        }
        unsafe try host.store(.value(stored), in: value)
    }
}

@c @implementation
func restoration_swift_set_property(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ key: UnsafePointer<CChar>?,
    _ value: UnsafePointer<restoration_value>?
) -> restoration_status {
    unsafe perform(session) { host in
        let found = try host.object(object)
        let key = unsafe try required(key, "key")
        let stored = unsafe try host.storedValue(value!.pointee)
        guard try (found as? PluginObject)?.setProperty(key, to: stored) == true else {
            throw Refusal.noProperty(key)
        }
        host.session.invalidate(found)
    }
}

extension Refusal {
    fileprivate static func noProperty(_ key: String) -> Refusal {
        Refusal(
            Status.absent,
            "The object has no property \(key)",
            remedy: "Name one of the properties of its class."
        )
    }
}

// MARK: Plugins

@c @implementation
func restoration_swift_plugins_changed(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in try host.session.pluginsChanged() }
}

@c @implementation
func restoration_swift_reload_plugin(
    _ session: UnsafeMutableRawPointer?,
    _ plugin: UnsafePointer<CChar>?
) -> restoration_status {
    unsafe perform(session) { host in
        try host.session.reloadPlugin(unsafe try required(plugin, "plugin"))
    }
}

@c @implementation
func restoration_swift_pin(
    _ session: UnsafeMutableRawPointer?,
    _ plugin: UnsafePointer<CChar>?,
    _ className: UnsafePointer<CChar>?,
    _ route: UnsafePointer<CChar>?
) -> restoration_status {
    unsafe perform(session) { host in
        unsafe try host.session.pin(
            required(plugin, "plugin"),
            className: text(className, "class_name"),
            to: text(route, "route")
        )
    }
}

// MARK: After a crash

@c @implementation
func restoration_swift_retry_objects_set_aside(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in host.session.retryObjectsSetAside() }
}

@c @implementation
func restoration_swift_report_progress(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe host(session).session.reportProgress()
    return Status.ok
}

@c @implementation
func restoration_swift_extend_window(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in host.session.restorationWindow.extend() }
}

@c @implementation
func restoration_swift_complete_window(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in host.session.restorationWindow.complete() }
}
