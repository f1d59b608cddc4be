internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

@c @implementation
func restoration_swift_restore(
    _ session: UnsafeMutableRawPointer?,
    _ number: UInt32
) -> restoration_status {
    unsafe perform(session) { host in
        guard let reason = RestorationReason(number: number) else {
            throw Refusal(
                Status.invalid,
                "\(number) is not a reason for a restore",
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
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
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
    return attempting {
        let path = try RestorationPath(parsing: unsafe try required(path, "path"))
        guard let found = host.session.records.object(at: path.identifiers) else {
            throw Refusal(
                Status.absent,
                "There is no object at this path now",
                at: path.description,
                remedy: "Objects are found if their parent lists them, or if they are registered."
            )
        }
        unsafe object?.pointee = host.handle(of: found)
    }
}

@c @implementation
func restoration_swift_apply_awaited(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    unsafe perform(session) { host in
        let failures = host.session.applyAwaitedState(to: try host.object(object))
        guard let first = failures.first else { return }
        throw Refusal(Status.failed, first.problem, at: first.place, remedy: first.remedy)
    }
}
