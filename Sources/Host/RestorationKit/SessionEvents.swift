internal import Logging

/// The sources that wake or drive a session's thread: mail from other threads, signals, requests to
/// reload plugins, and a GLib main loop.
final class SessionEvents {
    let descriptor: WakeUpDescriptor
    let mailbox: Mailbox<SessionMail>
    private(set) var signals: SignalRelay?
    /// Listens for requests to reload plugins; `nil` where nobody may ask.
    var reloadListener: ReloadListener?
    /// The main context that drives the session, if one does.
    var mainContextSource: MainContextSource?
    /// Descriptors that the log has named, since other code of the process has closed them.
    private var reportedClosed: Set<String> = []

    init() throws(SessionError) {
        let descriptor = try WakeUpDescriptor()
        self.descriptor = descriptor
        mailbox = Mailbox(SessionMail()) { descriptor.signal() }
    }

    /// Wakes the session's thread. Any thread may call it.
    var wakeUp: @Sendable () -> Void { { [descriptor] in descriptor.signal() } }

    /// Calls `action` for signals, in place of the former one.
    func watch(
        _ signals: Set<SessionSignal>,
        _ action: @escaping (SessionSignal) -> Void
    ) throws(SessionError) {
        let former = self.signals
        // The new one listens before the old one ends, so that no signal falls in between.
        self.signals = try SignalRelay(signals, waking: descriptor, action)
        former?.deliver()
        former?.stop()
    }

    /// Ends the work of other threads, signals and main loops. Those who have asked for a reload
    /// hear that nobody answers.
    func end() {
        signals?.stop()
        signals = nil
        reloadListener = nil
        mailbox.post { $0.reloads = [] }
        mainContextSource = nil
    }

    /// Says once of each thing in the log that other code of the process has closed it, and after
    /// which call of a plugin that was noticed.
    func reportClosed(_ what: String, after call: String?, in logger: Logger) {
        guard reportedClosed.insert(what).inserted else { return }
        logger.warning(
            Diagnosis(
                problem: "Other code of this process has closed \(what)"
                    + (call.map { "; the last call before was \($0)" } ?? ""),
                remedy: "Let the program and its plugins close only descriptors that they have"
                    + " opened."
            )
        )
    }
}
