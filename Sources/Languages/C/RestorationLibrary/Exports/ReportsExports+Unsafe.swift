internal import CRestorationPlugin
internal import CRestorationSession
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationEngine
internal import RestorationKit
internal import RestorationPlugins

@c @implementation
func restoration_swift_report(
    _ session: UnsafeMutableRawPointer?,
    _ report: UnsafeMutablePointer<UnsafeMutablePointer<restoration_report>?>?
) -> restoration_status {
    unsafe perform(session) { host in unsafe report?.pointee = try host.makeReport() }
}

@c @implementation
func restoration_swift_plan(
    _ session: UnsafeMutableRawPointer?,
    _ plan: UnsafeMutablePointer<UnsafeMutablePointer<restoration_plan>?>?
) -> restoration_status {
    unsafe perform(session) { host in unsafe plan?.pointee = try host.makePlan() }
}

@c @implementation
func restoration_swift_last_save(
    _ session: UnsafeMutableRawPointer?,
    _ save: UnsafeMutablePointer<UnsafeMutablePointer<restoration_save>?>?
) -> restoration_status {
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in unsafe launch?.pointee = try host.makePreviousLaunch() }
}

@c @implementation
func restoration_swift_newer_elsewhere(
    _ session: UnsafeMutableRawPointer?,
    _ saves: UnsafeMutablePointer<UnsafeMutablePointer<restoration_saves_elsewhere>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        unsafe saves?.pointee = try HostSession.makeSaves(host.session.newerElsewhere)
    }
}

@c @implementation
func restoration_swift_remote_problem(
    _ session: UnsafeMutableRawPointer?,
    _ problem: UnsafeMutablePointer<UnsafeMutablePointer<restoration_note>?>?
) -> restoration_status {
    let host = unsafe host(session)
    return host.perform {
        guard let found = host.session.remoteProblem else {
            throw Refusal(
                Status.absent,
                "The remote store has no problem",
                remedy: "No action is needed."
            )
        }
        unsafe problem?.pointee = try Block.make { block in unsafe block.note(found) }
    }
}

@c @implementation
func restoration_swift_describe(
    _ session: UnsafeMutableRawPointer?,
    _ object: restoration_handle,
    _ description: UnsafeMutablePointer<UnsafeMutablePointer<restoration_description>?>?
) -> restoration_status {
    unsafe perform(session) { host in
        unsafe description?.pointee = try host.makeDescription(of: object)
    }
}

@c @implementation
func restoration_swift_scopes(
    _ session: UnsafeMutableRawPointer?,
    _ identifier: UnsafePointer<CChar>?,
    _ scopes: UnsafeMutablePointer<UnsafeMutablePointer<restoration_texts>?>?
) -> restoration_status {
    unsafe perform(session) { host in
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
    unsafe perform(session) { host in
        unsafe plugins?.pointee = try HostSession.makeTexts(host.session.plugins.map(\.identifier))
    }
}

@c @implementation
func restoration_swift_plugin_faults(
    _ session: UnsafeMutableRawPointer?,
    _ faults: UnsafeMutablePointer<UnsafeMutablePointer<restoration_texts>?>?
) -> restoration_status {
    unsafe perform(session) { host in
        unsafe faults?.pointee = try HostSession.makeTexts(
            host.session.pluginFaults.map { "\($0)" }
        )
    }
}
