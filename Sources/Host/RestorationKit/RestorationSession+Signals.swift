internal import CRestorationSystem

/// Signals on which a program can save its state.
public enum SessionSignal: Int32, Sendable, CaseIterable {
    /// SIGINT: Ctrl-C.
    case interrupt = 2
    /// SIGTERM: a request to end.
    case terminate = 15
    /// SIGHUP: the terminal was closed.
    case hangUp = 1
    /// SIGTSTP: Ctrl-Z.
    case suspend = 20

    /// The number of the signal.
    public var number: Int32 { rawValue }
}

extension RestorationSession {
    /// Saves when one of `signals` arrives, then calls `action`. Earlier handlers are called as
    /// well, at once, as signal handlers.
    ///
    /// The save happens on the session's thread, in ``runPending()``, for which ``fileDescriptor``
    /// becomes readable. Watching ends with ``close()``. Another call replaces the signals and the
    /// action, and takes signals back whose handlers other code has replaced; if it throws, the
    /// former ones stay.
    ///
    /// A program that hangs can be ended. If ``SessionSignal/terminate`` or
    /// ``SessionSignal/interrupt`` comes again half a second or more after one that
    /// ``runPending()`` has not handled yet, it takes its default action at once, without a save. A
    /// second signal sent at once, as by timeout(1), is ignored. If the program had a handler, only
    /// that is called.
    ///
    /// - Parameters:
    ///   - signals: The signals to watch; by default all.
    ///   - action: The response after the save, such as restoring the terminal before
    ///     ``performDefaultAction(of:)``. The default is that function alone.
    /// - Throws: ``SessionError/closed``, ``SessionError/tooManySignalWatchers``,
    ///   ``SessionError/system(what:errorNumber:)``.
    public func handleSignals(
        _ signals: Set<SessionSignal> = Set(SessionSignal.allCases),
        then action: ((SessionSignal) -> Void)? = nil
    ) throws(SessionError) {
        try checkIsOpen()
        try events.watch(signals) { [weak self] signal in
            guard let self else { return }
            do {
                try self.preserveNow()
            } catch {
                // The signal still takes effect. `onSave` has the outcome of a commit.
                if error is SessionError { self.saving.reportNothingCaptured(Diagnosis(error)) }
            }
            if let action { action(signal) } else { self.performDefaultAction(of: signal) }
        }
    }

    /// Performs the default action of a signal: ends the process or, for ``SessionSignal/suspend``,
    /// stops it. Returns when a stopped process continues, or if the program had its own handler,
    /// which has already run. Works even once the session is closed. Process 1, whose default
    /// actions the kernel ignores, exits with 128 and the number of the signal.
    public func performDefaultAction(of signal: SessionSignal) {
        enter()
        restoration_signal_perform_default(signal.number)
    }
}

/// Forwards signals from their handler to the session's thread.
final class SignalRelay {
    private let signals: [SessionSignal]
    private var slot: Int32
    private var replaced: Set<SessionSignal> = []
    private let descriptor: WakeUpDescriptor
    private let action: (SessionSignal) -> Void

    init(
        _ signals: Set<SessionSignal>,
        waking descriptor: WakeUpDescriptor,
        _ action: @escaping (SessionSignal) -> Void
    ) throws(SessionError) {
        self.signals = signals.sorted { $0.number < $1.number }
        self.action = action
        self.descriptor = descriptor
        slot = descriptor.openSignalSlot()
        guard slot >= 0 else { throw .tooManySignalWatchers }
        for signal in self.signals {
            let error = restoration_signal_watch(slot, signal.number)
            guard error == 0 else {
                restoration_signal_close(slot)
                throw .system(what: "Signal \(signal.number) cannot be watched", errorNumber: error)
            }
        }
    }

    /// The watched signals whose handlers other code has replaced since the last call.
    func takeReplaced() -> [SessionSignal] {
        let replaced = signals.filter { restoration_signal_is_replaced($0.number) != 0 }
        defer { self.replaced = Set(replaced) }
        return replaced.filter { !self.replaced.contains($0) }
    }

    func deliver() {
        let slot = slot
        let pending = restoration_signal_take(slot)
        defer { restoration_signal_done(slot, pending) }
        for signal in signals where pending & (1 << UInt64(signal.number)) != 0 { action(signal) }
    }

    /// Ends watching. A second call is harmless, although another relay may have the slot by then.
    func stop() {
        restoration_signal_close(slot)
        slot = -1
    }
}
