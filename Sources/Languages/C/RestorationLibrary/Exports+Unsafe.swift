internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

// The functions of `library.h`. The C functions before them have checked session, process, thread
// and callback, and that required arguments are not null.

/// Invariant: the slot of an open session holds a reference to its `HostSession`.
private func host(_ session: UnsafeMutableRawPointer?) -> HostSession {
    unsafe Unmanaged<HostSession>.fromOpaque(session!).takeUnretainedValue()
}

// MARK: Opening and closing

@c @implementation
func restoration_swift_open(
    _ slot: OpaquePointer?,
    _ application: UnsafePointer<CChar>?,
    _ options: UnsafePointer<restoration_options>?
) -> restoration_status {
    do {
        let log = ProgramLog()
        let given = unsafe try RestorationOptions(options, log)
        let session = unsafe try RestorationSession(
            application: required(application, "application"),
            options: given
        )
        do {
            let callbacks = unsafe Callbacks(options?.pointee.callbacks)
            let opened = unsafe try HostSession(session, in: slot!, callbacks, log)
            unsafe restoration_slot_open(
                slot,
                Unmanaged.passRetained(opened).toOpaque(),
                opened.program.host,
                session.lockFile ?? ""
            )
        } catch {
            session.close()
            throw error
        }
        return Status.ok
    } catch {
        return refuse(error)
    }
}

@c @implementation
func restoration_swift_close(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let held = unsafe Unmanaged<HostSession>.fromOpaque(session!)
    unsafe held.takeUnretainedValue().close()
    unsafe held.release()
    return Status.ok
}

@c @implementation
func restoration_swift_discard(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let status = unsafe host(session).perform { unsafe try host(session).session.discard() }
    guard status == Status.ok else { return status }
    return unsafe restoration_swift_close(session)
}

// MARK: Objects of the program

@c @implementation
func restoration_swift_lend(
    _ session: UnsafeMutableRawPointer?,
    _ kind: UInt32,
    _ parent: restoration_handle,
    _ identifier: UnsafePointer<CChar>?,
    _ scope: UnsafePointer<CChar>?,
    _ objectClass: UnsafePointer<restoration_class>?,
    _ object: UnsafeMutableRawPointer?,
    _ handle: UnsafeMutablePointer<restoration_handle>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let name = unsafe try required(identifier, "identifier")
        guard RestorationIdentifier(name) != nil else {
            throw SessionError.invalidIdentifier(length: name.utf8.count)
        }
        let scope = unsafe try text(scope, "scope")
        if let scope, RestorationIdentifier(scope) == nil {
            throw Refusal(
                Status.invalid,
                "A scope cannot have \(scope.utf8.count) bytes",
                remedy: "Use 1 to 255 bytes of UTF-8."
            )
        }
        let pluginClass = unsafe try host.program.pluginClass(of: objectClass!)
        let above =
            kind == LendKind.child
            ? try host.object(parent) : try host.optionalObject(parent)
        guard
            let lent = unsafe host.program.lend(
                object!,
                of: pluginClass,
                as: name,
                below: above
            )
        else {
            throw Refusal(
                Status.invalid,
                "The object \(name) is lent already",
                remedy: "Lend each object once, or forget it first."
            )
        }
        switch kind {
        case LendKind.root: host.session.addRoot(lent, scope: scope)
        case LendKind.registered:
            do {
                try host.session.registerObject(lent, identifier: name, parent: above)
            } catch {
                _ = host.program.removeLent(lent)
                throw error
            }
        default: host.session.recordChange()
        }
        unsafe handle?.pointee = lent.handle
    }
}

/// The kinds of lending, as numbered in `session.c`.
private enum LendKind {
    static let root: UInt32 = 0
    static let child: UInt32 = 1
    static let registered: UInt32 = 2
}

@c @implementation
func restoration_swift_use_as_root(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ scope: UnsafePointer<CChar>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let found = try host.object(object)
        guard !host.session.isRoot(found) else {
            throw Refusal(
                Status.invalid,
                "The object is a root already",
                remedy: "Add each root once."
            )
        }
        host.session.addRoot(found, scope: unsafe try text(scope, "scope"))
    }
}

@c @implementation
func restoration_swift_adopt(
    _ session: UnsafeMutableRawPointer?,
    _ binding: UnsafePointer<CChar>?,
    _ className: UnsafePointer<CChar>?,
    _ identifier: UnsafePointer<CChar>?,
    _ object: UnsafeMutableRawPointer?,
    _ handle: UnsafeMutablePointer<restoration_handle>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let adopted = unsafe try host.session.adopt(
            object!,
            from: required(binding, "binding"),
            as: text(className, "class_name"),
            identifier: text(identifier, "identifier")
        )
        host.program.hold(adopted)
        unsafe handle?.pointee = host.handle(of: adopted)
    }
}

@c @implementation
func restoration_swift_forget(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { try host.forget(object) }
}

@c @implementation
func restoration_swift_object(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> UnsafeMutableRawPointer? {
    let host = unsafe host(session)
    do {
        return unsafe host.program.pointer(of: try host.object(object))
    } catch {
        _ = refuse(error)
        return nil
    }
}

@c @implementation
func restoration_swift_hold(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    do {
        host.program.hold(try host.object(object))
        return Status.ok
    } catch {
        return refuse(error)
    }
}

@c @implementation
func restoration_swift_release(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    do {
        guard host.program.release(try host.object(object)) else {
            throw Refusal(
                Status.invalid,
                "The program does not hold the object",
                remedy: "Release an object as often as it was held."
            )
        }
        return Status.ok
    } catch {
        return refuse(error)
    }
}

// MARK: Classes

@c @implementation
func restoration_swift_add_class(
    _ session: UnsafeMutableRawPointer?,
    _ objectClass: UnsafePointer<restoration_class>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let made = unsafe try host.program.pluginClass(of: objectClass!)
        guard made.createsObjects else {
            throw Refusal(
                Status.invalid,
                "The class \(made.name) lacks create or destroy",
                remedy: "Give it both; the objects that a program lends need no registered class."
            )
        }
        host.session.register(made)
    }
}

@c @implementation
func restoration_swift_alias_class(
    _ session: UnsafeMutableRawPointer?,
    _ former: UnsafePointer<CChar>?,
    _ id: UnsafePointer<CChar>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        host.session.alias(
            unsafe try required(former, "former_id"),
            forKind: unsafe try required(id, "id")
        )
    }
}

@c @implementation
func restoration_swift_alias_path(
    _ session: UnsafeMutableRawPointer?,
    _ former: UnsafePointer<CChar>?,
    _ path: UnsafePointer<CChar>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        try host.session.alias(
            unsafe try required(former, "former_path"),
            forPath: unsafe try required(path, "path")
        )
    }
}

@c @implementation
func restoration_swift_fail(
    _ session: UnsafeMutableRawPointer?,
    _ reason: UnsafePointer<CChar>?
) {
    unsafe host(session).program.fail(String(cString: reason!))
}

// MARK: Restoring

@c @implementation
func restoration_swift_restore(
    _ session: UnsafeMutableRawPointer?,
    _ number: UInt32
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        guard let reason = RestorationReason(number: number) else {
            throw Refusal(
                Status.invalid,
                "\(number) is no reason of a restore",
                remedy: "Pass RESTORATION_REASON_LAUNCH, _SESSION, _RECOVERY or _PRISTINE."
            )
        }
        try host.session.restore(reason: reason)
    }
}

@c @implementation
func restoration_swift_make(
    _ session: UnsafeMutableRawPointer?,
    _ parent: restoration_handle,
    _ identifier: UnsafePointer<CChar>?,
    _ className: UnsafePointer<CChar>?,
    _ write: (
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<restoration_coder>?
        ) -> restoration_status
    )?,
    _ context: UnsafeMutableRawPointer?,
    _ object: UnsafeMutablePointer<restoration_handle>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let parent = try host.optionalObject(parent)
        var parameters: [String: RestorationValue] = [:]
        if let write = unsafe write {
            parameters = unsafe try host.program.values { unsafe write(context, $0) }
        }
        let made = unsafe try host.session.make(
            required(identifier, "identifier"),
            under: parent,
            className: text(className, "class_id"),
            parameters: parameters
        )
        host.program.own([made])
        unsafe object?.pointee = host.handle(of: made)
    }
}

@c @implementation
func restoration_swift_rename(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ identifier: UnsafePointer<CChar>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        try host.session.rename(
            try host.object(object),
            to: unsafe try required(identifier, "identifier")
        )
    }
}

@c @implementation
func restoration_swift_move(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ parent: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        try host.session.move(try host.object(object), under: try host.optionalObject(parent))
    }
}

@c @implementation
func restoration_swift_find(
    _ session: UnsafeMutableRawPointer?,
    _ path: UnsafePointer<CChar>?,
    _ object: UnsafeMutablePointer<restoration_handle>?
) -> restoration_status {
    let host = unsafe host(session)
    do {
        let path = try RestorationPath(parsing: unsafe try required(path, "path"))
        guard let found = host.session.object(at: path) else {
            throw Refusal(
                Status.absent,
                "There is no object at this path now",
                at: path.description,
                remedy: "Objects are found if their parent lists them, or if they are registered."
            )
        }
        unsafe object?.pointee = host.handle(of: found)
        return Status.ok
    } catch {
        return refuse(error)
    }
}

@c @implementation
func restoration_swift_apply_awaited(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let failures = host.session.applyAwaitedState(to: try host.object(object))
        guard let first = failures.first else { return }
        throw Refusal(Status.failed, first.problem, at: first.place, remedy: first.remedy)
    }
}

// MARK: Saving

@c @implementation
func restoration_swift_invalidate(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { host.session.invalidate(try host.object(object)) }
}

@c @implementation
func restoration_swift_post_invalidation(_ object: restoration_handle) {
    PluginMailbox.postInvalidation(of: object)
}

@c @implementation
func restoration_swift_post_arrival(_ object: restoration_handle) {
    PluginMailbox.postArrival(of: object)
}

@c @implementation
func restoration_swift_preserve(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        host.applyPostedChanges()
        guard try host.session.preserveNow() != nil else { throw CreationDeclined.ofSave }
    }
}

@c @implementation
func restoration_swift_preserve_in_background(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        host.applyPostedChanges()
        guard try host.session.preserveInBackground() else { throw CreationDeclined.ofSave }
    }
}

extension CreationDeclined {
    fileprivate static var ofSave: Refusal {
        Refusal(
            Status.declined,
            "The program has declined to be preserved",
            remedy: "Return RESTORATION_OK from should_preserve to save."
        )
    }
}

@c @implementation
func restoration_swift_has_unsaved_changes(_ session: UnsafeMutableRawPointer?) -> CInt {
    unsafe host(session).session.hasUnsavedChanges ? 1 : 0
}

@c @implementation
func restoration_swift_give_up(
    _ session: UnsafeMutableRawPointer?,
    _ path: UnsafePointer<CChar>?,
    _ plugin: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<UInt64>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let subject: RetainedState =
            if let path = unsafe try text(path, "path") {
                .path(try RestorationPath(parsing: path))
            } else {
                .plugin(unsafe try required(plugin, "plugin"))
            }
        let given = try host.session.giveUp(subject)
        unsafe count?.pointee = UInt64(given.count)
    }
}

// MARK: Event loop

@c @implementation
func restoration_swift_descriptor(_ session: UnsafeMutableRawPointer?) -> CInt {
    unsafe host(session).session.fileDescriptor
}

@c @implementation
func restoration_swift_milliseconds(_ session: UnsafeMutableRawPointer?) -> CInt {
    unsafe host(session).session.millisecondsToNextDeadline
}

@c @implementation
func restoration_swift_run_pending(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { host.session.runPending() }
}

@c @implementation
func restoration_swift_attach_to_glib(
    _ session: UnsafeMutableRawPointer?,
    _ context: UnsafeMutableRawPointer?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { unsafe try host.attachToGLib(context) }
}

@c @implementation
func restoration_swift_detach_from_glib(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { host.detachFromGLib() }
}

@c @implementation
func restoration_swift_handle_signals(
    _ session: UnsafeMutableRawPointer?,
    _ signals: UnsafePointer<CInt>?,
    _ count: UInt64
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        var watched: Set<SessionSignal> = []
        for index in 0..<Int(clamping: count) {
            let number = unsafe signals![index]
            guard let signal = SessionSignal.allCases.first(where: { $0.number == number }) else {
                throw Refusal(
                    Status.invalid,
                    "The session cannot watch signal \(number)",
                    remedy: "Pass SIGINT, SIGTERM, SIGHUP or SIGTSTP."
                )
            }
            watched.insert(signal)
        }
        let action: ((SessionSignal) -> Void)? =
            host.callbacks.hasSignalled ? { [weak host] in host?.reportSignal($0.number) } : nil
        try host.session.handleSignals(watched, then: action)
    }
}

@c @implementation
func restoration_swift_perform_default_action(
    _ session: UnsafeMutableRawPointer?,
    _ number: CInt
) -> restoration_status {
    guard let signal = SessionSignal.allCases.first(where: { $0.number == number }) else {
        return refuse(
            Refusal(
                Status.invalid,
                "The session does not know signal \(number)",
                remedy: "Pass SIGINT, SIGTERM, SIGHUP or SIGTSTP."
            )
        )
    }
    unsafe host(session).session.performDefaultAction(of: signal)
    return Status.ok
}

// MARK: Interfaces, methods and properties

@c @implementation
func restoration_swift_interface(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ id: UnsafePointer<CChar>?,
    _ table: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> restoration_status {
    let host = unsafe host(session)
    do {
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
        return Status.ok
    } catch {
        return refuse(error)
    }
}

@c @implementation
func restoration_swift_offer(
    _ session: UnsafeMutableRawPointer?,
    _ id: UnsafePointer<CChar>?,
    _ table: UnsafeRawPointer?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform { try host.session.pluginsChanged() }
}

@c @implementation
func restoration_swift_reload_plugin(
    _ session: UnsafeMutableRawPointer?,
    _ plugin: UnsafePointer<CChar>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform {
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
    let host = unsafe host(session)
    return host.perform { host.session.retryObjectsSetAside() }
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
    let host = unsafe host(session)
    return host.perform { host.session.restorationWindow.extend() }
}

@c @implementation
func restoration_swift_complete_window(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { host.session.restorationWindow.complete() }
}

// MARK: Reports

@c @implementation
func restoration_swift_report(
    _ session: UnsafeMutableRawPointer?,
    _ report: UnsafeMutablePointer<UnsafeMutablePointer<restoration_report>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { unsafe report?.pointee = try host.makeReport() }
}

@c @implementation
func restoration_swift_plan(
    _ session: UnsafeMutableRawPointer?,
    _ plan: UnsafeMutablePointer<UnsafeMutablePointer<restoration_plan>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { unsafe plan?.pointee = try host.makePlan() }
}

@c @implementation
func restoration_swift_last_save(
    _ session: UnsafeMutableRawPointer?,
    _ save: UnsafeMutablePointer<UnsafeMutablePointer<restoration_save>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        guard let made = unsafe host.makeSave() else {
            throw Refusal(
                Status.absent,
                "No save has ended yet",
                remedy: "Ask after restoration_session_preserve."
            )
        }
        unsafe save?.pointee = made
    }
}

@c @implementation
func restoration_swift_previous_launch(
    _ session: UnsafeMutableRawPointer?,
    _ launch: UnsafeMutablePointer<UnsafeMutablePointer<restoration_previous_launch>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { unsafe launch?.pointee = try host.makePreviousLaunch() }
}

@c @implementation
func restoration_swift_describe(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ description: UnsafeMutablePointer<UnsafeMutablePointer<restoration_description>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { unsafe description?.pointee = try host.makeDescription(of: object) }
}

@c @implementation
func restoration_swift_scopes(
    _ session: UnsafeMutableRawPointer?,
    _ identifier: UnsafePointer<CChar>?,
    _ scopes: UnsafeMutablePointer<UnsafeMutablePointer<restoration_texts>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        let found = try host.session.preservedScopes(
            ofRoot: unsafe try required(identifier, "identifier")
        )
        unsafe scopes?.pointee = try HostSession.makeTexts(found)
    }
}

@c @implementation
func restoration_swift_plugins(
    _ session: UnsafeMutableRawPointer?,
    _ plugins: UnsafeMutablePointer<UnsafeMutablePointer<restoration_texts>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        unsafe plugins?.pointee = try HostSession.makeTexts(host.session.plugins.map(\.identifier))
    }
}

@c @implementation
func restoration_swift_plugin_faults(
    _ session: UnsafeMutableRawPointer?,
    _ faults: UnsafeMutablePointer<UnsafeMutablePointer<restoration_texts>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        unsafe faults?.pointee = try HostSession.makeTexts(
            host.session.pluginFaults.map { "\($0)" }
        )
    }
}
