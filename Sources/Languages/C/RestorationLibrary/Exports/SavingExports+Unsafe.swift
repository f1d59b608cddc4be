internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

@c @implementation
func restoration_swift_invalidate(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle
) -> restoration_status {
    unsafe perform(session) { host in host.session.invalidate(try host.object(object)) }
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
    unsafe perform(session) { host in
        host.applyPostedChanges()
        guard try host.session.preserveNow() != nil else { throw Refusal.saveDeclined }
    }
}

@c @implementation
func restoration_swift_preserve_in_background(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in
        host.applyPostedChanges()
        guard try host.session.saving.saveInBackground() else { throw Refusal.saveDeclined }
    }
}

extension Refusal {
    fileprivate static var saveDeclined: Refusal {
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
    unsafe perform(session) { host in
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

@c @implementation
func restoration_swift_keep_mine(_ session: UnsafeMutableRawPointer?) -> restoration_status {
    let host = unsafe host(session)
    return host.perform { try host.session.keepMine() }
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
    unsafe perform(session) { host in host.session.runPending() }
}

@c @implementation
func restoration_swift_attach_to_glib(
    _ session: UnsafeMutableRawPointer?,
    _ context: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in unsafe try host.attachToGLib(context) }
}

@c @implementation
func restoration_swift_detach_from_glib(
    _ session: UnsafeMutableRawPointer?
) -> restoration_status {
    unsafe perform(session) { host in host.detachFromGLib() }
}

@c @implementation
func restoration_swift_handle_signals(
    _ session: UnsafeMutableRawPointer?,
    _ signals: UnsafePointer<CInt>?,
    _ count: UInt64
) -> restoration_status {
    unsafe perform(session) { host in
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
            host.callbacks.definesSignalled ? { [weak host] in host?.reportSignal($0.number) } : nil
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
