internal import CRestorationSystem

/// Drives the session from a GLib main loop, such as GTK's.
extension RestorationSession {
    /// Attaches the session to GLib's default main context, which is GTK's. The main loop then
    /// performs due saves, reports saves and handles signals, as ``runPending()`` does in a loop of
    /// the program's own.
    ///
    /// ```swift
    /// let session = try RestorationSession(application: "org.example.notes")
    /// try session.attachToGLib()                  // on GTK's thread
    /// ```
    ///
    /// New deadlines take effect automatically. Create the session on the thread that runs the
    /// context. ``close()`` detaches it. During a callback of the session, such as ``onSave``, a
    /// nested loop does not call the session.
    ///
    /// The program already uses GLib, so nothing is linked or loaded for this.
    ///
    /// - Throws: ``SessionError/glibMissing(function:)``; ``SessionError/closed``.
    ///
    /// Semantic source: `g_source_attach` (GLib).
    public func attachToGLib() throws(SessionError) {
        unsafe try attach(toMainContext: nil)
    }

    /// As ``attachToGLib()``, with another main context. An attached session moves there.
    ///
    /// - Parameter context: A `GMainContext`, which must live while the session is attached.
    public func attachToGLib(context: OpaquePointer) throws(SessionError) {
        unsafe try attach(toMainContext: context)
    }

    private func attach(toMainContext context: OpaquePointer?) throws(SessionError) {
        try checkIsOpen()
        events.mainContextSource = unsafe try MainContextSource(driving: self, context: context)
    }

    /// Undoes ``attachToGLib()``. Harmless if it was not called.
    public func detachFromGLib() {
        enter()
        events.mainContextSource = nil
    }
}

/// A GSource that drives a session until deinit.
@safe final class MainContextSource {
    // Invariant: a reference of our own, from `restoration_main_attach` to `deinit`.
    private let source: UnsafeMutableRawPointer

    init(driving session: RestorationSession, context: OpaquePointer?) throws(SessionError) {
        let driven = unsafe Unmanaged.passRetained(DrivenSession(session))
        // Invariant: the source holds the object until it calls `release`, its last call.
        var client = unsafe restoration_main_client(
            context: driven.toOpaque(),
            descriptor: { unsafe DrivenSession.at($0)?.fileDescriptor ?? -1 },
            milliseconds: { unsafe DrivenSession.at($0)?.millisecondsToNextDeadline ?? -1 },
            run: { unsafe DrivenSession.at($0)?.runPending() },
            release: { unsafe Unmanaged<DrivenSession>.fromOpaque($0!).release() }
        )
        var missing: UnsafePointer<CChar>?
        // Invariant: both are lent for the call; the name is a constant.
        let source = unsafe restoration_main_attach(
            &client,
            UnsafeMutableRawPointer(context),
            &missing
        )
        guard let source = unsafe source else {
            unsafe driven.release()
            throw .glibMissing(function: unsafe missing.map { unsafe String(cString: $0) } ?? "")
        }
        unsafe self.source = source
    }

    deinit { unsafe restoration_main_detach(source) }
}

/// The source's weak reference to the session, which owns the source.
private final class DrivenSession {
    private weak var session: RestorationSession?

    init(_ session: RestorationSession) { self.session = session }

    static func at(_ address: UnsafeMutableRawPointer?) -> RestorationSession? {
        guard let address = unsafe address else { return nil }
        return unsafe Unmanaged<DrivenSession>.fromOpaque(address).takeUnretainedValue().session
    }
}
