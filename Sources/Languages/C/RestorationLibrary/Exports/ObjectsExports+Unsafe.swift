internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

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
    unsafe perform(session) { host in
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
        let parentObject =
            kind == LendKind.child
            ? try host.object(parent) : try host.optionalObject(parent)
        guard
            let lent = unsafe host.program.lend(
                object!,
                of: pluginClass,
                as: name,
                below: parentObject
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
                try host.session.registerObject(lent, identifier: name, parent: parentObject)
            } catch {
                _ = host.program.removeLent(lent)
                throw error
            }
        default: host.session.recordChange()
        }
        unsafe handle?.pointee = lent.handle
    }
}

/// The kinds of lending, as numbered in `objects.c`.
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
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
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
    return attempting {
        unsafe try host(session).forget(object)
    }
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
    return attempting {
        host.program.hold(try host.object(object))
    }
}

@c @implementation
func restoration_swift_release(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    let host = unsafe host(session)
    return attempting {
        guard host.program.release(try host.object(object)) else {
            throw Refusal(
                Status.invalid,
                "The program does not hold the object",
                remedy: "Release an object as often as it was held."
            )
        }
    }
}

// MARK: Classes

@c @implementation
func restoration_swift_add_class(
    _ session: UnsafeMutableRawPointer?,
    _ objectClass: UnsafePointer<restoration_class>?
) -> restoration_status {
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
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
