internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins
internal import RestorationStorage

// The functions of `library.h`. The C functions before them have checked session, process, thread
// and callback, and that required arguments are not null.

/// Invariant: the slot of an open session holds a reference to its `HostSession`.
func host(_ session: UnsafeMutableRawPointer?) -> HostSession {
    unsafe Unmanaged<HostSession>.fromOpaque(session!).takeUnretainedValue()
}

/// Runs a call of the program with its session.
func perform(
    _ session: UnsafeMutableRawPointer?,
    _ body: (HostSession) throws -> Void
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { try body(host) }
}

/// Runs a call, and stores its problem.
func attempting(_ body: () throws -> Void) -> restoration_status {
    do {
        try body()
        return Status.ok
    } catch {
        return refuse(error)
    }
}

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
func restoration_swift_replace_state(
    _ session: UnsafeMutableRawPointer?,
    _ device: UnsafePointer<CChar>?,
    _ isClosed: UnsafeMutablePointer<CInt>?
) -> restoration_status {
    let host = unsafe host(session)
    let status = host.perform {
        host.applyPostedChanges()
        guard let device = unsafe try text(device, "device") else {
            return try host.session.takeMineBack()
        }
        guard let id = DeviceID(device) else {
            throw Refusal(
                Status.invalid,
                "The device's ID is invalid",
                remedy: "Pass that of a result of restoration_session_newer_elsewhere."
            )
        }
        try host.session.takeOver(device: id)
    }
    guard host.session.isClosed else { return status }
    unsafe isClosed?.pointee = 1
    _ = unsafe restoration_swift_close(session)
    return status
}

@c @implementation
func restoration_swift_discard(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let status = unsafe perform(session) { host in try host.session.discard() }
    guard status == Status.ok else { return status }
    return unsafe restoration_swift_close(session)
}
