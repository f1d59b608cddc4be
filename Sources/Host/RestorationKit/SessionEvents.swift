internal import Logging

/// The sources that wake or drive a session's thread: mail from other threads, signals, reload
/// requests, and a GLib main loop.
final class SessionEvents {
    let descriptor: WakeUpDescriptor
    let mailbox: Mailbox<SessionMail>
    private(set) var signals: SignalRelay?
    /// Listens for reload requests, if they are accepted.
    var reloadListener: ReloadListener?
    var mainContextSource: MainContextSource?
    /// Closed descriptors that the log has named.
    var reportedClosed: Set<String> = []

    init() throws(SessionError) {
        let descriptor = try WakeUpDescriptor()
        self.descriptor = descriptor
        mailbox = Mailbox(SessionMail()) { descriptor.signal() }
    }

    /// Wakes the session's thread. Any thread may call it.
    var wakeUp: @Sendable () -> Void { { [descriptor] in descriptor.signal() } }

    func watch(
        _ signals: Set<SessionSignal>,
        _ action: @escaping (SessionSignal) -> Void
    ) throws(SessionError) {
        let former = self.signals
        // The new relay starts before the old one ends, so that no signal is missed.
        self.signals = try SignalRelay(signals, waking: descriptor, action)
        former?.deliver()
        former?.stop()
    }

    /// Logs that other code has replaced handlers of watched signals.
    func reportReplacedHandlers(in logger: Logger) {
        for signal in signals?.takeReplaced() ?? [] {
            logger.warning(
                "Other code of this process has replaced the session's handler of"
                    + " signal \(signal.number), so the session does not save when it comes",
                remedy: "Call handleSignals, or call it again, after that code, such as"
                    + " g_unix_signal_add of GLib."
                    + " No action is needed if the new handler calls the former one."
            )
        }
    }

    /// Ends the work of other threads, signals and main loops. Pending reload requests get no
    /// answer.
    func end() {
        signals?.stop()
        signals = nil
        reloadListener = nil
        mailbox.post { $0.reloads = [] }
        mainContextSource = nil
    }
}
